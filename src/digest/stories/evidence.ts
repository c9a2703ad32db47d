import { DAY_MS } from '../../domain/time.ts'
import { findShared } from './held-terms.ts'
import type { Cluster, LiveItem } from './live-item.ts'
import { weightOfShare } from './term-weight.ts'
import {
  ALL_AT,
  COUNT,
  EVERYWHERE,
  NAMES_AT,
  PAIRS_AT,
  SPREAD,
  SUMMARY_AT,
  TITLE_AT,
  WEIGHT,
} from './cluster.ts'

/** What speaks for and against two clusters telling one event, in the order of the learned weights. */
export const EVIDENCE = [
  'all',
  'title',
  'pairs',
  'summary',
  'across',
  'names',
  'words',
  'titleWords',
  'rarity',
  'rarest',
  'titleRarity',
  'bare',
  'bareTitle',
  'gap',
  'span',
  'undated',
  'samePublisher',
  'length',
  'allSquare',
  'allGap',
  'average',
  'own',
  'ownWords',
  'crowd',
  'gapCrowd',
  'spanCrowd',
  'undatedCrowd',
  'apart',
  'apartCrowd',
  'ownRarity',
  'second',
  'overlap',
  'titleOverlap',
  'rank',
  'mutual',
  'spread',
  'burst',
  'spreadApart',
  'bothNamed',
  'fewItems',
  'fewDays',
  'listed',
  'bias',
] as const

/** How much news is known: while it is little, nobody knows which words are rare, and which come back. */
export interface NewsKnown {
  /** Items of a namespace that rarities are counted from, faded. */
  itemsOf(space: number): number
  /** Of how many days, 32 at most, the news is known. */
  readonly daysKnown: number
}

/**
 * So many items, and days, are enough, as logarithms to base 2. With more items the labelled sets would be told apart by their sizes, and
 * what is learned of one's own does not hold for the next.
 */
const MANY_ITEMS = 8
const MANY_DAYS = 5

/**
 * The weight that a word of a single item is scaled to, whatever the number of items. A larger collection makes every word rarer, but it
 * also holds more items that share a word by chance.
 */
const COMPARED_TO = 12

/** Fewer words in common say nothing: "Update" is no event. */
export const LEAST_WORDS = 1.5

/**
 * Writes what two clusters have in common to `out`: as many numbers as `EVIDENCE` has names, most of them 0..1. Of those with
 * fewer words in common than it takes, only that.
 */
export function measure(a: Cluster, b: Cluster, known: NewsKnown, out: Float64Array): void {
  const { cells: av, size: an } = a
  const { cells: bv, size: bn } = b
  let all = 0
  let title = 0
  let pairs = 0
  let summary = 0
  let across = 0
  let names = 0
  let words = 0
  let titleWords = 0
  let rarity = 0
  let titleRarity = 0
  let rarest = 0
  let own = 0
  let ownWords = 0
  let ownRarity = 0
  let second = 0
  let spread = 0
  let burst = 0
  // Many items have less in common than two have: without this, what holds for pairs would not hold for big stories.
  const both = a.cohesion * b.cohesion
  const tightness = Math.max(0.1, Math.sqrt(both))
  const { count: sharedCount, first, second: others } = findShared(a, b)
  for (let k = 0; k < sharedCount; k++) {
    const x = first[k] as number
    const y = others[k] as number
    pairs += (av[x + PAIRS_AT] as number) * (bv[y + PAIRS_AT] as number)
    const whole = (av[x + ALL_AT] as number) * (bv[y + ALL_AT] as number)
    if (whole > 0) {
      all += whole
      const weight = av[x + WEIGHT] as number
      const ta = av[x + TITLE_AT] as number
      const tb = bv[y + TITLE_AT] as number
      const sa = av[x + SUMMARY_AT] as number
      const sb = bv[y + SUMMARY_AT] as number
      title += ta * tb
      summary += sa * sb
      across += ta * sb + sa * tb
      names += (av[x + NAMES_AT] as number) * (bv[y + NAMES_AT] as number)
      // A word of every item of both says more than a word of one in ten.
      const inA = av[x + COUNT] as number
      const inB = bv[y + COUNT] as number
      const common = smaller(1, smaller(inA / an, inB / bn) / tightness)
      words += common
      // Of all items with the word, the share that these clusters hold.
      const everywhere = larger(av[x + EVERYWHERE] as number, bv[y + EVERYWHERE] as number)
      const held = smaller(1, (inA + inB) / everywhere)
      own += whole * held
      const days = larger(av[x + SPREAD] as number, bv[y + SPREAD] as number)
      const strength = weight * common
      spread += whole * days
      burst += strength * (1 - days)
      ownWords += common * held
      rarity += strength
      ownRarity += strength * held
      if (ta > 0 && tb > 0) {
        titleWords += common
        titleRarity += strength
      }
      if (strength > rarest) {
        second = rarest
        rarest = strength
      } else if (strength > second) second = strength
    }
  }
  out[6] = Math.log1p(words) / 3
  if (words < LEAST_WORDS) return
  const items = known.itemsOf((a.items[0] as LiveItem).space)
  const couples = an * bn
  const summaries = a.counts.summaries * b.counts.summaries
  const cosine = Math.min(1, all / couples / both)
  const titleCosine = Math.min(1, title / couples / both)
  const bare = 1 - share(summaries, couples)
  const dated = a.until !== -Infinity && b.until !== -Infinity
  const undated = a.seenUntil !== -Infinity && b.seenUntil !== -Infinity
  let gap = 0
  let span = 0
  if (dated) {
    gap = Math.max(0, a.from - b.until, b.from - a.until) / DAY_MS
    span = (Math.max(a.until, b.until) - Math.min(a.from, b.from)) / DAY_MS
  } else if (undated) {
    gap = Math.max(0, a.seenFrom - b.seenUntil, b.seenFrom - a.seenUntil) / DAY_MS
    span = (Math.max(a.seenUntil, b.seenUntil) - Math.min(a.seenFrom, b.seenFrom)) / DAY_MS
  }
  const listed = a.seenUntil !== -Infinity && b.seenUntil !== -Infinity ? countListed(a, b) : 0
  let same = 0
  for (const p of a.publishers) for (const q of b.publishers) if (p === q) same++

  const unit = COMPARED_TO / weightOfShare((items + 50) / 0.5)
  out[0] = cosine
  out[1] = titleCosine
  out[2] = Math.min(1, share(pairs, a.counts.pairs * b.counts.pairs) / both)
  out[3] = Math.min(1, share(summary, summaries) / both)
  out[4] = Math.min(1, share(across, an * b.counts.summaries + a.counts.summaries * bn) / both)
  out[5] = Math.min(1, share(names, a.counts.names * b.counts.names) / both)
  out[7] = Math.log1p(titleWords) / 3
  out[8] = Math.log1p(rarity * unit) / 5
  out[9] = (rarest * unit) / 20
  out[10] = Math.log1p(titleRarity * unit) / 5
  out[11] = bare
  out[12] = bare * titleCosine
  out[13] = Math.log1p(gap) / 2
  out[14] = Math.log1p(span) / 2
  out[15] = dated || undated ? 0 : 1
  out[16] = share(same, a.publishers.length * b.publishers.length)
  out[17] = Math.max(0, Math.log(a.words / an) + Math.log(b.words / bn) - 4) / 4
  out[18] = cosine * cosine
  out[19] = cosine * out[13]
  out[20] = all / couples
  const crowd = all > 0 ? 1 - own / all : 1
  out[21] = Math.min(1, own / couples / both)
  out[22] = Math.log1p(ownWords) / 3
  out[23] = crowd
  out[24] = out[13] * crowd
  out[25] = out[14] * crowd
  out[26] = out[15] * crowd
  out[27] = Math.log1p(24 * gap) / 4
  out[28] = out[27] * crowd
  out[29] = Math.log1p(ownRarity * unit) / 5
  out[30] = (second * unit) / 20
  out[31] = share(rarity, Math.min(a.allMass / an, b.allMass / bn))
  out[32] = share(titleRarity, Math.min(a.titleMass / an, b.titleMass / bn))
  const forth = rankOf(a, b)
  const back = rankOf(b, a)
  out[33] = Math.max(forth, back)
  out[34] = Math.min(forth, back)
  out[35] = all > 0 ? spread / all : 1
  out[36] = Math.log1p(burst * unit) / 5
  out[37] = out[35] * out[27]
  out[38] = share(a.counts.names * b.counts.names, couples)
  out[39] = lack(1 + items, MANY_ITEMS)
  out[40] = lack(Math.max(1, known.daysKnown), MANY_DAYS)
  out[41] = share(listed, an * bn)
  out[42] = 1
}

/** Pairs of undated items of one source, which mostly lists what it has: programs, products, each a thing of its own. */
function countListed(a: Cluster, b: Cluster): number {
  let count = 0
  for (const one of a.items) {
    if (one.dated) continue
    for (const other of b.items) if (!other.dated && other.sourceId === one.sourceId) count++
  }
  return count
}

/** Of more items those of the other side are marked; fewer are looked for one by one. */
const FEW = 4

let comparison = 0

/** How near the top of their lists of the likest the items of `a` have one of `b`, 0..1. */
function rankOf(a: Cluster, b: Cluster): number {
  const marked = b.size > FEW
  comparison++
  if (marked) for (const item of b.items) item.mark = comparison
  let sum = 0
  for (const { likest } of a.items) {
    const rank = marked ? firstMarked(likest) : firstOf(b.items, likest)
    if (rank < likest.length) sum += 1 / (1 + rank)
  }
  // Of a big story it is enough that as many items as the other one has are near to it.
  return Math.min(1, sum / Math.min(a.size, b.size))
}

/** Where the first item stands that is part of this comparison; behind the last where there is none. */
function firstMarked(list: readonly LiveItem[]): number {
  let at = 0
  while (at < list.length && (list[at] as LiveItem).mark !== comparison) at++
  return at
}

/** The same of few items, without marks. */
function firstOf(items: readonly LiveItem[], list: readonly LiveItem[]): number {
  let first = list.length
  for (let k = 0; k < items.length; k++) {
    const item = items[k] as LiveItem
    let at = 0
    while (at < first && list[at] !== item) at++
    first = at
  }
  return first
}

/** Of two numbers; `Math.min` and `Math.max` look out for more than there can be here. */
function smaller(one: number, two: number): number {
  return one < two ? one : two
}

function larger(one: number, two: number): number {
  return one > two ? one : two
}

/** Also of whole numbers: code that divides these itself is compiled anew when the first quotient is not whole. */
function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0
}

/** How far some number, from 1 on, is from being enough: 1..0. */
function lack(number: number, enough: number): number {
  return Math.max(0, 1 - Math.log2(number) / enough)
}
