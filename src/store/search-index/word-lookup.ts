import { STEM_LANGUAGES, stem } from '../../domain/text/stem.ts'
import { SITE_MARK } from './build-segment.ts'
import type { TermForm } from './plan.ts'
import type { Segment } from './segment.ts'
import { asTerm } from './term-table.ts'
import { readStemKey, stemKey } from './word-forms.ts'

/**
 * Part of a term's use that a language must have for its forms to count, of 255. French texts hold the English
 * `news` now and then; that makes it no form of the French `new`.
 */
const LEAST_SHARE = 38
/** The same where the word as typed is mostly of another language: `solo` is English as well as Spanish. */
const MAIN_SHARE = 128

/** Finds what a word means in every segment: the word, and the forms that meet it in the languages that use it. */
export function formsOfWord(segments: readonly Segment[], text: string, folded: string): TermForm[][] {
  const own = segments.map((segment) => segment.terms.find(asTerm(folded)))
  const keys = stemKeys(segments, own, text, folded)
  return segments.map((segment, i) => {
    const term = own[i] ?? -1
    const terms = new Set<number>()
    for (const [key, share] of keys) addForms(terms, segment, key, share)
    terms.delete(term)
    const forms = Array.from(terms, (other): TermForm => ({ term: other, exact: false }))
    return term < 0 ? forms : [{ term, exact: true }, ...forms]
  })
}

/** A pair of characters, or a site: nothing but itself. */
export function formsOfTerm(segments: readonly Segment[], text: string): TermForm[][] {
  return segments.map((segment) => {
    const term = segment.terms.find(asTerm(text))
    return term < 0 ? [] : [{ term, exact: true }]
  })
}

/** Every term that starts with the text. */
export function formsOfPrefix(segments: readonly Segment[], text: string): TermForm[][] {
  return segments.map((segment) => {
    const { from, to } = segment.terms.range(asTerm(text))
    const exact = from < to && segment.terms.textAt(from) === text ? from : -1
    return Array.from({ length: to - from }, (_, i) => ({ term: from + i, exact: from + i === exact }))
  })
}

export function formsOfSite(segments: readonly Segment[], host: string, prefix: boolean): TermForm[][] {
  return prefix ? formsOfPrefix(segments, SITE_MARK + host) : formsOfTerm(segments, SITE_MARK + host)
}

/** Documents that hold any of the forms, at most. */
export function countOf(segments: readonly Segment[], forms: readonly (readonly TermForm[])[]): number {
  let count = 0
  forms.forEach((ofSegment, i) => {
    for (const { term } of ofSegment) count += segments[i]?.postings.counts[term] ?? 0
  })
  return count
}

/** With fewer documents than this, which languages use a word is mere chance. */
const ESTABLISHED = 50

/**
 * The stems that a word has in the languages that use it, with the share of a form's use that must be of that language. A word
 * that no item has is tried in every language of the index. One that few have is also tried where it is its own stem, since
 * nothing tells then which languages use it: `solar` is German as well, but Spanish makes it a form of *solo*.
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
    const main = segment.forms.languageOf(term)
    mains.add(main)
    keys.set(stemKey(main, folded), LEAST_SHARE)
    for (const pair of segment.forms.stemsOf(term)) {
      uses.set(pair.stem, (uses.get(pair.stem) ?? 0) + pair.share * count)
    }
  })
  const shareOf = (language: string): number => (mains.has(language) ? LEAST_SHARE : MAIN_SHARE)
  for (const [key, use] of uses) {
    if (use >= LEAST_SHARE * documents) keys.set(key, shareOf(readStemKey(key).language))
  }
  if (documents >= ESTABLISHED) return keys

  for (const language of languagesOf(segments)) {
    const its = stem(text, language)
    const key = stemKey(language, its)
    if (!keys.has(key) && (documents === 0 || its === folded)) keys.set(key, shareOf(language))
  }
  return keys
}

/** @param least part of a form's use that must be of the stem's language, of 255 */
function addForms(terms: Set<number>, segment: Segment, key: string, least: number): void {
  for (const pair of segment.forms.formsOf(asTerm(key))) if (pair.share >= least) terms.add(pair.term)
  // The stem itself may be a word of the language: `run`. Then it is not written as a form.
  const { language, stem: text } = readStemKey(key)
  const bare = segment.terms.find(asTerm(text))
  if (bare < 0) return
  const its = segment.forms.languageOf(bare)
  if (its === language || its === '') terms.add(bare)
}

function languagesOf(segments: readonly Segment[]): string[] {
  const names = new Set(segments.flatMap((segment) => segment.forms.languages.names))
  return STEM_LANGUAGES.filter((language) => names.has(language))
}
