import type { EpochMs } from '../../domain/time.ts'
import { FIELDS, NAMES, PAIRS, SUMMARY, TITLE } from './live-item.ts'
import type { LiveItem } from './live-item.ts'
import type { Rarity } from './rarity.ts'

/** Items taken together: the sums of their terms, with what comparing two of them needs. */
export interface Cluster {
  readonly items: readonly LiveItem[]
  readonly size: number
  readonly words: number
  readonly terms: Int32Array
  /** `VALUES` numbers a term: its weight, and the sums of the items' fields. */
  readonly values: Float32Array
  /** Lengths of the weighted vectors: all text, title, summary, names, title pairs. */
  readonly norms: Float64Array
  readonly from: EpochMs
  readonly until: EpochMs
  /** Numbers of the publishers, ascending, one an item. */
  readonly publishers: readonly number[]
}

export const VALUES = FIELDS + 3
/** Where the fields of a term start, after its weight. */
const AFTER = 1

/** How much a summary's words count where all text is taken together. */
export const SUMMARY_SHARE = 0.5

const RARITY_POWER = 1.3

export function clusterOf(live: LiveItem, rarity: Rarity, localDf?: Float32Array, localN = 0, mix = 0): Cluster {
  const { terms, fields } = live
  const values = new Float32Array(terms.length * VALUES)
  for (let k = 0; k < terms.length; k++) {
    const g = rarity.idf(live.space, terms[k] ?? 0)
    const d = localDf?.[k] ?? 1
    const l = Math.max(0.01, Math.log((localN + 50) / (d + 0.5)))
    values[k * VALUES] = Math.pow(g * (1 - mix) + l * mix, RARITY_POWER)
    values[k * VALUES + 5] = 1
    values[k * VALUES + 6] = d
    for (let f = 0; f < FIELDS; f++) values[k * VALUES + AFTER + f] = fields[k * FIELDS + f] ?? 0
  }
  const at = live.item.publishedAt
  return {
    items: [live],
    size: 1,
    words: terms.length,
    terms,
    values,
    norms: normsOf(values),
    from: at,
    until: at,
    publishers: [live.publisher],
  }
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
      mergedValues[at + 6] = Math.max(a.values[i * VALUES + 6] ?? 0, b.values[j * VALUES + 6] ?? 0)
      for (let f = 1; f < 6; f++) {
        mergedValues[at + f] = (a.values[i * VALUES + f] ?? 0) + (b.values[j * VALUES + f] ?? 0)
      }
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
  return {
    items: [...a.items, ...b.items],
    size: a.size + b.size,
    words: a.words + b.words,
    terms: mergedTerms.slice(0, n),
    values,
    norms: normsOf(values),
    from: Math.min(a.from, b.from),
    until: Math.max(a.until, b.until),
    publishers: a.size + b.size > 12 ? [] : [...a.publishers, ...b.publishers],
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
  const at = k * VALUES
  const text = (mergedValues[at + 1] ?? 0) + SUMMARY_SHARE * (mergedValues[at + 2] ?? 0)
  return (mergedValues[at] ?? 0) * Math.max(text, 0.5 * (mergedValues[at + 4] ?? 0))
}

function normsOf(values: Float32Array): Float64Array {
  let all = 0
  let title = 0
  let summary = 0
  let names = 0
  let pairs = 0
  for (let at = 0; at < values.length; at += VALUES) {
    const weight = values[at] ?? 0
    const square = weight * weight
    const t = values[at + AFTER + TITLE] ?? 0
    const s = values[at + AFTER + SUMMARY] ?? 0
    const e = values[at + AFTER + NAMES] ?? 0
    const p = values[at + AFTER + PAIRS] ?? 0
    const both = t + SUMMARY_SHARE * s
    all += both * both * square
    title += t * t * square
    summary += s * s * square
    names += e * e * square
    pairs += p * p * square
  }
  return Float64Array.of(Math.sqrt(all), Math.sqrt(title), Math.sqrt(summary), Math.sqrt(names), Math.sqrt(pairs))
}
