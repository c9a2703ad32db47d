import { bitCount } from '../../model/bit-count.ts'
import type { EpochMs } from '../../model/time.ts'
import { dayOf } from './idf.ts'

/** Of how many days the news is known: one source's archive is not the news of its days. */
export interface KnownDays {
  /** Days, of 32 at most, on which two sources published at least; where there is but one, on which it did. */
  readonly count: number
  see(sourceId: string, publishedAt: EpochMs): void
  state(): DaysState
  /** Takes in what another one knew, where nothing is known yet. */
  restore(state: DaysState): void
}

export interface DaysState {
  readonly sources: readonly string[]
  /** The source that was first known to publish on each day. */
  readonly firstOf: readonly (readonly [day: number, sourceId: string])[]
  /** A bit for each day on which two did. */
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
