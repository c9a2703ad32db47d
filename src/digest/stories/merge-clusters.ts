import {
  ALL_AT,
  COUNT,
  EVERYWHERE,
  NAMES_AT,
  PAIRS_AT,
  SPREAD,
  SUMMARY_AT,
  TITLE_AT,
  VALUES,
  WEIGHT,
  massIn,
} from './cluster.ts'
import type { Cluster } from './live-item.ts'
import { MOST_TERMS } from './terms.ts'

/** Above so many items nobody asks which publishers they are of. */
const MOST_PUBLISHERS = 12

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
