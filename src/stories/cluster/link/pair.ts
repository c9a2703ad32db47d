import { DAY_MS } from '../../../model/time.ts'
import { weightOfShare } from '../idf.ts'
import type { Cluster, LiveItem } from '../live-item.ts'
import { sumSharedTerms, type SharedTerms } from './shared-terms.ts'

/** How much news is known. With little news it is unknown which words are rare and which return. */
export interface NewsKnown {
  /** The number of items behind the document frequencies of a namespace, faded with time. */
  itemsOf(space: number): number
  /** The number of days with known news, at most 32. */
  readonly daysKnown: number
}

/** Clusters that share fewer words are not compared: "Update" is no event. */
const MIN_WORDS = 1.5

/**
 * The scaled weight of a word of a single item, in a collection of any size. In a larger collection every word is
 * rarer, but more items share a word by chance.
 */
const RARE_WEIGHT = 12

/** Two clusters and what they share. Their features are computed from it. */
export interface Pair {
  readonly a: Cluster
  readonly b: Cluster
  /** The number of pairs of an item of `a` and an item of `b`. */
  readonly itemPairs: number
  /** Sums over the terms that both hold. */
  readonly shared: SharedTerms
  /** Product of the two cohesions. Items of a large story have less in common than two items. */
  readonly cohesion: number
  /** Divisor that makes the weights of collections of different sizes comparable. */
  readonly weightUnit: number
  /** Cosine of all text, 0..1: the mean over the item pairs, and the same divided by the cohesion. */
  readonly meanCosine: number
  readonly cosine: number
  /** Cosine of the titles divided by the cohesion, 0..1. */
  readonly titleCosine: number
  /** Share of the cosine from words that other items hold too, 0..1. */
  readonly common: number
  /** Share of the item pairs in which an item has no summary. */
  readonly withoutSummary: number
  /** Days between the two, and from the first item to the last; 0 where one side is dated and the other is not. */
  readonly gapDays: number
  readonly spanDays: number
  /** 1 if one side is dated and the other is not: their times cannot be compared. */
  readonly undated: number
  /** Share of the item pairs of one publisher, and of undated items of one source. */
  readonly samePublisher: number
  readonly listed: number
  /** The reciprocal ranks of one cluster's items in the neighbour lists of the other, as `rankIn` gives them. */
  readonly rankOfA: number
  readonly rankOfB: number
  /** The numbers of known items of the namespace, and of known days. */
  readonly itemsKnown: number
  readonly daysKnown: number
}

/** Reused by all pairs, like their sums. New objects would be about 33 % of the clusterer's allocations. */
const pair = {
  a: undefined as Cluster | undefined,
  b: undefined as Cluster | undefined,
  shared: undefined as SharedTerms | undefined,
  itemPairs: Number.NaN,
  cohesion: Number.NaN,
  weightUnit: Number.NaN,
  meanCosine: Number.NaN,
  cosine: Number.NaN,
  titleCosine: Number.NaN,
  common: Number.NaN,
  withoutSummary: Number.NaN,
  gapDays: Number.NaN,
  spanDays: Number.NaN,
  undated: Number.NaN,
  samePublisher: Number.NaN,
  listed: Number.NaN,
  rankOfA: Number.NaN,
  rankOfB: Number.NaN,
  itemsKnown: Number.NaN,
  daysKnown: Number.NaN,
}

/**
 * Compares two clusters.
 *
 * @returns the pair, valid until the next call; `undefined` if they share too few words
 */
export function pairOf(a: Cluster, b: Cluster, known: NewsKnown): Pair | undefined {
  const cohesion = a.cohesion * b.cohesion
  const shared = sumSharedTerms(a, b, Math.max(0.1, Math.sqrt(cohesion)))
  if (shared.words < MIN_WORDS) return undefined
  const itemPairs = a.size * b.size
  const itemsKnown = known.itemsOf((a.items[0] as LiveItem).space)
  const meanCosine = shared.all / itemPairs
  pair.a = a
  pair.b = b
  pair.itemPairs = itemPairs
  pair.shared = shared
  pair.cohesion = cohesion
  pair.weightUnit = RARE_WEIGHT / weightOfShare((itemsKnown + 50) / 0.5)
  pair.meanCosine = meanCosine
  pair.cosine = Math.min(1, meanCosine / cohesion)
  pair.titleCosine = Math.min(1, shared.title / itemPairs / cohesion)
  pair.common = shared.all > 0 ? 1 - shared.ownAll / shared.all : 1
  pair.withoutSummary = 1 - share(a.counts.summaries * b.counts.summaries, itemPairs)
  setTimes(a, b)
  pair.samePublisher = share(countSamePublisher(a, b), a.publishers.length * b.publishers.length)
  pair.listed = share(countListed(a, b), itemPairs)
  pair.rankOfA = rankIn(b, a)
  pair.rankOfB = rankIn(a, b)
  pair.itemsKnown = itemsKnown
  pair.daysKnown = known.daysKnown
  return pair as Pair
}

/** Sets the distance of the two clusters in time, by their dated items if both have some, else by undated ones. */
function setTimes(a: Cluster, b: Cluster): void {
  const bothDated = a.until !== -Infinity && b.until !== -Infinity
  const bothUndated = a.seenUntil !== -Infinity && b.seenUntil !== -Infinity
  pair.undated = bothDated || bothUndated ? 0 : 1
  pair.gapDays = 0
  pair.spanDays = 0
  if (bothDated) {
    pair.gapDays = Math.max(0, a.from - b.until, b.from - a.until) / DAY_MS
    pair.spanDays = (Math.max(a.until, b.until) - Math.min(a.from, b.from)) / DAY_MS
  } else if (bothUndated) {
    pair.gapDays = Math.max(0, a.seenFrom - b.seenUntil, b.seenFrom - a.seenUntil) / DAY_MS
    pair.spanDays = (Math.max(a.seenUntil, b.seenUntil) - Math.min(a.seenFrom, b.seenFrom)) / DAY_MS
  }
}

function countSamePublisher(a: Cluster, b: Cluster): number {
  let count = 0
  for (const one of a.publishers) for (const other of b.publishers) if (one === other) count++
  return count
}

/** Counts pairs of undated items of one source. They are mostly entries of a list, for example of products. */
function countListed(a: Cluster, b: Cluster): number {
  if (a.seenUntil === -Infinity || b.seenUntil === -Infinity) return 0
  let count = 0
  for (const one of a.items) {
    if (one.dated) continue
    for (const other of b.items) if (!other.dated && other.sourceId === one.sourceId) count++
  }
  return count
}

/** Sums the reciprocal rank of the first item of `cluster` in each neighbour list of the items of `of`; scaled to 0..1. */
function rankIn(cluster: Cluster, of: Cluster): number {
  const held = cluster.size > FEW_ITEMS ? new Set(cluster.items) : undefined
  let sum = 0
  for (const { neighbours } of of.items) {
    const rank =
      held === undefined
        ? firstOf(cluster.items, neighbours)
        : neighbours.findIndex((neighbour) => held.has(neighbour))
    if (rank >= 0) sum += 1 / (1 + rank)
  }
  // Of a large cluster, only as many items as the other cluster has need to be near.
  return Math.min(1, sum / Math.min(cluster.size, of.size))
}

/** For so few items a search in the list is faster than making a set. */
const FEW_ITEMS = 4

/** Position of the first neighbour that is one of `items`; -1 if none is. */
function firstOf(items: readonly LiveItem[], neighbours: readonly LiveItem[]): number {
  let first = -1
  for (const item of items) {
    const at = neighbours.indexOf(item)
    if (at >= 0 && (first < 0 || at < first)) first = at
  }
  return first
}

/** 0 if the whole is 0. */
export function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0
}
