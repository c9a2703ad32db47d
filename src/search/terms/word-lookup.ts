import { STEM_LANGUAGES, stem } from '../../text/stems/stem.ts'
import { SITE_PREFIX } from '../index/build-segment.ts'
import type { Segment, TermVariant } from '../index/segment.ts'
import { asTerm, findTerm, termAt, termsWith } from '../index/term-table.ts'
import { inflectionsOf, languageOfTerm, readStemKey, stemKey, stemsOf } from './inflections.ts'

/**
 * Minimum share of a term's occurrences in a language for the inflections of that language, 0..255. French texts
 * sometimes contain the English `news`, but it is not an inflection of a French word.
 */
const MIN_SHARE = 38
/** The same if the typed word is mostly of another language: `solo` is English as well as Spanish. */
const MIN_FOREIGN_SHARE = 128

/** Finds the terms of a word by segment: the word, and its inflections in the languages that use it. */
function variantsOfWord(segments: readonly Segment[], text: string, folded: string): TermVariant[][] {
  const own = segments.map((segment) => findTerm(segment.terms, asTerm(folded)))
  const keys = stemKeys(segments, own, text, folded)
  return segments.map((segment, i) => {
    const term = own[i] ?? -1
    const terms = new Set<number>()
    for (const [key, share] of keys) addInflections(terms, segment, key, share)
    terms.delete(term)
    const variants = Array.from(terms, (other): TermVariant => ({ term: other, exact: false }))
    return term < 0 ? variants : [{ term, exact: true }, ...variants]
  })
}

/** Finds the term of a pair of characters or of a site, which has no inflections. */
export function variantsOfTerm(segments: readonly Segment[], text: string): TermVariant[][] {
  return segments.map((segment) => {
    const term = findTerm(segment.terms, asTerm(text))
    return term < 0 ? [] : [{ term, exact: true }]
  })
}

/** Finds all terms that start with a text. */
export function variantsOfPrefix(segments: readonly Segment[], text: string): TermVariant[][] {
  return segments.map((segment) => {
    const { from, to } = termsWith(segment.terms, asTerm(text))
    const exact = from < to && termAt(segment.terms, from) === text ? from : -1
    return Array.from({ length: to - from }, (_, i) => ({ term: from + i, exact: from + i === exact }))
  })
}

export function beginsTerm(segments: readonly Segment[], text: string): boolean {
  return segments.some(({ terms }) => {
    const { from, to } = termsWith(terms, asTerm(text))
    return from < to
  })
}

export function variantsOfSite(segments: readonly Segment[], host: string, prefix: boolean): TermVariant[][] {
  return prefix
    ? variantsOfPrefix(segments, SITE_PREFIX + host)
    : variantsOfTerm(segments, SITE_PREFIX + host)
}

/** Number of documents with exactly this term, including deleted ones. */
export function countOfTerm(segments: readonly Segment[], text: string): number {
  return countOf(segments, variantsOfTerm(segments, text))
}

/** Upper bound of the number of documents with any of the variants. */
export function countOf(segments: readonly Segment[], variants: readonly (readonly TermVariant[])[]): number {
  let count = 0
  variants.forEach((ofSegment, i) => {
    for (const { term } of ofSegment) count += segments[i]?.postings.counts[term] ?? 0
  })
  return count
}

/** With fewer documents, a word's languages are uncertain. */
const MIN_DOCUMENTS = 50

/**
 * The stems of a word in the languages that use it, each with the minimum share for its inflections. An unknown word
 * gets a stem in every language of the index. A rare word also gets one in every language in which it is its own stem.
 * In other languages the stem could be wrong: `solar` is German as well as Spanish, and the Spanish rules make it a
 * form of *solo*.
 */
function stemKeys(
  segments: readonly Segment[],
  own: readonly number[],
  text: string,
  folded: string,
): ReadonlyMap<string, number> {
  const keys = new Map<string, number>()
  const uses = new Map<string, number>()
  const mains = new Set<string>()
  let documents = 0
  segments.forEach((segment, i) => {
    const term = own[i] ?? -1
    if (term < 0) return
    const count = segment.postings.counts[term] ?? 0
    documents += count
    const main = languageOfTerm(segment.inflections, term)
    mains.add(main)
    keys.set(stemKey(main, folded), MIN_SHARE)
    for (const pair of stemsOf(segment.inflections, term)) {
      uses.set(pair.stem, (uses.get(pair.stem) ?? 0) + pair.share * count)
    }
  })
  const shareOf = (language: string): number => (mains.has(language) ? MIN_SHARE : MIN_FOREIGN_SHARE)
  for (const [key, use] of uses) {
    if (use >= MIN_SHARE * documents) keys.set(key, shareOf(readStemKey(key).language))
  }
  if (documents >= MIN_DOCUMENTS) return keys

  for (const language of languagesOf(segments)) {
    const its = stem(text, language)
    const key = stemKey(language, its)
    if (!keys.has(key) && (documents === 0 || its === folded)) keys.set(key, shareOf(language))
  }
  return keys
}

/** @param least minimum share of an inflection's occurrences in the stem's language, 0..255 */
function addInflections(terms: Set<number>, segment: Segment, key: string, least: number): void {
  for (const pair of inflectionsOf(segment.inflections, asTerm(key)))
    if (pair.share >= least) terms.add(pair.term)
  // The stem itself may be a word of the language, such as `run`, which the table does not store.
  const { language, stem: text } = readStemKey(key)
  const bare = findTerm(segment.terms, asTerm(text))
  if (bare < 0) return
  const its = languageOfTerm(segment.inflections, bare)
  if (its === language || its === '') terms.add(bare)
}

function languagesOf(segments: readonly Segment[]): string[] {
  const names = new Set(segments.flatMap((segment) => segment.inflections.languages.names))
  return STEM_LANGUAGES.filter((language) => names.has(language))
}

/** Maximum number of cached words: at most about 4 MB. */
const MAX_WORDS = 20_000

/**
 * Caches the terms of query words. Emptied when it is full, and when the segments change, since terms are numbered by
 * segment.
 */
export class WordLookupCache {
  readonly #words = new Map<string, readonly (readonly TermVariant[])[]>()
  #segments: readonly Segment[] = []

  find(segments: readonly Segment[], text: string, folded: string): readonly (readonly TermVariant[])[] {
    if (!this.#isOf(segments)) {
      this.#words.clear()
      this.#segments = [...segments]
    }
    const key = text.toLowerCase()
    const cached = this.#words.get(key)
    if (cached !== undefined) return cached

    const variants = variantsOfWord(segments, text, folded)
    if (this.#words.size === MAX_WORDS) this.#words.clear()
    this.#words.set(key, variants)
    return variants
  }

  #isOf(segments: readonly Segment[]): boolean {
    return (
      segments.length === this.#segments.length &&
      segments.every((segment, i) => segment === this.#segments[i])
    )
  }
}
