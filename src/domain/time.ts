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
