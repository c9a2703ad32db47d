/** A moment: milliseconds since 1970-01-01 UTC. */
export type EpochMs = number

/** Returns the current time. It is an argument, so that tests can set it. */
export type Clock = () => EpochMs

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** For `Max-Age`. */
export const YEAR_SECONDS = (365 * DAY_MS) / SECOND_MS

/** Formats a time as RFC 3339 in UTC with milliseconds and `Z`, as in all responses. */
export function toIso(at: EpochMs): string {
  return new Date(at).toISOString()
}

/** Like `toIso`; `null` for an unknown time. */
export function toIsoOrNull(at: EpochMs | null | undefined): string | null {
  return at === null || at === undefined ? null : toIso(at)
}

/** Hours in a week. Tables by hour of the week have this length and begin on Monday, 00:00 UTC. */
export const HOURS_OF_WEEK = 168

/** 1970-01-01 00:00 UTC was a Thursday: hour 72 of its week. */
export const EPOCH_HOUR_OF_WEEK = 72

/** Hour of the week: 0 (Monday, 00:00 to 01:00 UTC) to 167. */
export function hourOfWeek(at: EpochMs): number {
  const hour = (Math.floor(at / HOUR_MS) + EPOCH_HOUR_OF_WEEK) % HOURS_OF_WEEK
  return hour < 0 ? hour + HOURS_OF_WEEK : hour
}
