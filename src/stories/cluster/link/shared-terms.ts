import {
  ALL_AT,
  BIGRAMS_AT,
  COUNT,
  EVERYWHERE,
  NAMES_AT,
  SPREAD,
  SUMMARY_AT,
  TITLE_AT,
  VALUES,
  WEIGHT,
} from '../cluster.ts'
import type { Cluster } from '../live-item.ts'

/**
 * Sums over the terms that two clusters share. "Words" excludes bigrams of title words. The sums start as `NaN`, so V8
 * compiles the code that reads them for fractions from the start.
 */
const sums = {
  /** Products of the values of both clusters: all text, titles, title bigrams, summaries, title by summary, names. */
  all: Number.NaN,
  title: Number.NaN,
  bigrams: Number.NaN,
  summary: Number.NaN,
  titleBySummary: Number.NaN,
  names: Number.NaN,
  /** The number of words, each weighted by the share of items that hold it; and the number of title words. */
  words: Number.NaN,
  titleWords: Number.NaN,
  /** The same, times the weight of each word. */
  weight: Number.NaN,
  titleWeight: Number.NaN,
  /** The largest and the second largest weight of one word. */
  largest: Number.NaN,
  second: Number.NaN,
  /** `all`, `words` and `weight`, each word times the share of its items that are in the two clusters. */
  ownAll: Number.NaN,
  ownWords: Number.NaN,
  ownWeight: Number.NaN,
  /** `all` times the spread of each word over days, 0..1, and `weight` times 1 minus the spread. */
  spread: Number.NaN,
  burst: Number.NaN,
}

export type SharedTerms = Readonly<typeof sums>

/**
 * Adds up the terms that two clusters share.
 *
 * @param tightness of the two clusters, for words of a large story that only few of its items hold
 * @returns an object that all pairs share; the sums are valid until the next call
 */
export function sumSharedTerms(a: Cluster, b: Cluster, tightness: number): SharedTerms {
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
    // A word of all items says more than a word of 10 % of them.
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
    // The share of all items with the word that are in these clusters.
    const everywhere = Math.max(av[x + EVERYWHERE] as number, bv[y + EVERYWHERE] as number)
    const held = Math.min(1, (inA + inB) / everywhere)
    ownAll += product * held
    ownWords += part * held
    ownWeight += partWeight * held
    const days = Math.max(av[x + SPREAD] as number, bv[y + SPREAD] as number)
    spread += product * days
    burst += partWeight * (1 - days)
  }
  sums.all = all
  sums.title = title
  sums.bigrams = bigrams
  sums.summary = summary
  sums.titleBySummary = titleBySummary
  sums.names = names
  sums.words = words
  sums.titleWords = titleWords
  sums.weight = weight
  sums.titleWeight = titleWeight
  sums.largest = largest
  sums.second = second
  sums.ownAll = ownAll
  sums.ownWords = ownWords
  sums.ownWeight = ownWeight
  sums.spread = spread
  sums.burst = burst
  return sums
}
