import { bitCount } from '../../model/bit-count.ts'
import type { EpochMs } from '../../model/time.ts'
import { dayOf } from './idf.ts'

/** Counts the days with known news. The archive of a single source does not make the news of its days known. */
export interface KnownDays {
  /** The number of days, at most 32, on which at least two sources published. With a single source, its days count. */
  readonly count: number
  see(sourceId: string, publishedAt: EpochMs): void
  state(): DaysState
  /** Restores a saved state into an empty object. */
  restore(state: DaysState): void
}

export interface DaysState {
  readonly sources: readonly string[]
  /** For each day the first source that published on it. */
  readonly firstOf: readonly (readonly [day: number, sourceId: string])[]
  /** A bit for each day on which at least two sources published. */
  readonly ofTwo: number
}

export function createKnownDays(): KnownDays {
  const firstOf = new Map<number, string>()
  const sources = new Set<string>()
  let ofTwo = 0
  return {
    get count() {
      return sources.size > 1 ? bitCount(ofTwo) : firstOf.size
    },
    see(sourceId, publishedAt) {
      sources.add(sourceId)
      const day = dayOf(publishedAt)
      const first = firstOf.get(day)
      if (first === undefined) firstOf.set(day, sourceId)
      else if (first !== sourceId) ofTwo |= 1 << day
    },
    state: () => ({ sources: [...sources], firstOf: [...firstOf], ofTwo }),
    restore(state) {
      for (const [day, sourceId] of state.firstOf) firstOf.set(day, sourceId)
      for (const sourceId of state.sources) sources.add(sourceId)
      ofTwo = state.ofTwo
    },
  }
}
