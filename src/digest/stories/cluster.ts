import type { Block } from './cells.ts'
import type { Cluster, LiveItem } from './live-item.ts'
import { markOf } from './known-odds.ts'
import type { Rarity } from './rarity.ts'
import { LAST_SLOT, SLOTS } from './packed-form.ts'
import { mostOfNews } from './source-habits.ts'
import type { Form } from './source-habits.ts'
import type { Terms } from './terms.ts'

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
const SUMMARY_SHARE = 0.5

/** A name says more than another word. */
const NAME_BOOST = 1.3

/** Numbers that an item with so many terms keeps: terms, values and uses. */
export function cellsOf(terms: number): number {
  return terms * (1 + VALUES + 1)
}

/** Writes the terms of an item where it keeps them. */
export function writeTerms({ cells, at }: Block, { count, terms, uses }: Terms): void {
  const usesAt = at + count * (1 + VALUES)
  for (let k = 0; k < count; k++) {
    cells[at + k] = terms[k] as number
    cells[usesAt + k] = uses[k] as number
  }
}

/** Weighs the terms of an item anew, in the place where it keeps them. */
export function clusterOf(
  live: LiveItem,
  { cells, at: termsAt }: Block,
  rarity: Rarity,
  form: Form | undefined,
): Cluster {
  const { terms: count, column } = live
  const valuesAt = termsAt + count
  const usesAt = valuesAt + count * VALUES
  const items = rarity.itemsOf(live.space)
  const formCounts = form?.counts ?? NO_COUNTS
  const most = form === undefined ? Infinity : mostOfNews(form)
  let all = 0
  let title = 0
  let summary = 0
  let names = 0
  let pairs = 0
  let titleMass = 0
  let allMass = 0
  for (let k = 0; k < count; k++) {
    const at = valuesAt + k * VALUES
    const term = (cells[termsAt + k] as number) | 0
    const use = (cells[usesAt + k] as number) | 0
    const weight = (formCounts[term & LAST_SLOT] as number) > most ? 0 : rarity.weight(term, items)
    const name = (use >> 5) & 1
    const boosted = name === 1 ? weight * NAME_BOOST : weight
    const t = column ? 0 : (use & 3) * boosted
    const s = (SQUARE_ROOTS[(use >> 2) & 7] as number) * boosted
    const n = name === 1 && t + s > 0 ? weight : 0
    const p = column ? 0 : ((use >> 6) & 1) * weight
    const both = t + SUMMARY_SHARE * s
    cells[at + WEIGHT] = weight
    cells[at + ALL_AT] = both
    cells[at + TITLE_AT] = t
    cells[at + SUMMARY_AT] = s
    cells[at + NAMES_AT] = n
    cells[at + PAIRS_AT] = p
    cells[at + COUNT] = 1
    cells[at + EVERYWHERE] = rarity.frequency(term)
    cells[at + SPREAD] = SPREADS[rarity.days(term)] as number
    if (t > 0) titleMass += weight
    if (both > 0) allMass += weight
    all += both * both
    title += t * t
    summary += s * s
    names += n * n
    pairs += p * p
  }
  const allScale = inverse(all)
  const titleScale = inverse(title)
  const summaryScale = inverse(summary)
  const namesScale = inverse(names)
  const pairsScale = inverse(pairs)
  for (let at = valuesAt; at < usesAt; at += VALUES) {
    cells[at + ALL_AT] = (cells[at + ALL_AT] as number) * allScale
    cells[at + TITLE_AT] = (cells[at + TITLE_AT] as number) * titleScale
    cells[at + SUMMARY_AT] = (cells[at + SUMMARY_AT] as number) * summaryScale
    cells[at + NAMES_AT] = (cells[at + NAMES_AT] as number) * namesScale
    cells[at + PAIRS_AT] = (cells[at + PAIRS_AT] as number) * pairsScale
  }
  const { dated, publishedAt } = live
  return {
    items: [live],
    size: 1,
    markOne: markOf(live.itemId, column ? 1 : 2),
    markTwo: markOf(live.itemId, column ? 3 : 4),
    words: count,
    terms: count,
    cells,
    termsAt,
    valuesAt,
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

/** Of a source that nothing is known of. */
const NO_COUNTS = new Uint16Array(SLOTS)

/** By days, 0..32. */
const SPREADS = Float64Array.from({ length: 33 }, (_, days) => Math.log2(Math.max(1, days)) / 5)

const SQUARE_ROOTS = Float64Array.from({ length: 8 }, (_, count) => Math.sqrt(count))

function inverse(square: number): number {
  return square > 0 ? 1 / Math.sqrt(square) : 0
}

/** How much the term at `k` says of the cluster. */
export function massOf({ cells, valuesAt }: Cluster, k: number): number {
  return massIn(cells, valuesAt + k * VALUES)
}

/** The same of the term whose values stand at `at`. */
export function massIn(values: Float32Array, at: number): number {
  return Math.max(values[at + ALL_AT] as number, PAIR_SHARE * (values[at + PAIRS_AT] as number))
}

const PAIR_SHARE = 0.5
