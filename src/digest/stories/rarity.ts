import { DAY_MS } from '../../domain/time.ts'
import type { EpochMs } from '../../domain/time.ts'
import { TERM_BITS } from './terms.ts'

/** All counts are halved so often, since what is talked about changes. */
const HALF_LIFE_MS = 7 * DAY_MS

/** How rare terms are, in a namespace a language: counts of the items that hold them. */
export interface Rarity {
  /** Grows when weights computed before no longer hold: with a tenth more items. */
  readonly epoch: number
  /** Items counted, faded. */
  readonly total: number
  /** Counts one item of `space`, seen at `at`, with its distinct terms. */
  count(space: number, terms: Int32Array, at: EpochMs): void
  /** ln of one over the share of the namespace's items that hold the term, > 0. */
  idf(space: number, term: number): number
  /** Items that hold the term, faded, at least 1. */
  frequency(term: number): number
}

export function createRarity(): Rarity {
  const frequency = new Float32Array(1 << TERM_BITS)
  const items = new Map<number, number>()
  let total = 0
  let epoch = 0
  let nextEpochAt = 0
  let halvedAt = -Infinity

  function halve(): void {
    for (let i = 0; i < frequency.length; i++) frequency[i] = (frequency[i] as number) / 2
    for (const [space, count] of items) items.set(space, count / 2)
    total /= 2
    nextEpochAt = 0
  }

  return {
    get epoch() {
      return epoch
    },
    get total() {
      return total
    },
    count(space, terms, at) {
      if (halvedAt === -Infinity) halvedAt = at
      else if (at - halvedAt >= HALF_LIFE_MS) {
        halve()
        halvedAt = at
      }
      for (let k = 0; k < terms.length; k++) {
        const term = terms[k] as number
        frequency[term] = (frequency[term] as number) + 1
      }
      items.set(space, (items.get(space) ?? 0) + 1)
      total++
      if (total >= nextEpochAt) {
        epoch++
        nextEpochAt = Math.max(total + 50, total * 1.1)
      }
    },
    frequency: (term) => Math.max(1, frequency[term] as number),
    idf(space, term) {
      const all = items.get(space) ?? 0
      return Math.max(0.01, Math.log((all + 50) / ((frequency[term] as number) + 0.5)))
    },
  }
}
