/** A moment: milliseconds since 1970-01-01 UTC. */
export type EpochMs = number

/** Hands the current time to code that needs it, so that tests can choose it. */
export type Clock = () => EpochMs

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** RFC 3339, UTC, with milliseconds and `Z`: the one form in which times leave the service. */
export function toIso(at: EpochMs): string {
  return new Date(at).toISOString()
}

/** As `toIso`, and `null` for an unknown time. */
export function toIsoOrNull(at: EpochMs | null | undefined): string | null {
  return at === null || at === undefined ? null : toIso(at)
}

/** Hours in a week: the length of every table by hour of the week, Monday 00:00 UTC first. */
export const HOURS_OF_WEEK = 168

/** 1970-01-01 00:00 UTC was a Thursday: hour 72 of its week. */
export const EPOCH_HOUR_OF_WEEK = 72

/** The hour of the week that a moment lies in, 0 (Monday 00:00 to 01:00 UTC) to 167. */
export function hourOfWeek(at: EpochMs): number {
  const hour = (Math.floor(at / HOUR_MS) + EPOCH_HOUR_OF_WEEK) % HOURS_OF_WEEK
  return hour < 0 ? hour + HOURS_OF_WEEK : hour
}
