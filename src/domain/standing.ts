import type { EpochMs } from './time.ts'

/**
 * What is remembered of a source from visit to visit, beside what its requests need: where it is, and when it
 * wants to be asked.
 */
export interface Standing {
  /** Visited in place of the configured address: redirected to for good, or found on the site. It can hold tokens. */
  readonly keptUrl: string | null
  /** Where the last visits that went well were led for good, one after the other, and how many they were. */
  readonly movingTo: string | null
  readonly movingVisits: number
  /** Since when every answer has said that there is nothing (404, 410), and how many did. */
  readonly missingSince: EpochMs | null
  readonly missingVisits: number
  /** Since when the source counts as gone. */
  readonly goneSince: EpochMs | null
  /** When the feed was looked for on its site; once while visits fail. */
  readonly searchedAt: EpochMs | null
  readonly wishes: Wishes
}

/** What a feed asked for when it was last read; a later answer without a document (304) does not take it back. */
export interface Wishes {
  /** `ttl`, `sy:updatePeriod`. */
  readonly ttlMs: number | null
  /** Hours of the day, UTC, 0..23, in which it does not change. */
  readonly quietHours: readonly number[]
  /** Days of the week, UTC, 0 for Sunday, on which it does not change. */
  readonly quietDays: readonly number[]
}

export const NO_WISHES: Wishes = { ttlMs: null, quietHours: [], quietDays: [] }

/** Of a source of which nothing is known but its configuration. */
export const FIRST_STANDING: Standing = {
  keptUrl: null,
  movingTo: null,
  movingVisits: 0,
  missingSince: null,
  missingVisits: 0,
  goneSince: null,
  searchedAt: null,
  wishes: NO_WISHES,
}
