import { DAY_MS } from '../../../model/time.ts'
import {
  ALL_AT,
  COUNT,
  EVERYWHERE,
  NAMES_AT,
  BIGRAMS_AT,
  SPREAD,
  SUMMARY_AT,
  TITLE_AT,
  VALUES,
  WEIGHT,
} from '../cluster.ts'
import type { Cluster, LiveItem } from '../live-item.ts'
import { weightOfShare } from '../idf.ts'

/** How much news is known: while it is little, nobody knows which words are rare, and which come back. */
export interface NewsKnown {
  /** Items of a namespace that document frequencies are counted from, faded. */
  itemsOf(space: number): number
  /** Of how many days, 32 at most, the news is known. */
  readonly daysKnown: number
}

/** Fewer words in common say nothing: "Update" is no event. */
const MIN_WORDS = 1.5

/**
 * The weight that a word of a single item is scaled to, whatever the number of items. A larger collection makes every word rarer, but it
 * also holds more items that share a word by chance.
 */
const RARE_WEIGHT = 12

/** Two clusters side by side, with what they have in common: what their features are worked out from. */
export interface Pair {
  readonly a: Cluster
  readonly b: Cluster
  /** Pairs of an item of one and an item of the other. */
  readonly itemPairs: number
  /** Sums over the terms that both hold. */
  readonly shared: SharedTerms
  /** Product of the two cohesions: items of a large story have less in common than two items have. */
  readonly cohesion: number
  /** Scales weights so that those of collections of any size are alike. */
  readonly weightUnit: number
  /** Cosine of all text, in the mean of the item pairs, and over the cohesion, 0..1. */
  readonly meanCosine: number
  readonly cosine: number
  /** Cosine of the titles over the cohesion, 0..1. */
  readonly titleCosine: number
  /** Share of the cosine that is due to words that other items hold too, 0..1. */
  readonly common: number
  /** Share of the item pairs of which one item has no summary. */
  readonly withoutSummary: number
  /** Days between the two, and from the first item to the last; 0 where one side is dated and the other is not. */
  readonly gapDays: number
  readonly spanDays: number
  /** 1 where the times of the two say nothing of each other: one is dated, the other is not. */
  readonly undated: number
  /** Share of the item pairs of one publisher, and of undated items of one source. */
  readonly samePublisher: number
  readonly listed: number
  /** How near to the top of the lists of neighbours of one's items those of the other stand, 0..1. */
  readonly rankOfA: number
  readonly rankOfB: number
  /** Items of the namespace that are known, and days. */
  readonly itemsKnown: number
  readonly daysKnown: number
}

/** Sums over the terms that two clusters hold. "Words" leaves out bigrams of title words. */
interface SharedTerms {
  /** Products of the values of both: all text, titles, title bigrams, summaries, title by summary, names. */
  readonly all: number
  readonly title: number
  readonly bigrams: number
  readonly summary: number
  readonly titleBySummary: number
  readonly names: number
  /** How many words, each by the share of the items that hold it; and how many of the titles. */
  readonly words: number
  readonly titleWords: number
  /** The same with each word's weight. */
  readonly weight: number
  readonly titleWeight: number
  /** The largest and the second largest weight of one word. */
  readonly largest: number
  readonly second: number
  /** `all`, `words` and `weight`, each word by the share of all its occurrences that the two hold. */
  readonly ownAll: number
  readonly ownWords: number
  readonly ownWeight: number
  /** `all` by the days on which each word was in the news, and `weight` by those on which it was not, 0..1. */
  readonly spread: number
  readonly burst: number
}

/** Compares two clusters; `undefined` where they have fewer words in common than it takes. */
export function pairOf(a: Cluster, b: Cluster, known: NewsKnown): Pair | undefined {
  const cohesion = a.cohesion * b.cohesion
  const shared = sharedTerms(a, b, Math.max(0.1, Math.sqrt(cohesion)))
  if (shared === undefined) return undefined
  const itemPairs = a.size * b.size
  const itemsKnown = known.itemsOf((a.items[0] as LiveItem).space)
  const meanCosine = shared.all / itemPairs
  const { gapDays, spanDays, undated } = timesOf(a, b)
  return {
    a,
    b,
    itemPairs,
    shared,
    cohesion,
    weightUnit: RARE_WEIGHT / weightOfShare((itemsKnown + 50) / 0.5),
    meanCosine,
    cosine: Math.min(1, meanCosine / cohesion),
    titleCosine: Math.min(1, shared.title / itemPairs / cohesion),
    common: shared.all > 0 ? 1 - shared.ownAll / shared.all : 1,
    withoutSummary: 1 - share(a.counts.summaries * b.counts.summaries, itemPairs),
    gapDays,
    spanDays,
    undated,
    samePublisher: share(countSamePublisher(a, b), a.publishers.length * b.publishers.length),
    listed: share(countListed(a, b), itemPairs),
    rankOfA: rankIn(b, a),
    rankOfB: rankIn(a, b),
    itemsKnown,
    daysKnown: known.daysKnown,
  }
}

/**
 * @param tightness of the two clusters: a word of a large story is in few of its items
 * @returns `undefined` where the clusters share fewer than `MIN_WORDS`
 */
function sharedTerms(a: Cluster, b: Cluster, tightness: number): SharedTerms | undefined {
  const { terms: at, values: av, size: an } = a
  const { terms: bt, values: bv, size: bn } = b
  let all = 0
  let title = 0
  let bigrams = 0
  let summary = 0
  let titleBySummary = 0
  let names = 0
  let words = 0
  let titleWords = 0
  let weight = 0
  let titleWeight = 0
  let largest = 0
  let second = 0
  let ownAll = 0
  let ownWords = 0
  let ownWeight = 0
  let spread = 0
  let burst = 0
  let i = 0
  let j = 0
  while (i < at.length && j < bt.length) {
    const order = (at[i] as number) - (bt[j] as number)
    if (order < 0) {
      i++
      continue
    }
    if (order > 0) {
      j++
      continue
    }
    const x = i++ * VALUES
    const y = j++ * VALUES
    bigrams += (av[x + BIGRAMS_AT] as number) * (bv[y + BIGRAMS_AT] as number)
    const product = (av[x + ALL_AT] as number) * (bv[y + ALL_AT] as number)
    if (product <= 0) continue
    all += product
    const ta = av[x + TITLE_AT] as number
    const tb = bv[y + TITLE_AT] as number
    const sa = av[x + SUMMARY_AT] as number
    const sb = bv[y + SUMMARY_AT] as number
    title += ta * tb
    summary += sa * sb
    titleBySummary += ta * sb + sa * tb
    names += (av[x + NAMES_AT] as number) * (bv[y + NAMES_AT] as number)
    // A word of every item of both says more than a word of one in ten.
    const inA = av[x + COUNT] as number
    const inB = bv[y + COUNT] as number
    const part = Math.min(1, Math.min(inA / an, inB / bn) / tightness)
    const partWeight = (av[x + WEIGHT] as number) * part
    words += part
    weight += partWeight
    if (ta > 0 && tb > 0) {
      titleWords += part
      titleWeight += partWeight
    }
    if (partWeight > largest) {
      second = largest
      largest = partWeight
    } else if (partWeight > second) second = partWeight
    // Of all items with the word, the share that these clusters hold.
    const everywhere = Math.max(av[x + EVERYWHERE] as number, bv[y + EVERYWHERE] as number)
    const held = Math.min(1, (inA + inB) / everywhere)
    ownAll += product * held
    ownWords += part * held
    ownWeight += partWeight * held
    const days = Math.max(av[x + SPREAD] as number, bv[y + SPREAD] as number)
    spread += product * days
    burst += partWeight * (1 - days)
  }
  if (words < MIN_WORDS) return undefined
  return {
    all,
    title,
    bigrams,
    summary,
    titleBySummary,
    names,
    words,
    titleWords,
    weight,
    titleWeight,
    largest,
    second,
    ownAll,
    ownWords,
    ownWeight,
    spread,
    burst,
  }
}

function timesOf(a: Cluster, b: Cluster): Pick<Pair, 'gapDays' | 'spanDays' | 'undated'> {
  if (a.until !== -Infinity && b.until !== -Infinity) {
    const gap = Math.max(0, a.from - b.until, b.from - a.until)
    const span = Math.max(a.until, b.until) - Math.min(a.from, b.from)
    return { gapDays: gap / DAY_MS, spanDays: span / DAY_MS, undated: 0 }
  }
  if (a.seenUntil !== -Infinity && b.seenUntil !== -Infinity) {
    const gap = Math.max(0, a.seenFrom - b.seenUntil, b.seenFrom - a.seenUntil)
    const span = Math.max(a.seenUntil, b.seenUntil) - Math.min(a.seenFrom, b.seenFrom)
    return { gapDays: gap / DAY_MS, spanDays: span / DAY_MS, undated: 0 }
  }
  return { gapDays: 0, spanDays: 0, undated: 1 }
}

function countSamePublisher(a: Cluster, b: Cluster): number {
  let count = 0
  for (const one of a.publishers) for (const other of b.publishers) if (one === other) count++
  return count
}

/** Couples of undated items of one source, which mostly lists what it has: programs, products, each a thing of its own. */
function countListed(a: Cluster, b: Cluster): number {
  if (a.seenUntil === -Infinity || b.seenUntil === -Infinity) return 0
  let count = 0
  for (const one of a.items) {
    if (one.dated) continue
    for (const other of b.items) if (!other.dated && other.sourceId === one.sourceId) count++
  }
  return count
}

/** How near to the top of the lists of neighbours of `of`'s items one of `cluster` stands, 0..1. */
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
  // Of a large story it is enough that as many items as the other one has are near to it.
  return Math.min(1, sum / Math.min(cluster.size, of.size))
}

/** So few items are found in a list of neighbours sooner than they are put into a set. */
const FEW_ITEMS = 4

/** Position of the first neighbour that is one of a few items; -1 where none is. */
function firstOf(items: readonly LiveItem[], neighbours: readonly LiveItem[]): number {
  let first = -1
  for (const item of items) {
    const at = neighbours.indexOf(item)
    if (at >= 0 && (first < 0 || at < first)) first = at
  }
  return first
}

/** 0 where the whole is nothing. */
export function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0
}
