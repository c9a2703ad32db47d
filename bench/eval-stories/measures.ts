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
 * @see Bagga and Baldwin, "Entity-based cross-document coreferencing using the vector space model", 1998
 */
export function agreement(judged: readonly Judged[]): Agreement {
  const byTruth = countBy(judged.map((one) => one.truth))
  const byPlaced = countBy(judged.map((one) => one.placed))
  const byBoth = countBy(judged.map((one) => `${one.placed} ${one.truth}`))

  let precision = 0
  let recall = 0
  for (const { truth, placed } of judged) {
    const both = byBoth.get(`${placed} ${truth}`) ?? 0
    precision += both / (byPlaced.get(placed) ?? 1)
    recall += both / (byTruth.get(truth) ?? 1)
  }
  precision /= judged.length
  recall /= judged.length

  const right = pairs(byBoth)
  const found = pairs(byPlaced)
  const wanted = pairs(byTruth)
  return {
    items: judged.length,
    stories: byTruth.size,
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

function pairs<K>(counts: ReadonlyMap<K, number>): number {
  let sum = 0
  for (const count of counts.values()) sum += (count * (count - 1)) / 2
  return sum
}

function harmonic(a: number, b: number): number {
  return a + b === 0 ? 0 : (2 * a * b) / (a + b)
}
