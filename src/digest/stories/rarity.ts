/** Terms are hashed to so many numbers; two of half a million share one in one case of nine, mostly two rare ones. */
export const TERM_BITS = 22
const TERMS = 1 << TERM_BITS

/** Where the tables have taken in so many items, all counts are halved: languages drift. */
const HALVE_AT = 400_000

/** How rare terms are, in a namespace a language: counts of the items that hold them. */
export interface Rarity {
  /** Grows when weights computed before no longer hold: with a twentieth more items. */
  readonly epoch: number
  /** Counts one item of `space` with its distinct terms. */
  count(space: number, terms: Int32Array): void
  /** ln of one over the share of the namespace's items that hold the term, > 0. */
  idf(space: number, term: number): number
}

export function createRarity(): Rarity {
  const frequency = new Float32Array(TERMS)
  const items: number[] = []
  let total = 0
  let nextEpochAt = 0
  let epoch = 0

  return {
    get epoch() {
      return epoch
    },
    count(space, terms) {
      for (const term of terms) frequency[term] = (frequency[term] ?? 0) + 1
      items[space] = (items[space] ?? 0) + 1
      total++
      if (total >= HALVE_AT) {
        for (let i = 0; i < TERMS; i++) frequency[i] = (frequency[i] ?? 0) / 2
        for (let i = 0; i < items.length; i++) items[i] = (items[i] ?? 0) / 2
        total /= 2
        nextEpochAt = 0
      }
      if (total >= nextEpochAt) {
        epoch++
        nextEpochAt = Math.max(total + 20, total * 1.05)
      }
    },
    idf(space, term) {
      const all = items[space] ?? 0
      return Math.max(0.01, Math.log((all + 50) / ((frequency[term] ?? 0) + 0.5)))
    },
  }
}
