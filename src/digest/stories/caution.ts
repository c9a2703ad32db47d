/** Days of news after which nothing is missing: monthly forms have come back by then. */
const ENOUGH_DAYS = 28
/** Log odds that are taken off for each halving of these. */
const CAUTION = 1
/** Among fewer items than these, so much less of it: a few have no forms that could come back. */
const MANY_ITEMS = 200
/** From this cosine on less is taken off, and nothing where all words are the same. */
const ALIKE = 0.7

/** How much news the clusterer knows. */
export interface NewsKnown {
  /** Items that rarities are counted from, faded. */
  readonly counted: number
  /** Of how many days, 32 at most, the news is known. */
  readonly daysKnown: number
}

/**
 * What is taken off the log odds of two dated clusters with this cosine while the news of few days is known: an event's words
 * have days of their own, a form's have all of them, and what was seen on two days could be either.
 */
export function caution(cosine: number, { counted, daysKnown }: NewsKnown): number {
  const missing = Math.max(0, Math.log2(ENOUGH_DAYS / Math.max(1, daysKnown)))
  const doubt = Math.min(1, (1 - cosine) / (1 - ALIKE))
  return CAUTION * missing * doubt * Math.min(1, counted / MANY_ITEMS)
}
