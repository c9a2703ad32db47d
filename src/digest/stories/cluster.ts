import type { Block } from './cells.ts'
import type { Cluster, LiveItem } from './live-item.ts'
import { markOf } from './known-odds.ts'
import type { Rarity } from './rarity.ts'
import { isBoilerplate } from './source-habits.ts'
import type { Form } from './source-habits.ts'
import { MOST_TERMS } from './terms.ts'
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
export const SUMMARY_SHARE = 0.5

/** A name says more than another word. */
const NAME_BOOST = 1.3

/** Above so many items nobody asks which publishers they are of. */
const MOST_PUBLISHERS = 12

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
    const weight = form !== undefined && isBoilerplate(form, term) ? 0 : rarity.weight(term, items)
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

/** By days, 0..32. */
const SPREADS = Float64Array.from({ length: 33 }, (_, days) => Math.log2(Math.max(1, days)) / 5)

const SQUARE_ROOTS = Float64Array.from({ length: 8 }, (_, count) => Math.sqrt(count))

function inverse(square: number): number {
  return square > 0 ? 1 / Math.sqrt(square) : 0
}

/** Two clusters have no more terms than this together. */
const MOST_MERGED = 2 * MOST_TERMS

/**
 * Where merged clusters stand at first: most of them are merged again at once, and a list of its own for each would cost more to make,
 * and to let go of, than the sums do.
 */
const SCRATCH = 1 << 16
const scratch = new Float32Array(SCRATCH)
let used = 0

/** Puts two clusters together. What comes out holds until the next `startMerging`, and longer where `keepMerged` is called for it. */
export function mergeClusters(a: Cluster, b: Cluster): Cluster {
  const most = a.terms + b.terms
  const room = most * (1 + VALUES)
  const fits = used + room <= SCRATCH
  const cells = fits ? scratch : new Float32Array(room)
  const termsAt = fits ? used : 0
  const valuesAt = termsAt + most
  const n = addUp(a, b, cells, termsAt, valuesAt)
  const kept = n > MOST_KEPT ? prune(n, cells, termsAt, valuesAt) : n
  if (fits) used += most + kept * VALUES
  let square = 0
  const end = valuesAt + kept * VALUES
  for (let at = valuesAt + ALL_AT; at < end; at += VALUES) square += (cells[at] as number) ** 2
  const size = a.size + b.size
  return {
    items: a.items.concat(b.items),
    size,
    markOne: a.markOne ^ b.markOne,
    markTwo: a.markTwo ^ b.markTwo,
    words: a.words + b.words,
    terms: kept,
    cells,
    termsAt,
    valuesAt,
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
    publishers: size > MOST_PUBLISHERS ? [] : a.publishers.concat(b.publishers),
  }
}

/** No cluster is needed any more that was merged and not kept. */
export function startMerging(): void {
  used = 0
}

/** Gives a cluster that may have been merged a list of its own. */
export function keepMerged(cluster: Cluster): void {
  const { cells, termsAt, valuesAt, terms } = cluster
  if (cells !== scratch) return
  const own = new Float32Array(terms * (1 + VALUES))
  for (let k = 0; k < terms; k++) own[k] = cells[termsAt + k] as number
  for (let k = 0; k < terms * VALUES; k++) own[terms + k] = cells[valuesAt + k] as number
  cluster.cells = own
  cluster.termsAt = 0
  cluster.valuesAt = terms
}

/** Writes the terms of both and their values, added up. @returns how many terms there are */
function addUp(a: Cluster, b: Cluster, into: Float32Array, termsAt: number, valuesAt: number): number {
  const { cells: aCells, termsAt: aTerms, terms: aCount } = a
  const { cells: bCells, termsAt: bTerms, terms: bCount } = b
  const aEnd = aTerms + aCount
  const bEnd = bTerms + bCount
  let i = aTerms
  let j = bTerms
  let x = a.valuesAt
  let y = b.valuesAt
  let to = valuesAt
  let n = termsAt
  while (i < aEnd && j < bEnd) {
    const s = aCells[i] as number
    const t = bCells[j] as number
    if (s === t) {
      into[n] = s
      addValues(aCells, x, bCells, y, into, to)
    } else if (s < t) {
      into[n] = s
      copyValues(aCells, x, into, to)
    } else {
      into[n] = t
      copyValues(bCells, y, into, to)
    }
    if (s <= t) {
      i++
      x += VALUES
    }
    if (t <= s) {
      j++
      y += VALUES
    }
    n++
    to += VALUES
  }
  for (; i < aEnd; i++, x += VALUES, n++, to += VALUES) {
    into[n] = aCells[i] as number
    copyValues(aCells, x, into, to)
  }
  for (; j < bEnd; j++, y += VALUES, n++, to += VALUES) {
    into[n] = bCells[j] as number
    copyValues(bCells, y, into, to)
  }
  return n - termsAt
}

/* One after the other: a loop over nine numbers costs more than what it does. */

function copyValues(cells: Float32Array, from: number, into: Float32Array, to: number): void {
  into[to] = cells[from] as number
  into[to + 1] = cells[from + 1] as number
  into[to + 2] = cells[from + 2] as number
  into[to + 3] = cells[from + 3] as number
  into[to + 4] = cells[from + 4] as number
  into[to + 5] = cells[from + 5] as number
  into[to + 6] = cells[from + 6] as number
  into[to + 7] = cells[from + 7] as number
  into[to + 8] = cells[from + 8] as number
}

function addValues(
  a: Float32Array,
  x: number,
  b: Float32Array,
  y: number,
  into: Float32Array,
  to: number,
): void {
  into[to + WEIGHT] = a[x + WEIGHT] as number
  into[to + ALL_AT] = (a[x + ALL_AT] as number) + (b[y + ALL_AT] as number)
  into[to + TITLE_AT] = (a[x + TITLE_AT] as number) + (b[y + TITLE_AT] as number)
  into[to + SUMMARY_AT] = (a[x + SUMMARY_AT] as number) + (b[y + SUMMARY_AT] as number)
  into[to + NAMES_AT] = (a[x + NAMES_AT] as number) + (b[y + NAMES_AT] as number)
  into[to + PAIRS_AT] = (a[x + PAIRS_AT] as number) + (b[y + PAIRS_AT] as number)
  into[to + COUNT] = (a[x + COUNT] as number) + (b[y + COUNT] as number)
  into[to + EVERYWHERE] = Math.max(a[x + EVERYWHERE] as number, b[y + EVERYWHERE] as number)
  into[to + SPREAD] = Math.max(a[x + SPREAD] as number, b[y + SPREAD] as number)
}

const MOST_KEPT = 224
const KEPT_TERMS = 144

const masses = new Float64Array(MOST_MERGED)
const sortedMasses = new Float64Array(MOST_MERGED)

/** Keeps the heaviest terms of a cluster: the rest are words of single items. */
function prune(n: number, cells: Float32Array, termsAt: number, valuesAt: number): number {
  for (let k = 0; k < n; k++) masses[k] = sortedMasses[k] = massIn(cells, valuesAt + k * VALUES)
  const least = sortedMasses.subarray(0, n).sort()[n - KEPT_TERMS] ?? 0
  let kept = 0
  for (let k = 0; k < n && kept < KEPT_TERMS; k++) {
    if ((masses[k] as number) < least) continue
    cells[termsAt + kept] = cells[termsAt + k] as number
    copyValues(cells, valuesAt + k * VALUES, cells, valuesAt + kept * VALUES)
    kept++
  }
  return kept
}

/** How much the term at `k` says of the cluster. */
export function massOf({ cells, valuesAt }: Cluster, k: number): number {
  return massIn(cells, valuesAt + k * VALUES)
}

function massIn(values: Float32Array, at: number): number {
  return Math.max(values[at + ALL_AT] as number, PAIR_SHARE * (values[at + PAIRS_AT] as number))
}

const PAIR_SHARE = 0.5
