import type { StoryItem } from '../../model/story.ts'
import { fold } from '../../text/fold.ts'
import { titleOfAddress } from '../../url/title-of-address.ts'
import { CAPITAL, GRAM, NAME, NUMBER, emptyWords, readWords } from './words.ts'

/** Bits of a term's hash. Of 500,000 terms, 11 % share their number with another, mostly with a rare one. */
export const TERM_BITS = 22

/**
 * The distinct terms of one item, ascending, each with its use in the lowest byte. The use has these fields, from the
 * lowest bit on: occurrences in the title (0..2, two bits), occurrences in the summary (0..4, three bits), whether it is
 * a name, whether it is a number, whether only the address has it (one bit each).
 */
export type Terms = Int32Array

const USE_BITS = 8

/** The term of an entry of `Terms`. */
export function termIn(entry: number): number {
  return entry >> USE_BITS
}

/** The use of an entry of `Terms`. */
function useIn(entry: number): number {
  return entry & ((1 << USE_BITS) - 1)
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
export type ItemText = Pick<StoryItem, 'title' | 'summary' | 'url'>

/** What two items are compared by. */
export interface ReadText {
  readonly terms: Terms
  /** The terms of the title, in their order. */
  readonly titleTerms: Int32Array
  /** Hashes of the distinct pieces of the title, ascending: four letters each, or one Han character. */
  readonly grams: Int32Array
  /** Whether more than half of the title's terms are pairs of characters of a script without spaces. */
  readonly isHan: boolean
  readonly hasNumbers: boolean
}

/**
 * Reads the words of an item.
 *
 * @param space number of the namespace of the words: a word of one language is another word in another
 */
export function readText({ title, summary, url }: ItemText, space: number): ReadText {
  uses.clear()
  const { titleTerms, isHan } = addTitle(title, space)
  addSummary(summary, space)
  addAddress(url, space)
  const terms = uses.entries().sort()
  return { terms, titleTerms, grams: gramsOf(title, isHan), isHan, hasNumbers: terms.some(isNumber) }
}

/** The distinct words of a text as hashes of 24 bits, for `termOf`. */
export function wordHashes(text: string): Set<number> {
  readWords(withoutDates(text), words)
  return new Set(Array.from(words.hashes.subarray(0, words.count), (hash) => hash & WORD_BITS))
}

/** The terms of a text, each counted once. */
export function termsOfText(text: string, space: number): Terms {
  return readText({ title: '', summary: text, url: '' }, space).terms
}

/** Bits of a word's hash that count, so that tables of words are small. */
const WORD_BITS = 0xffffff

/** The term of one word in a namespace. @param hash of the word; 24 bits of it count */
export function termOf(hash: number, space: number): number {
  const mixed = Math.imul((hash & WORD_BITS) ^ Math.imul(space + 1, 0x85ebca6b), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 15)) & ((1 << TERM_BITS) - 1)
}

/** Further terms of an item are ignored. */
export const MAX_TERMS = 256
const TITLE_ONE = 1
const SUMMARY_ONE = 1 << 2
const NAME_BIT = 1 << 5
const NUMBER_BIT = 1 << 6
const ADDRESS_BIT = 1 << 7

/** A title with this share of capitalised words is in headline case. Capitals do not mark names there. */
const HEADLINE_CASE = 0.7

/** Reused by all items, like the table below. */
const words = emptyWords()

/** The uses of the terms of one item. */
interface TermUses {
  clear(): void
  /** 0 for a term that the item lacks. */
  get(term: number): number
  /** @param use not 0; ignored for a new term where there are `MAX_TERMS` */
  set(term: number, use: number): void
  /** The terms in the order in which they were met. */
  entries(): Terms
}

/** A hash table with open addressing, reused for all items. A `Map` would be made and grown for each item. */
function createTermUses(): TermUses {
  const bits = 10
  /** Entries of `Terms`; 0 where a slot is empty. */
  const slots = new Int32Array(1 << bits)
  const usedSlots = new Int32Array(MAX_TERMS)
  let size = 0

  function slotOf(term: number): number {
    let slot = Math.imul(term, 0x9e3779b1) >>> (32 - bits)
    while (slots[slot] !== 0 && termIn(slots[slot] as number) !== term) slot = (slot + 1) & (slots.length - 1)
    return slot
  }

  return {
    clear() {
      for (let k = 0; k < size; k++) slots[usedSlots[k] as number] = 0
      size = 0
    },
    get: (term) => useIn(slots[slotOf(term)] as number),
    set(term, use) {
      const slot = slotOf(term)
      if (slots[slot] === 0) {
        if (size === MAX_TERMS) return
        usedSlots[size++] = slot
      }
      slots[slot] = (term << USE_BITS) | use
    },
    entries() {
      const entries = new Int32Array(size)
      for (let k = 0; k < size; k++) entries[k] = slots[usedSlots[k] as number] as number
      return entries
    },
  }
}

const uses = createTermUses()

/** A title that is only an address. It tells where the item is, not what happened. */
const ADDRESS = /^https?:\/\/\S+$/i

/** `2007-10-07`, `10/07/07`, `7. 10. 2007`, `07 Oct 2007`, `October 7, 2007`. */
const DATE =
  /\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}([./]) ?\d{1,2}\1 ?(?:\d{4}|\d{2})\b|\b\d{1,2}\.? \p{L}{3,12}\.? \d{4}\b|\b\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}\b/gu

/** A date says when something was written, which its time of publication says too: "Links for 2007-10-07" has no word for what happened. */
export function withoutDates(text: string): string {
  return /\d{2}/.test(text) ? text.replaceAll(DATE, ' ') : text
}

const NO_TERMS = new Int32Array()

function addTitle(title: string, space: number): { titleTerms: Int32Array; isHan: boolean } {
  if (ADDRESS.test(title)) return { titleTerms: NO_TERMS, isHan: false }
  readWords(withoutDates(title), words)
  let capitals = 0
  let grams = 0
  for (let i = 0; i < words.count; i++) {
    const flags = words.flags[i] as number
    if ((flags & CAPITAL) !== 0) capitals++
    if ((flags & GRAM) !== 0) grams++
  }
  const headlineCase = capitals >= words.count * HEADLINE_CASE
  const titleTerms = new Int32Array(words.count)
  for (let i = 0; i < words.count; i++) {
    const flags = words.flags[i] as number
    const isNumber = (flags & NUMBER) !== 0
    const isName = (flags & NAME) !== 0 && (!headlineCase || isNumber)
    const term = termOf(words.hashes[i] as number, space)
    const use = uses.get(term)
    const more = (use & 3) < 2 ? TITLE_ONE : 0
    uses.set(term, (use + more) | (isName ? NAME_BIT : 0) | (isNumber ? NUMBER_BIT : 0))
    titleTerms[i] = term
  }
  return { titleTerms, isHan: 2 * grams > words.count }
}

function addSummary(text: string, space: number): void {
  readWords(withoutDates(text), words)
  for (let i = 0; i < words.count; i++) {
    const flags = words.flags[i] as number
    const term = termOf(words.hashes[i] as number, space)
    const use = uses.get(term)
    const more = ((use >> 2) & 7) < 4 ? SUMMARY_ONE : 0
    const name = (flags & NAME) === 0 ? 0 : NAME_BIT
    uses.set(term, (use + more) | name | ((flags & NUMBER) === 0 ? 0 : NUMBER_BIT))
  }
}

/** Everything that is no letter and no digit. */
const BETWEEN = /[^\p{L}\p{N}]+/gu

const GRAM_LENGTH = 4

function gramsOf(title: string, isHan: boolean): Int32Array {
  const letters = fold(title).replaceAll(BETWEEN, '')
  const length = isHan ? 1 : GRAM_LENGTH
  const grams = new Set<number>()
  for (let start = 0; start + length <= letters.length && grams.size < MAX_TERMS; start++) {
    let hash = 0x811c9dc5 | 0
    for (let k = start; k < start + length; k++) hash = Math.imul(hash ^ letters.charCodeAt(k), 0x01000193)
    grams.add(termOf(hash, 0))
  }
  return Int32Array.from(grams).sort()
}

/**
 * Adds the words of the address that stand nowhere else. It is often made from another headline. An address of two words names a section, not an event.
 */
function addAddress(url: string, space: number): void {
  const headline = titleOfAddress(url)
  if (headline.indexOf(' ') === headline.lastIndexOf(' ')) return
  readWords(headline, words)
  for (let i = 0; i < words.count; i++) {
    // A word with digits is an id of the article.
    if (hasDigit(headline, words.starts[i] as number, words.ends[i] as number)) continue
    const term = termOf(words.hashes[i] as number, space)
    if (uses.get(term) === 0) uses.set(term, ADDRESS_BIT)
  }
}

function hasDigit(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0x30 && unit <= 0x39) return true
  }
  return false
}
