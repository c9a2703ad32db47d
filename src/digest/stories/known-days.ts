import type { EpochMs } from '../../domain/time.ts'
import { bitCount } from '../../domain/bit-count.ts'
import { dayOf } from './rarity.ts'

/** Of how many days the news is known: one source's archive is not the news of its days. */
export interface KnownDays {
  /** Days, of 32 at most, on which two sources published at least; where there is but one, on which it did. */
  readonly count: number
  see(sourceId: string, publishedAt: EpochMs): void
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
  }
}
