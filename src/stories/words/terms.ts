import type { StoryItem } from '../../model/story.ts'
import { fnv1a } from '../../text/fnv.ts'
import { fold } from '../../text/fold.ts'
import { titleOfAddress } from '../../url/title-of-address.ts'
import { MAX_TERMS, Positions } from './positions.ts'
import { type Word, readWords } from './words.ts'

/** Bits of a term's hash. Of 500,000 terms, 11 % collide, mostly with rare ones. */
const TERM_BITS = 22

/**
 * The distinct terms of an item, ascending, each with its use in the lowest byte. From the lowest bit: occurrences in
 * the title (0..2, two bits), occurrences in the summary (0..4, three bits), whether it is a name, whether it is a
 * number, whether only the address has it (one bit each).
 */
export type Terms = Int32Array

const USE_BITS = 8
const USE = (1 << USE_BITS) - 1

export function termIn(entry: number): number {
  return entry >> USE_BITS
}

/** Occurrences in the title, 0..2. */
export function timesInTitle(entry: number): number {
  return entry & 3
}

/** Occurrences in the summary, 0..4. */
export function timesInSummary(entry: number): number {
  return (entry >> 2) & 7
}

export function isName(entry: number): boolean {
  return (entry & NAME_BIT) !== 0
}

export function isNumber(entry: number): boolean {
  return (entry & NUMBER_BIT) !== 0
}

/** Whether only the address has the term. */
export function isOfAddress(entry: number): boolean {
  return (entry & ADDRESS_BIT) !== 0
}

/** The fields of an item that terms are read from. */
type ItemText = Pick<StoryItem, 'title' | 'summary' | 'url'>

/**
 * The compared parts of an item: lists of numbers in one array, which other items may share. An array per list would
 * take more memory than its numbers.
 */
export interface ReadText {
  readonly values: Int32Array
  readonly termsAt: number
  /** Start of the terms of the title, in order. */
  readonly titleAt: number
  /** Start of the hashes of the title's distinct n-grams, ascending: of four letters, or one Han character. */
  readonly gramsAt: number
  /** Start of the room for the top terms. */
  readonly topAt: number
  /** Whether more than half of the title's terms are pairs of characters of a script without spaces. */
  readonly isHan: boolean
  readonly hasNumbers: boolean
}

/** Maximum number of terms by which an item is found. */
export const MAX_TOP_TERMS = 20

/** Numbers per shared array. A text has about 120. */
const BLOCK = 1 << 16

/** Copies texts into shared arrays. An array is freed with the last of its texts. */
export class TextBlocks {
  #values = new Int32Array()
  #used = 0

  keep(text: ReadText): ReadText {
    const own = valuesOf(text)
    if (this.#used + own.length > this.#values.length) {
      this.#values = new Int32Array(Math.max(BLOCK, own.length))
      this.#used = 0
    }
    const at = this.#used
    this.#values.set(own, at)
    this.#used += own.length
    return textAt(this.#values, at, lengthsOf(text), text)
  }
}

/** Lengths of a text's lists. */
interface Lengths {
  readonly terms: number
  readonly title: number
  readonly grams: number
}

/** A text whose lists are in `values`, from `at` on. */
export function textAt(
  values: Int32Array,
  at: number,
  { terms, title, grams }: Lengths,
  { isHan, hasNumbers }: Pick<ReadText, 'isHan' | 'hasNumbers'>,
): ReadText {
  const titleAt = at + terms
  const gramsAt = titleAt + title
  return { values, termsAt: at, titleAt, gramsAt, topAt: gramsAt + grams, isHan, hasNumbers }
}

/** Numbers of a text, including room for its top terms. */
export function roomOf({ terms, title, grams }: Lengths): number {
  return terms + title + grams + topTermsOf(terms)
}

/** Number of top terms of an item with this many terms. */
function topTermsOf(terms: number): number {
  return Math.min(MAX_TOP_TERMS, terms)
}

/** The top terms of an item, the highest weight first, once they are set. */
export function topTerms({ values, termsAt, titleAt, topAt }: ReadText): Int32Array {
  return values.subarray(topAt, topAt + topTermsOf(titleAt - termsAt))
}

export function lengthsOf({ termsAt, titleAt, gramsAt, topAt }: ReadText): Lengths {
  return { terms: titleAt - termsAt, title: gramsAt - titleAt, grams: topAt - gramsAt }
}

/** All numbers of a text. */
export function valuesOf(text: ReadText): Int32Array {
  return text.values.subarray(text.termsAt, text.termsAt + roomOf(lengthsOf(text)))
}

export function termsOf({ values, termsAt, titleAt }: ReadText): Terms {
  return values.subarray(termsAt, titleAt)
}

/** Some terms of an item with their weights. */
export interface WeightedTerms {
  readonly terms: Int32Array
  readonly weights: Float64Array
}

/**
 * Reads the words of an item.
 *
 * @param space number of the words' namespace: equal words of two languages are different terms
 */
export function readText({ title, summary, url }: ItemText, space: number): ReadText {
  termBuffer.clear()
  const words = ADDRESS.test(title) ? [] : readWords(withoutDates(title))
  const titleTerms = addTitle(words, space)
  addSummary(summary, space)
  addAddress(url, space)
  const terms = entryBuffer.subarray(0, termBuffer.size).sort()
  const isHan = 2 * words.filter(({ isGram }) => isGram).length > words.length
  const grams = gramsOf(title, isHan)
  const lengths = { terms: terms.length, title: titleTerms.length, grams: grams.length }
  const values = new Int32Array(roomOf(lengths))
  const text = textAt(values, 0, lengths, { isHan, hasNumbers: terms.some(isNumber) })
  values.set(terms)
  values.set(titleTerms, text.titleAt)
  values.set(grams, text.gramsAt)
  return text
}

/** The distinct words of a text as hashes of 24 bits, for `termOf`. */
export function wordHashes(text: string): Set<number> {
  return new Set(readWords(withoutDates(text)).map(({ hash }) => hash & WORD_BITS))
}

/** The distinct terms of a text. */
export function termsOfText(text: string, space: number): Terms {
  return termsOf(readText({ title: '', summary: text, url: '' }, space))
}

/** Significant bits of a word's hash. Few bits keep tables of words small. */
const WORD_BITS = 0xffffff

/** The term of a word in a namespace. @param hash of the word; 24 bits of it count */
export function termOf(hash: number, space: number): number {
  const mixed = Math.imul((hash & WORD_BITS) ^ Math.imul(space + 1, 0x85ebca6b), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 15)) & ((1 << TERM_BITS) - 1)
}

const TITLE_ONE = 1
const SUMMARY_ONE = 1 << 2
const NAME_BIT = 1 << 5
const NUMBER_BIT = 1 << 6
const ADDRESS_BIT = 1 << 7

/** A title with this share of capitalised words is in headline case, where capitals do not mark names. */
const HEADLINE_CASE = 0.7

/** Terms of the current item, and by their positions the entries of `Terms`. */
const termBuffer = new Positions()
const entryBuffer = new Int32Array(MAX_TERMS)

/** The use of a term so far; 0 if there is none. */
function useOf(term: number): number {
  const at = termBuffer.of(term)
  return at < 0 ? 0 : (entryBuffer[at] ?? 0) & USE
}

function setUse(term: number, use: number): void {
  if (termBuffer.size < MAX_TERMS || termBuffer.of(term) >= 0)
    entryBuffer[termBuffer.add(term)] = (term << USE_BITS) | use
}

/** A title that is only an address, which does not describe an event. */
const ADDRESS = /^https?:\/\/\S+$/i

/** `2007-10-07`, `10/07/07`, `7. 10. 2007`, `07 Oct 2007`, `October 7, 2007`. */
const DATE =
  /\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}([./]) ?\d{1,2}\1 ?(?:\d{4}|\d{2})\b|\b\d{1,2}\.? \p{L}{3,12}\.? \d{4}\b|\b\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}\b/gu

/** A quick test, since few texts contain it and all dates do. */
const YEAR_OR_DAY = /\d{4}|\d[./] ?\d/

/** Removes dates, which repeat the time of publication and describe no event: "Links for 2007-10-07". */
export function withoutDates(text: string): string {
  return YEAR_OR_DAY.test(text) ? text.replaceAll(DATE, ' ') : text
}

/** @returns the words' terms */
function addTitle(words: readonly Word[], space: number): number[] {
  const capitals = words.filter(({ isCapital }) => isCapital).length
  const headlineCase = capitals >= words.length * HEADLINE_CASE
  return words.map(({ hash, isName, isNumber }) => {
    const term = termOf(hash, space)
    const use = useOf(term)
    const more = timesInTitle(use) < 2 ? TITLE_ONE : 0
    const name = isNumber || (isName && !headlineCase) ? NAME_BIT : 0
    setUse(term, (use + more) | name | (isNumber ? NUMBER_BIT : 0))
    return term
  })
}

function addSummary(summary: string, space: number): void {
  for (const { hash, isName, isNumber } of readWords(withoutDates(summary))) {
    const term = termOf(hash, space)
    const use = useOf(term)
    const more = timesInSummary(use) < 4 ? SUMMARY_ONE : 0
    setUse(term, (use + more) | (isName ? NAME_BIT : 0) | (isNumber ? NUMBER_BIT : 0))
  }
}

/** Anything but letters and digits. */
const BETWEEN = /[^\p{L}\p{N}]+/gu

const GRAM_LENGTH = 4

function gramsOf(title: string, isHan: boolean): Int32Array {
  const letters = fold(title).replaceAll(BETWEEN, '')
  const length = isHan ? 1 : GRAM_LENGTH
  const count = Math.max(0, Math.min(MAX_TERMS, letters.length - length + 1))
  const grams = gramBuffer.subarray(0, count)
  for (let start = 0; start < count; start++) grams[start] = termOf(fnv1a(letters, start, start + length), 0)
  return distinct(grams.sort())
}

/** Buffer for the current title. */
const gramBuffer = new Int32Array(MAX_TERMS)

/** @param sorted ascending; it is changed */
function distinct(sorted: Int32Array): Int32Array {
  let size = 0
  for (let at = 0; at < sorted.length; at++)
    if (size === 0 || sorted[at] !== sorted[size - 1]) sorted[size++] = sorted[at] ?? 0
  return sorted.subarray(0, size)
}

/**
 * Adds words that only the address has; it often comes from another headline. With two words it names a section, no
 * event.
 */
function addAddress(url: string, space: number): void {
  const headline = titleOfAddress(url)
  if (headline.indexOf(' ') === headline.lastIndexOf(' ')) return
  for (const { hash, start, end } of readWords(headline)) {
    // A word with digits is an id of the article.
    if (/\d/.test(headline.slice(start, end))) continue
    const term = termOf(hash, space)
    if (useOf(term) === 0) setUse(term, ADDRESS_BIT)
  }
}
