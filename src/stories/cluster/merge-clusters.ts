import { ALL_AT, COUNT, EVERYWHERE, SPREAD, VALUES, WEIGHT, massOf } from './cluster.ts'
import type { Cluster } from './live-item.ts'
import { TERM_BITS } from './terms.ts'

/** A cluster of more items does not keep its publishers. It then shares no publisher with any cluster. */
const MAX_PUBLISHERS = 12

export function mergeClusters(a: Cluster, b: Cluster): Cluster {
  const { terms, values } = pruned(sumOf(a, b))
  let square = 0
  for (let at = ALL_AT; at < values.length; at += VALUES) square += (values[at] as number) ** 2
  const size = a.size + b.size
  return {
    items: a.items.concat(b.items),
    size,
    hashOne: a.hashOne ^ b.hashOne,
    hashTwo: a.hashTwo ^ b.hashTwo,
    column: a.column && b.column,
    source: a.source === b.source ? a.source : undefined,
    words: a.words + b.words,
    terms,
    values,
    counts: {
      summaries: a.counts.summaries + b.counts.summaries,
      names: a.counts.names + b.counts.names,
      bigrams: a.counts.bigrams + b.counts.bigrams,
    },
    cohesion: Math.sqrt(square) / size,
    titleMass: a.titleMass + b.titleMass,
    allMass: a.allMass + b.allMass,
    from: Math.min(a.from, b.from),
    until: Math.max(a.until, b.until),
    seenFrom: Math.min(a.seenFrom, b.seenFrom),
    seenUntil: Math.max(a.seenUntil, b.seenUntil),
    publishers: size > MAX_PUBLISHERS ? [] : a.publishers.concat(b.publishers),
  }
}

type TermValues = Pick<Cluster, 'terms' | 'values'>

/** The terms of both in ascending order, with merged values. */
function sumOf(a: TermValues, b: TermValues): TermValues {
  const count = a.terms.length + b.terms.length - sharedCount(a.terms, b.terms)
  const terms = new Int32Array(count)
  const values = new Float32Array(count * VALUES)
  for (let i = 0, j = 0, n = 0; n < count; n++) {
    const inA = i < a.terms.length ? (a.terms[i] as number) : NO_TERM
    const inB = j < b.terms.length ? (b.terms[j] as number) : NO_TERM
    terms[n] = Math.min(inA, inB)
    if (inB >= inA) addTerm(a.values, i++, values, n)
    if (inA >= inB) addTerm(b.values, j++, values, n)
  }
  return { terms, values }
}

/** Larger than all terms. */
const NO_TERM = 1 << TERM_BITS

/** Counts the terms that two ascending lists share. */
function sharedCount(a: Int32Array, b: Int32Array): number {
  let count = 0
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const order = (a[i] as number) - (b[j] as number)
    if (order <= 0) i++
    if (order >= 0) j++
    if (order === 0) count++
  }
  return count
}

/** Merges the values of the term at `k` into those at `to`. The weight is that of the first cluster with the term. */
function addTerm(from: Float32Array, k: number, sums: Float32Array, to: number): void {
  const x = k * VALUES
  const y = to * VALUES
  if (sums[y + COUNT] === 0) sums[y + WEIGHT] = from[x + WEIGHT] as number
  for (let value = ALL_AT; value <= COUNT; value++)
    sums[y + value] = (sums[y + value] as number) + (from[x + value] as number)
  for (let value = EVERYWHERE; value <= SPREAD; value++)
    sums[y + value] = Math.max(sums[y + value] as number, from[x + value] as number)
}

/** A cluster with more than 224 terms keeps the 144 heaviest. The others are words of single items. */
const MAX_TERMS = 224
const KEPT_TERMS = 144

/** Drops the lightest terms of a large cluster. Overwrites the given lists. */
function pruned(cluster: TermValues): TermValues {
  const { terms, values } = cluster
  if (terms.length <= MAX_TERMS) return cluster
  const masses = Float64Array.from(terms, (_, k) => massOf(cluster, k))
  const minMass = masses.toSorted()[terms.length - KEPT_TERMS] ?? 0
  let kept = 0
  for (let k = 0; k < terms.length && kept < KEPT_TERMS; k++) {
    if ((masses[k] as number) < minMass) continue
    terms[kept] = terms[k] as number
    for (let value = 0; value < VALUES; value++)
      values[kept * VALUES + value] = values[k * VALUES + value] as number
    kept++
  }
  return { terms: terms.slice(0, kept), values: values.slice(0, kept * VALUES) }
}
