import { countWhile } from '../../model/count-while.ts'
import { groupBy } from '../../model/group-by.ts'
import { sortByBytes, TermTable, TermTableWriter } from '../index/term-table.ts'

/**
 * An inflection: the term, the stem that it shares with others in a language, and that language's share of
 * its occurrences.
 */
export interface Inflection {
  readonly term: number
  /** From `stemKey`. */
  readonly stem: string
  /** Share of the term's occurrences that are in texts of the language, 0..255. */
  readonly share: number
}

/** Suffix of a language's name for terms that are mostly written with a hyphen. */
export const HYPHENATED_SUFFIX = '-'

/** The main language of each term. */
export interface TermLanguages {
  /**
   * Primary subtags, empty for unknown. With the suffix `HYPHENATED_SUFFIX` for terms that are mostly written with a
   * hyphen.
   */
  readonly names: readonly string[]
  /** By term: index into `names`. */
  readonly byTerm: Uint8Array
}

/** The index of a language among `names`, to which it is added. It takes one byte: only hostile feeds name more than 255. */
export function indexOfLanguage(names: string[], language: string): number {
  const known = names.indexOf(language)
  return known >= 0 || names.length === 255 ? Math.max(0, known) : names.push(language) - 1
}

/**
 * Says which terms of a segment are inflections of one word. A term that is its own stem is not stored, since its text
 * finds it. So most terms, such as names, take no memory.
 */
export class InflectionTable {
  readonly stems: TermTable
  /** By stem: the index of its first term in `terms` and `shares`. Has one entry more than there are stems. */
  readonly starts: Uint32Array
  readonly terms: Uint32Array
  readonly shares: Uint8Array
  /** Indices into `terms`, ordered by term, to find the stems of a term. */
  readonly byTerm: Uint32Array
  readonly languages: TermLanguages

  constructor(
    stems: TermTable,
    starts: Uint32Array,
    terms: Uint32Array,
    shares: Uint8Array,
    languages: TermLanguages,
  ) {
    this.languages = languages
    this.stems = stems
    this.starts = starts
    this.terms = terms
    this.shares = shares
    this.byTerm = orderByTerm(terms)
  }

  /** The language whose texts use the term most. */
  languageOf(term: number): string {
    const name = this.#nameOf(term)
    return name.endsWith(HYPHENATED_SUFFIX) ? name.slice(0, -1) : name
  }

  /** Whether the term is written with a hyphen more often than as one word, or always. */
  isHyphenated(term: number): boolean {
    return this.#nameOf(term).endsWith(HYPHENATED_SUFFIX)
  }

  #nameOf(term: number): string {
    return this.languages.names[this.languages.byTerm[term] ?? 0] ?? ''
  }

  /** Terms that have the stem, without the stem's own text. */
  inflectionsOf(key: string): Inflection[] {
    const stem = this.stems.find(key)
    return stem < 0 ? [] : this.pairsAt(stem, key)
  }

  /** The stems of a term, without its own text. */
  stemsOf(term: number): Inflection[] {
    const pairs: Inflection[] = []
    for (let i = this.#firstOf(term); this.terms[this.byTerm[i] ?? -1] === term; i += 1) {
      const at = this.byTerm[i] ?? 0
      pairs.push({ term, stem: this.stems.textAt(this.#stemAt(at)), share: this.shares[at] ?? 0 })
    }
    return pairs
  }

  /** Every pair, by stem. */
  *pairs(): Generator<Inflection> {
    if (this.stems.size === 0) return
    const cursor = this.stems.cursorAt(0)
    do yield* this.pairsAt(cursor.ordinal, cursor.text())
    while (cursor.next())
  }

  /** Terms that have the stem with a number. */
  pairsAt(stem: number, key: string): Inflection[] {
    const pairs: Inflection[] = []
    for (let i = this.starts[stem] ?? 0; i < (this.starts[stem + 1] ?? 0); i += 1) {
      pairs.push({ term: this.terms[i] ?? 0, stem: key, share: this.shares[i] ?? 0 })
    }
    return pairs
  }

  /** The first index into `byTerm` whose term is not before `term`. */
  #firstOf(term: number): number {
    return countWhile(this.byTerm.length, (i) => (this.terms[this.byTerm[i] ?? 0] ?? 0) < term)
  }

  /** The stem whose range holds the index of a pair. */
  #stemAt(index: number): number {
    return countWhile(this.stems.size, (stem) => (this.starts[stem] ?? 0) <= index) - 1
  }
}

/** Makes the key of a stem in a language. Stems of different languages never match. */
export function stemKey(language: string, stem: string): string {
  return `${language}~${stem}`
}

/** The language and the stem of a key. */
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
    return new InflectionTable(
      this.#stems.finish(),
      Uint32Array.from(this.#starts),
      Uint32Array.from(this.#terms),
      Uint8Array.from(this.#shares),
      languages,
    )
  }
}

export function writeInflections(pairs: readonly Inflection[], languages: TermLanguages): InflectionTable {
  const byStem = groupBy(pairs, ({ stem }) => stem)
  const writer = new InflectionTableWriter()
  for (const stem of sortByBytes([...byStem.keys()])) writer.push(stem, byStem.get(stem) ?? [])
  return writer.finish(languages)
}

/** Indices of `terms` in ascending order of what they hold, by counting. */
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
