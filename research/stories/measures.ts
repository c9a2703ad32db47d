import { groupBy } from '../../src/model/group-by.ts'

/** B-cubed precision, recall and F, and F over pairs, of the items that have a true story. */
export interface Agreement {
  readonly items: number
  readonly stories: number
  readonly precision: number
  readonly recall: number
  readonly f: number
  readonly pairF: number
}

/** A labelled item: its true story, and the story in which it was placed. */
export interface Judged {
  readonly truth: string
  readonly placed: number
}

/**
 * Compares placed stories with true stories.
 *
 * @param judged labelled items only
 * @param scored the items whose mean is taken; the other judged items count only as their neighbours in a story
 * @see Bagga and Baldwin, "Entity-based cross-document coreferencing using the vector space model", 1998
 */
export function agreement(judged: readonly Judged[], scored: readonly Judged[] = judged): Agreement {
  const byTruth = countBy(judged.map((one) => one.truth))
  const byPlaced = countBy(judged.map((one) => one.placed))
  const byBoth = countBy(judged.map((one) => `${one.placed} ${one.truth}`))

  let precision = 0
  let recall = 0
  // A pair is met at both of its items, so each of them adds half a pair.
  const pairs = { right: 0, found: 0, wanted: 0 }
  for (const { truth, placed } of scored) {
    const both = byBoth.get(`${placed} ${truth}`) ?? 0
    const together = byPlaced.get(placed) ?? 1
    const eventSize = byTruth.get(truth) ?? 1
    precision += both / together
    recall += both / eventSize
    pairs.right += (both - 1) / 2
    pairs.found += (together - 1) / 2
    pairs.wanted += (eventSize - 1) / 2
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

/** How well placed stories join the items that belong together. */
export interface Joins {
  readonly pairs: PairCounts
  /** Of the pairs that were placed together, the share that belongs together; 1 if there are none. */
  readonly pairPrecision: number
  /** Of the pairs that belong together, the share that was placed together; 1 if there are none. */
  readonly pairRecall: number
}

/** Unordered pairs of labelled items. */
export interface PairCounts {
  readonly right: number
  readonly placed: number
  readonly wanted: number
}

/**
 * Judges joins alone: stories of one item do not count. On real feeds B-cubed is high even if nothing is joined; these
 * measures are not.
 *
 * @param judged labelled items only
 */
export function joins(judged: readonly Judged[]): Joins {
  const byTruth = groupBy(judged, ({ truth }) => truth)
  const byPlaced = groupBy(judged, ({ placed }) => placed)

  const pairs = { right: 0, placed: 0, wanted: 0 }
  for (const items of byTruth.values()) pairs.wanted += pairsOf(items.length)
  for (const items of byPlaced.values()) {
    pairs.placed += pairsOf(items.length)
    for (const count of countBy(items.map(({ truth }) => truth)).values()) pairs.right += pairsOf(count)
  }
  return {
    pairs,
    pairPrecision: share(pairs.right, pairs.placed),
    pairRecall: share(pairs.right, pairs.wanted),
  }
}

function pairsOf(items: number): number {
  return (items * (items - 1)) / 2
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole
}

function countBy<K>(keys: readonly K[]): Map<K, number> {
  const counts = new Map<K, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function harmonic(a: number, b: number): number {
  return a + b === 0 ? 0 : (2 * a * b) / (a + b)
}

/** A labelled item, its true story, the story in which it was placed, and where it is from. */
export interface JudgedItem extends Judged {
  readonly sourceId: string
  readonly language: string | null
}

/** Figures by item: each item of a story of two and more counts once, however large its story is. */
export interface ByItem {
  /** Of an item's mates in its placed story, the mean share that belongs there; 1 if nothing was joined. */
  readonly precision: number
  /** Of the mates that belong to it, the mean share that was found. */
  readonly recall: number
  /** The same, of mates from other sources. */
  readonly recallAcross: number
  /** Of the placed stories of two and more items, the share with one event only; 1 if there are none. */
  readonly whollyRight: number
  readonly stories: number
}

/**
 * Judges joins item by item. Only items of one language are mates.
 *
 * @param judged labelled items only
 */
export function byItem(judged: readonly JudgedItem[]): ByItem {
  const placed = groupsOf(judged, ({ placed }) => placed)
  const events = groupsOf(judged, ({ truth }) => truth)
  const pure = placed.filter((items) => new Set(items.map(({ truth }) => truth)).size === 1).length
  return {
    precision: shareOfMates(placed, (one, other) => one.truth === other.truth),
    recall: shareOfMates(events, isPlacedTogether),
    recallAcross: shareOfMates(events, isPlacedTogether, (one, other) => one.sourceId !== other.sourceId),
    whollyRight: share(pure, placed.length),
    stories: placed.length,
  }
}

function groupsOf(
  judged: readonly JudgedItem[],
  keyOf: (item: JudgedItem) => string | number,
): JudgedItem[][] {
  const groups = groupBy(judged, (item) => `${item.language} ${keyOf(item)}`)
  return [...groups.values()].filter(({ length }) => length > 1)
}

type Test = (one: JudgedItem, other: JudgedItem) => boolean

const isPlacedTogether: Test = (one, other) => one.placed === other.placed

/** The mean over all items that have mates in their group. */
function shareOfMates(
  groups: readonly (readonly JudgedItem[])[],
  isRight: Test,
  isMate: Test = () => true,
): number {
  let sum = 0
  let count = 0
  for (const group of groups) {
    for (const item of group) {
      const mates = group.filter((other) => other !== item && isMate(item, other))
      if (mates.length === 0) continue
      sum += mates.filter((mate) => isRight(item, mate)).length / mates.length
      count++
    }
  }
  return share(sum, count)
}
