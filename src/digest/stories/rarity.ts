import { DAY_MS } from '../../domain/time.ts'
import type { EpochMs } from '../../domain/time.ts'
import { TERM_BITS } from './terms.ts'

/** All counts are halved so often, since what is talked about changes. */
const HALF_LIFE_MS = 7 * DAY_MS

/** From so many items on, rarities change slowly. */
const MANY = 3_000

/** What is known of a language beforehand counts as so many items, of which this share hold each of its common words. */
const BELIEVED_ITEMS = 200
const COMMON_SHARE = 0.3

/** How rare terms are, in a namespace a language: counts of the items that hold them. */
export interface Rarity {
  /** Grows when weights computed before no longer hold: with a tenth more items, or half as many more of many. */
  readonly epoch: number
  /** Items counted, faded. */
  readonly total: number
  /** Makes `common` words of a new namespace known as such, before any item has shown it. */
  open(space: number, common: Int32Array): void
  /** Counts one item of `space`, seen at `at`, published at `publishedAt`, with its distinct terms. */
  count(space: number, terms: Int32Array, at: EpochMs, publishedAt: EpochMs): void
  /** ln of one over the share of the namespace's items that hold the term, > 0. */
  idf(space: number, term: number): number
  /** Items that hold the term, faded, at least 1. */
  frequency(term: number): number
  /** On how many days, of 32 at most, items with the term were published: few for an event's own words, many for a form's. */
  days(term: number): number
}

export function createRarity(): Rarity {
  const frequency = new Float32Array(1 << TERM_BITS)
  /** A bit for each day, modulo 32. */
  const days = new Int32Array(1 << TERM_BITS)
  const items = new Map<number, number>()
  let total = 0
  let epoch = 0
  let nextEpochAt = 0
  let halvedAt = -Infinity
  let halvings = 0

  function halve(): void {
    for (let i = 0; i < frequency.length; i++) frequency[i] = (frequency[i] as number) / 2
    for (const [space, count] of items) items.set(space, count / 2)
    total /= 2
    nextEpochAt = 0
    halvings++
    if (halvings % 4 === 0) days.fill(0)
  }

  return {
    get epoch() {
      return epoch
    },
    get total() {
      return total
    },
    open(space, common) {
      if (items.has(space)) return
      items.set(space, common.length > 0 ? BELIEVED_ITEMS : 0)
      for (let k = 0; k < common.length; k++) {
        const term = common[k] as number
        frequency[term] = (frequency[term] as number) + BELIEVED_ITEMS * COMMON_SHARE
        days[term] = -1
      }
    },
    count(space, terms, at, publishedAt) {
      if (halvedAt === -Infinity) halvedAt = at
      else if (at - halvedAt >= HALF_LIFE_MS) {
        halve()
        halvedAt = at
      }
      const day = 1 << (Math.floor(publishedAt / DAY_MS) & 31)
      for (let k = 0; k < terms.length; k++) {
        const term = terms[k] as number
        frequency[term] = (frequency[term] as number) + 1
        days[term] = (days[term] as number) | day
      }
      items.set(space, (items.get(space) ?? 0) + 1)
      total++
      if (total >= nextEpochAt) {
        epoch++
        nextEpochAt = Math.max(total + 50, total * (total < MANY ? 1.1 : 1.5))
      }
    },
    days: (term) => Math.max(1, bitsOf(days[term] as number)),
    frequency: (term) => Math.max(1, frequency[term] as number),
    idf(space, term) {
      const all = items.get(space) ?? 0
      return Math.max(0.01, Math.log((all + 50) / ((frequency[term] as number) + 0.5)))
    },
  }
}

function bitsOf(mask: number): number {
  let rest = mask - ((mask >>> 1) & 0x5555_5555)
  rest = (rest & 0x3333_3333) + ((rest >>> 2) & 0x3333_3333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
