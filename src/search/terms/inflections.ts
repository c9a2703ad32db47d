import { countWhile } from '../../model/count-while.ts'
import { getOrInsert } from '../../model/get-or-insert.ts'
import { groupBy } from '../../model/group-by.ts'
import { findTerm, sortByBytes, termAt, type TermTable, TermTableWriter } from '../index/term-table.ts'

/**
 * An inflection: a term, the stem that it shares with others in a language, and that language's share of its
 * occurrences.
 */
export interface Inflection {
  readonly term: number
  /** From `stemKey`. */
  readonly stem: string
  /** Share of the term's occurrences in texts of the language, 0..255. */
  readonly share: number
}

/** Suffix of a language's name for terms that are mostly hyphenated. */
export const HYPHENATED_SUFFIX = '-'

/** The main language of each term. */
export interface TermLanguages {
  /** Primary subtags, empty for unknown. With `HYPHENATED_SUFFIX` for terms that are mostly hyphenated. */
  readonly names: readonly string[]
  /** By term: index into `names`. */
  readonly byTerm: Uint8Array
}

/** Index of a language in `names`, to which it is added. It takes one byte; only hostile feeds name more than 255. */
export function indexOfLanguage(names: string[], language: string): number {
  const known = names.indexOf(language)
  return known >= 0 || names.length === 255 ? Math.max(0, known) : names.push(language) - 1
}

/**
 * The terms of a segment that are inflections of one word. A term that is its own stem is found by its text and not
 * stored, so most terms, such as names, take no memory.
 */
export interface InflectionTable {
  readonly stems: TermTable
  /** By stem: index of its first term in `terms` and `shares`, with a last entry for the end. */
  readonly starts: Uint32Array
  readonly terms: Uint32Array
  readonly shares: Uint8Array
  readonly languages: TermLanguages
}

/** The language whose texts use the term most. */
export function languageOfTerm(table: InflectionTable, term: number): string {
  return nameOf(table, term).replace(HYPHENATED_SUFFIX, '')
}

/** Whether the term is hyphenated more often than not. */
export function isHyphenated(table: InflectionTable, term: number): boolean {
  return nameOf(table, term).endsWith(HYPHENATED_SUFFIX)
}

function nameOf({ languages }: InflectionTable, term: number): string {
  return languages.names[languages.byTerm[term] ?? 0] ?? ''
}

/** Terms with the stem, except the stem's own text. */
export function inflectionsOf(table: InflectionTable, key: string): Inflection[] {
  const stem = findTerm(table.stems, key)
  return stem < 0 ? [] : inflectionsAt(table, stem, key)
}

/** Terms with the stem of an ordinal. */
export function inflectionsAt(
  { starts, terms, shares }: InflectionTable,
  stem: number,
  key: string,
): Inflection[] {
  const pairs: Inflection[] = []
  for (let i = starts[stem] ?? 0; i < (starts[stem + 1] ?? 0); i += 1) {
    pairs.push({ term: terms[i] ?? 0, stem: key, share: shares[i] ?? 0 })
  }
  return pairs
}

/** Stems of a term, except its own text. */
export function stemsOf(table: InflectionTable, term: number): Inflection[] {
  const { stems, starts, terms, shares } = table
  const byTerm = getOrInsert(orders, terms, orderByTerm)
  const pairs: Inflection[] = []
  const first = countWhile(byTerm.length, (i) => (terms[byTerm[i] ?? 0] ?? 0) < term)
  for (let i = first; terms[byTerm[i] ?? -1] === term; i += 1) {
    const at = byTerm[i] ?? 0
    const stem = countWhile(stems.size, (before) => (starts[before] ?? 0) <= at) - 1
    pairs.push({ term, stem: termAt(stems, stem), share: shares[at] ?? 0 })
  }
  return pairs
}

/** Key of a stem in a language. Stems of different languages never match. */
export function stemKey(language: string, stem: string): string {
  return `${language}~${stem}`
}

export function readStemKey(key: string): { readonly language: string; readonly stem: string } {
  const separator = key.indexOf('~')
  return { language: key.slice(0, separator), stem: key.slice(separator + 1) }
}

/** Writes stems in ascending order, each with its terms. */
export class InflectionTableWriter {
  readonly #stems = new TermTableWriter()
  readonly #starts: number[] = []
  readonly #terms: number[] = []
  readonly #shares: number[] = []

  push(stem: string, pairs: readonly Omit<Inflection, 'stem'>[]): void {
    this.#stems.pushText(stem)
    this.#starts.push(this.#terms.length)
    for (const { term, share } of pairs) {
      this.#terms.push(term)
      this.#shares.push(share)
    }
  }

  finish(languages: TermLanguages): InflectionTable {
    this.#starts.push(this.#terms.length)
    return {
      stems: this.#stems.finish(),
      starts: Uint32Array.from(this.#starts),
      terms: Uint32Array.from(this.#terms),
      shares: Uint8Array.from(this.#shares),
      languages,
    }
  }
}

export function writeInflections(pairs: readonly Inflection[], languages: TermLanguages): InflectionTable {
  const byStem = groupBy(pairs, ({ stem }) => stem)
  const writer = new InflectionTableWriter()
  for (const stem of sortByBytes([...byStem.keys()])) writer.push(stem, byStem.get(stem) ?? [])
  return writer.finish(languages)
}

const orders = new WeakMap<Uint32Array, Uint32Array>()

/** Indices of `terms` sorted by their values, by counting sort. Built when a segment is first searched. */
function orderByTerm(terms: Uint32Array): Uint32Array {
  const next = new Uint32Array(terms.reduce((largest, term) => Math.max(largest, term), 0) + 2)
  for (const term of terms) next[term + 1] = (next[term + 1] ?? 0) + 1
  for (let i = 1; i < next.length; i += 1) next[i] = (next[i] ?? 0) + (next[i - 1] ?? 0)
  const order = new Uint32Array(terms.length)
  terms.forEach((term, i) => {
    order[next[term] ?? 0] = i
    next[term] = (next[term] ?? 0) + 1
  })
  return order
}
