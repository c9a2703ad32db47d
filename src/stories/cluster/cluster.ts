import { maxNewsCount, type SourceTerms } from './boilerplate.ts'
import type { Idf } from './idf.ts'
import type { Cluster, LiveItem } from './live-item.ts'
import { LAST_SLOT, SLOTS } from './packed-counts.ts'
import { termIn, useIn } from './terms.ts'
import { zobristHash } from './zobrist-hash.ts'

/**
 * Each term of a cluster has 9 values, at the offsets below. The values from `ALL_AT` to `BIGRAMS_AT` are the term's
 * components in the vectors of all text, title, summary, names and bigrams. These vectors have the length 1 for each
 * item. `COUNT` is the number of the cluster's items that hold the term. Merging sums the values from `ALL_AT` to
 * `COUNT`, and takes the larger of the values from `EVERYWHERE` to `SPREAD`.
 */
export const VALUES = 9
export const WEIGHT = 0
export const ALL_AT = 1
export const TITLE_AT = 2
export const SUMMARY_AT = 3
export const NAMES_AT = 4
export const BIGRAMS_AT = 5
export const COUNT = 6
/** The number of items in the whole live set that hold the term. */
export const EVERYWHERE = 7
/** The number of days on which items with the term were published, as a logarithm: 0 for 1 day, 1 for 32. */
export const SPREAD = 8

/** Weight of a summary's words in the vector of all text. The weight of a title's words is 1. */
const SUMMARY_SHARE = 0.5

/** Factor for the weight of names, which tell more than other words. */
const NAME_BOOST = 1.3

/** The item as a cluster of one. Its terms are weighted by the present document frequencies. */
export function clusterOf(live: LiveItem, idf: Idf, source: SourceTerms | undefined): Cluster {
  const { column } = live
  const count = live.terms.length
  const terms = live.singleton?.terms ?? new Int32Array(count)
  const values = new Float32Array(count * VALUES)
  const items = idf.itemsOf(live.space)
  const sourceCounts = source?.counts ?? NO_COUNTS
  const maxCount = source === undefined ? Infinity : maxNewsCount(source)
  let all = 0
  let title = 0
  let summary = 0
  let names = 0
  let bigrams = 0
  let titleMass = 0
  let allMass = 0
  for (let k = 0; k < count; k++) {
    const at = k * VALUES
    const entry = live.terms[k] as number
    const use = useIn(entry)
    const term = termIn(entry)
    terms[k] = term
    const weight = (sourceCounts[term & LAST_SLOT] as number) > maxCount ? 0 : idf.weight(term, items)
    const name = (use >> 5) & 1
    const boosted = name === 1 ? weight * NAME_BOOST : weight
    const t = column ? 0 : (use & 3) * boosted
    const s = Math.sqrt((use >> 2) & 7) * boosted
    const n = name === 1 && t + s > 0 ? weight : 0
    const p = column ? 0 : ((use >> 6) & 1) * weight
    const both = t + SUMMARY_SHARE * s
    values[at + WEIGHT] = weight
    values[at + ALL_AT] = both
    values[at + TITLE_AT] = t
    values[at + SUMMARY_AT] = s
    values[at + NAMES_AT] = n
    values[at + BIGRAMS_AT] = p
    values[at + COUNT] = 1
    values[at + EVERYWHERE] = idf.frequency(term)
    values[at + SPREAD] = SPREADS[idf.days(term)] as number
    if (t > 0) titleMass += weight
    if (both > 0) allMass += weight
    all += both * both
    title += t * t
    summary += s * s
    names += n * n
    bigrams += p * p
  }
  const allScale = inverse(all)
  const titleScale = inverse(title)
  const summaryScale = inverse(summary)
  const namesScale = inverse(names)
  const bigramsScale = inverse(bigrams)
  for (let at = 0; at < values.length; at += VALUES) {
    values[at + ALL_AT] = (values[at + ALL_AT] as number) * allScale
    values[at + TITLE_AT] = (values[at + TITLE_AT] as number) * titleScale
    values[at + SUMMARY_AT] = (values[at + SUMMARY_AT] as number) * summaryScale
    values[at + NAMES_AT] = (values[at + NAMES_AT] as number) * namesScale
    values[at + BIGRAMS_AT] = (values[at + BIGRAMS_AT] as number) * bigramsScale
  }
  const { dated, publishedAt } = live
  return {
    items: [live],
    size: 1,
    hashOne: zobristHash(live.itemId, column ? 1 : 2),
    hashTwo: zobristHash(live.itemId, column ? 3 : 4),
    column,
    source: live.sourceId,
    words: count,
    terms,
    values,
    counts: { summaries: summary > 0 ? 1 : 0, names: names > 0 ? 1 : 0, bigrams: bigrams > 0 ? 1 : 0 },
    cohesion: 1,
    titleMass,
    allMass,
    from: dated ? publishedAt : Infinity,
    until: dated ? publishedAt : -Infinity,
    seenFrom: dated ? Infinity : publishedAt,
    seenUntil: dated ? -Infinity : publishedAt,
    publishers: [live.publisher],
  }
}

/** The value `SPREAD` by number of days, 0..32. */
const SPREADS = Float64Array.from({ length: 33 }, (_, days) => Math.log2(Math.max(1, days)) / 5)

/** The term counts of an unknown source. */
const NO_COUNTS = new Uint16Array(SLOTS)

function inverse(square: number): number {
  return square > 0 ? 1 / Math.sqrt(square) : 0
}

/** How much the term at position `k` characterises the cluster. */
export function massOf({ values }: Pick<Cluster, 'values'>, k: number): number {
  const at = k * VALUES
  return Math.max(values[at + ALL_AT] as number, BIGRAM_SHARE * (values[at + BIGRAMS_AT] as number))
}

const BIGRAM_SHARE = 0.5

/**
 * Gives the positions in `cluster.terms` of the terms with the largest mass, at most `maxCount`, the heaviest first.
 * Of two terms with the same mass the smaller term is first.
 */
export function topTerms(cluster: Cluster, maxCount: number): number[] {
  const found: number[] = []
  let minMass = 0
  for (let k = 0; k < cluster.terms.length; k++) {
    const mass = massOf(cluster, k)
    if (mass <= minMass) continue
    // Terms ascend, so a later term with the same mass stays behind.
    let at = Math.min(found.length, maxCount - 1)
    for (; at > 0 && massOf(cluster, found[at - 1] as number) < mass; at--)
      found[at] = found[at - 1] as number
    found[at] = k
    if (found.length === maxCount) minMass = massOf(cluster, found[maxCount - 1] as number)
  }
  return found
}
