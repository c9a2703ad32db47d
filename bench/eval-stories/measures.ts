/** B-cubed precision, recall and F, and F over pairs, of the items that have a true story. */
export interface Agreement {
  readonly items: number
  readonly stories: number
  readonly precision: number
  readonly recall: number
  readonly f: number
  readonly pairF: number
}

/** One labelled item: the story it is said to tell, and the story it was placed in. */
export interface Judged {
  readonly truth: string
  readonly placed: number
}

/**
 * Compares stories with the truth. Unlabelled items are left out before, since nothing is known of them.
 *
 * @param scored those that are judged; the others are only what these may be joined with
 * @see Bagga and Baldwin, "Entity-based cross-document coreferencing using the vector space model", 1998
 */
export function agreement(judged: readonly Judged[], scored: readonly Judged[] = judged): Agreement {
  const byTruth = countBy(judged.map((one) => one.truth))
  const byPlaced = countBy(judged.map((one) => one.placed))
  const byBoth = countBy(judged.map((one) => `${one.placed} ${one.truth}`))

  let precision = 0
  let recall = 0
  // Each of the two items of a pair counts half of it.
  const pairs = { right: 0, found: 0, wanted: 0 }
  for (const { truth, placed } of scored) {
    const both = byBoth.get(`${placed} ${truth}`) ?? 0
    const together = byPlaced.get(placed) ?? 1
    const told = byTruth.get(truth) ?? 1
    precision += both / together
    recall += both / told
    pairs.right += (both - 1) / 2
    pairs.found += (together - 1) / 2
    pairs.wanted += (told - 1) / 2
  }
  precision /= scored.length
  recall /= scored.length
  const { right, found, wanted } = pairs
  return {
    items: scored.length,
    stories: new Set(scored.map(({ truth }) => truth)).size,
    precision,
    recall,
    f: harmonic(precision, recall),
    pairF: harmonic(found === 0 ? 0 : right / found, wanted === 0 ? 0 : right / wanted),
  }
}

function countBy<K>(keys: readonly K[]): Map<K, number> {
  const counts = new Map<K, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function harmonic(a: number, b: number): number {
  return a + b === 0 ? 0 : (2 * a * b) / (a + b)
}
