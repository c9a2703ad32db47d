import type { Cluster, LiveItem } from './live-item.ts'

/**
 * Numbers a term: its weight, its shares of the items' vectors of all text, title, summary, names and pairs, each
 * vector of length 1, how many of the items hold it, how many of all, and on how many days.
 */
export const VALUES = 9
export const WEIGHT = 0
export const ALL_AT = 1
export const TITLE_AT = 2
export const SUMMARY_AT = 3
export const NAMES_AT = 4
export const PAIRS_AT = 5
export const COUNT = 6
/** Items of the whole live set that hold the term. */
export const EVERYWHERE = 7
/** Days on which items with the term were published, as a logarithm, 0..1. */
export const SPREAD = 8

/** How much a summary's words count where all text is taken together. */
export const SUMMARY_SHARE = 0.5

/** A name says more than another word. */
const NAME_BOOST = 1.3

/** Above so many items nobody asks which publishers they are of. */
const MOST_PUBLISHERS = 12

/** How much a term of an item counts, >= 0, how many live items hold it, and on how many days of 32. */
export interface Weigher {
  weightOf(term: number): number
  frequencyOf(term: number): number
  daysOf(term: number): number
}

export function clusterOf(live: LiveItem, weigher: Weigher): Cluster {
  const { terms, uses } = live
  const values = new Float32Array(terms.length * VALUES)
  let all = 0
  let title = 0
  let summary = 0
  let names = 0
  let pairs = 0
  let titleMass = 0
  let allMass = 0
  for (let k = 0; k < terms.length; k++) {
    const at = k * VALUES
    const term = terms[k] as number
    const weight = weigher.weightOf(term)
    const use = uses[k] as number
    const name = (use >> 5) & 1
    const boosted = name === 1 ? weight * NAME_BOOST : weight
    const t = live.column ? 0 : (use & 3) * boosted
    const s = (SQUARE_ROOTS[(use >> 2) & 7] as number) * boosted
    const n = name === 1 && t + s > 0 ? weight : 0
    const p = live.column ? 0 : ((use >> 6) & 1) * weight
    const both = t + SUMMARY_SHARE * s
    values[at + WEIGHT] = weight
    values[at + ALL_AT] = both
    values[at + TITLE_AT] = t
    values[at + SUMMARY_AT] = s
    values[at + NAMES_AT] = n
    values[at + PAIRS_AT] = p
    values[at + COUNT] = 1
    values[at + EVERYWHERE] = weigher.frequencyOf(term)
    values[at + SPREAD] = Math.log2(weigher.daysOf(term)) / 5
    if (t > 0) titleMass += weight
    if (both > 0) allMass += weight
    all += both * both
    title += t * t
    summary += s * s
    names += n * n
    pairs += p * p
  }
  const scales = [inverse(all), inverse(title), inverse(summary), inverse(names), inverse(pairs)]
  for (let at = 0; at < values.length; at += VALUES) {
    for (let f = 0; f < 5; f++)
      values[at + ALL_AT + f] = (values[at + ALL_AT + f] as number) * (scales[f] as number)
  }
  const { dated, publishedAt } = live
  return {
    items: [live],
    size: 1,
    words: terms.length,
    terms,
    values,
    counts: { summaries: summary > 0 ? 1 : 0, names: names > 0 ? 1 : 0, pairs: pairs > 0 ? 1 : 0 },
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

const SQUARE_ROOTS = Float64Array.from({ length: 8 }, (_, count) => Math.sqrt(count))

function inverse(square: number): number {
  return square > 0 ? 1 / Math.sqrt(square) : 0
}

const mergedTerms = new Int32Array(4096)
const mergedValues = new Float32Array(4096 * VALUES)

export function mergeClusters(a: Cluster, b: Cluster): Cluster {
  let i = 0
  let j = 0
  let n = 0
  while (i < a.terms.length || j < b.terms.length) {
    const s = i < a.terms.length ? (a.terms[i] ?? 0) : 0x7fffffff
    const t = j < b.terms.length ? (b.terms[j] ?? 0) : 0x7fffffff
    const at = n * VALUES
    mergedTerms[n] = s < t ? s : t
    if (s === t) {
      mergedValues[at] = a.values[i * VALUES] ?? 0
      for (let f = 1; f < EVERYWHERE; f++) {
        mergedValues[at + f] = (a.values[i * VALUES + f] ?? 0) + (b.values[j * VALUES + f] ?? 0)
      }
      mergedValues[at + EVERYWHERE] = Math.max(
        a.values[i * VALUES + EVERYWHERE] ?? 0,
        b.values[j * VALUES + EVERYWHERE] ?? 0,
      )
      mergedValues[at + SPREAD] = Math.max(
        a.values[i * VALUES + SPREAD] ?? 0,
        b.values[j * VALUES + SPREAD] ?? 0,
      )
      i++
      j++
    } else if (s < t) {
      for (let f = 0; f < VALUES; f++) mergedValues[at + f] = a.values[i * VALUES + f] ?? 0
      i++
    } else {
      for (let f = 0; f < VALUES; f++) mergedValues[at + f] = b.values[j * VALUES + f] ?? 0
      j++
    }
    n++
    if (n >= 4096) break
  }
  if (n > MOST_TERMS) n = prune(n)
  const values = mergedValues.slice(0, n * VALUES)
  const size = a.size + b.size
  let square = 0
  for (let at = ALL_AT; at < values.length; at += VALUES) square += (values[at] as number) ** 2
  return {
    items: [...a.items, ...b.items],
    size,
    words: a.words + b.words,
    terms: mergedTerms.slice(0, n),
    values,
    counts: {
      summaries: a.counts.summaries + b.counts.summaries,
      names: a.counts.names + b.counts.names,
      pairs: a.counts.pairs + b.counts.pairs,
    },
    cohesion: Math.sqrt(square) / size,
    titleMass: a.titleMass + b.titleMass,
    allMass: a.allMass + b.allMass,
    from: Math.min(a.from, b.from),
    until: Math.max(a.until, b.until),
    seenFrom: Math.min(a.seenFrom, b.seenFrom),
    seenUntil: Math.max(a.seenUntil, b.seenUntil),
    publishers: size > MOST_PUBLISHERS ? [] : [...a.publishers, ...b.publishers],
  }
}

const MOST_TERMS = 224
const KEPT_TERMS = 144

/** Keeps the heaviest terms of a cluster: the rest are words of single items. */
function prune(n: number): number {
  const masses = new Float64Array(n)
  for (let k = 0; k < n; k++) masses[k] = massAt(k)
  const least = masses.slice().sort()[n - KEPT_TERMS] ?? 0
  let kept = 0
  for (let k = 0; k < n && kept < KEPT_TERMS; k++) {
    if ((masses[k] ?? 0) < least) continue
    mergedTerms[kept] = mergedTerms[k] ?? 0
    mergedValues.copyWithin(kept * VALUES, k * VALUES, (k + 1) * VALUES)
    kept++
  }
  return kept
}

function massAt(k: number): number {
  return massIn(mergedValues, k)
}

/** How much the term at `k` says of the cluster. */
export function massOf(cluster: Cluster, k: number): number {
  return massIn(cluster.values, k)
}

function massIn(values: Float32Array, k: number): number {
  const at = k * VALUES
  return Math.max(values[at + ALL_AT] as number, PAIR_SHARE * (values[at + PAIRS_AT] as number))
}

const PAIR_SHARE = 0.5
