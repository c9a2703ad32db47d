import type { StoryItem } from '../../model/story.ts'
import { titleOfAddress } from '../../url/title-of-address.ts'
import { CAPITAL, GRAM, NAME, NUMBER, emptyWords, readWords } from './words.ts'

/** Bits of a term's hash. Of 500,000 terms, 11 % share their number with another, mostly with a rare one. */
export const TERM_BITS = 22

/**
 * The distinct terms of one item, ascending, each with its use in the lowest byte. The use has these fields, from the
 * lowest bit on: occurrences in the title (0..2, two bits), occurrences in the summary (0..4, three bits), whether it is
 * a name (one bit), whether it is a bigram of the title (one bit).
 */
export type Terms = Int32Array

const USE_BITS = 8

/** The term of an entry of `Terms`. */
export function termIn(entry: number): number {
  return entry >> USE_BITS
}

/** The use of an entry of `Terms`. */
export function useIn(entry: number): number {
  return entry & ((1 << USE_BITS) - 1)
}

/** The fields of an item that terms are read from. */
export type ItemText = Pick<StoryItem, 'title' | 'summary' | 'url'>

/**
 * Gives the terms of an item: the stems of its words, and of its title the pairs of neighbouring words.
 *
 * @param space number of the namespace of the words: a word of one language is another word in another
 */
export function readTerms({ title, summary, url }: ItemText, space: number): Terms {
  uses.clear()
  addTitle(title, space)
  addText(summary, space)
  addAddress(url, space)
  return uses.entries().sort()
}

/** The term of one word in a namespace. */
function termOf(hash: number, space: number): number {
  const mixed = Math.imul(hash ^ Math.imul(space + 1, 0x85ebca6b), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 15)) & ((1 << TERM_BITS) - 1)
}

/** Further terms of an item are ignored. */
const MAX_TERMS = 256
const TITLE_ONE = 1
const SUMMARY_ONE = 1 << 2
const NAME_BIT = 1 << 5
const BIGRAM_BIT = 1 << 6

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
function withoutDates(text: string): string {
  return /\d{2}/.test(text) ? text.replaceAll(DATE, ' ') : text
}

function addTitle(title: string, space: number): void {
  if (ADDRESS.test(title)) return
  readWords(withoutDates(title), words)
  let capitals = 0
  for (let i = 0; i < words.count; i++) if (((words.flags[i] as number) & CAPITAL) !== 0) capitals++
  const headlineCase = capitals >= words.count * HEADLINE_CASE
  let before = 0
  for (let i = 0; i < words.count; i++) {
    const hash = words.hashes[i] as number
    const flags = words.flags[i] as number
    const named = (flags & NAME) !== 0 && (!headlineCase || (flags & NUMBER) !== 0)
    const term = termOf(hash, space)
    const use = uses.get(term)
    const more = (use & 3) < 2 ? TITLE_ONE : 0
    uses.set(term, (use + more) | (named ? NAME_BIT : 0))
    if (before !== 0 && (flags & GRAM) === 0) {
      const pair = termOf(Math.imul(before, 0x9e3779b1) ^ hash, space)
      uses.set(pair, uses.get(pair) | BIGRAM_BIT)
    }
    before = hash
  }
}

function addText(text: string, space: number): void {
  readWords(withoutDates(text), words)
  for (let i = 0; i < words.count; i++) {
    const term = termOf(words.hashes[i] as number, space)
    const use = uses.get(term)
    const more = ((use >> 2) & 7) < 4 ? SUMMARY_ONE : 0
    uses.set(term, (use + more) | (((words.flags[i] as number) & NAME) !== 0 ? NAME_BIT : 0))
  }
}

/**
 * Adds the words of the address, which is often made from another headline. Words found nowhere else count as words of
 * the title. An address of two words names a section, not an event.
 */
function addAddress(url: string, space: number): void {
  const headline = titleOfAddress(url)
  if (headline.indexOf(' ') === headline.lastIndexOf(' ')) return
  readWords(headline, words)
  for (let i = 0; i < words.count; i++) {
    // A word with digits is an id of the article.
    if (hasDigit(headline, words.starts[i] as number, words.ends[i] as number)) continue
    const term = termOf(words.hashes[i] as number, space)
    if (uses.get(term) === 0) uses.set(term, TITLE_ONE)
  }
}

function hasDigit(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0x30 && unit <= 0x39) return true
  }
  return false
}
