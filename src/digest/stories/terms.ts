import type { StoryItem } from '../../domain/story.ts'
import { titleOfAddress } from '../../domain/title-of-address.ts'
import { CAPITAL, GRAM, NAME, NUMBER, emptyWords, readWords } from './words.ts'

/** Terms are hashed to so many bits; of half a million, one in nine shares its number, mostly with a rare one. */
export const TERM_BITS = 22

/** The terms of one item, the first `count` of two lists. They hold until the next text is read. */
export interface Terms {
  readonly count: number
  /** Ascending. */
  readonly terms: Int32Array
  /**
   * A byte a term: from the lowest bit on how often it stands in the title (0..2, two bits) and in the summary (0..4, three bits), whether
   * as a name, and whether as a pair of title words.
   */
  readonly uses: Uint8Array
}

/** What is read of an item. */
export type Told = Pick<StoryItem, 'title' | 'summary' | 'url'>

/**
 * Gives the terms of an item: the stems of its words, and of its title the pairs of neighbouring words.
 *
 * @param space number of the namespace of the words: a word of one language is another word in another
 */
export function readTerms({ title, summary, url }: Told, space: number): Terms {
  forget()
  addTitle(title, space)
  addText(summary, space)
  addAddress(url, space)
  return sorted()
}

/** The term of one word in a namespace. */
export function termOf(hash: number, space: number): number {
  const mixed = Math.imul(hash ^ Math.imul(space + 1, 0x85ebca6b), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 15)) & ((1 << TERM_BITS) - 1)
}

/** More terms of one item are not looked at. */
export const MOST_TERMS = 256
const TITLE_ONE = 1
const SUMMARY_ONE = 1 << 2
const NAME_BIT = 1 << 5
const PAIR_BIT = 1 << 6

/** A title with this share of capitals is written in headline case: they say nothing there. */
const HEADLINE_CASE = 0.7

const words = emptyWords()
/** Terms found so far and their uses, in a table with open addresses: a map would be made anew for each item. */
const SLOTS = 1024
const slotTerms = new Int32Array(SLOTS)
const slotUses = new Uint8Array(SLOTS)
const takenSlots = new Int32Array(MOST_TERMS)
let size = 0
/** A term and its use in one number of 29 bits. */
const keys = new Int32Array(MOST_TERMS)
const USE_BITS = 7
const found = { count: 0, terms: new Int32Array(MOST_TERMS), uses: new Uint8Array(MOST_TERMS) }

/** What an item without a title and text is called by: it tells where the item stands, not what happened. */
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
    const use = useOf(term)
    const more = (use & 3) < 2 ? TITLE_ONE : 0
    put(term, (use + more) | (named ? NAME_BIT : 0))
    if (before !== 0 && (flags & GRAM) === 0) {
      const pair = termOf(Math.imul(before, 0x9e3779b1) ^ hash, space)
      put(pair, useOf(pair) | PAIR_BIT)
    }
    before = hash
  }
}

function addText(text: string, space: number): void {
  readWords(withoutDates(text), words)
  for (let i = 0; i < words.count; i++) {
    const term = termOf(words.hashes[i] as number, space)
    const use = useOf(term)
    const more = ((use >> 2) & 7) < 4 ? SUMMARY_ONE : 0
    put(term, (use + more) | (((words.flags[i] as number) & NAME) !== 0 ? NAME_BIT : 0))
  }
}

/**
 * Addresses are often made of another headline than the title. Words of it that stand nowhere else count as the title's; two words
 * name a section, not an event.
 */
function addAddress(url: string, space: number): void {
  const headline = titleOfAddress(url)
  if (headline.indexOf(' ') === headline.lastIndexOf(' ')) return
  readWords(headline, words)
  for (let i = 0; i < words.count; i++) {
    // What holds digits is the article's number in some register.
    if (hasDigit(headline, words.starts[i] as number, words.ends[i] as number)) continue
    const term = termOf(words.hashes[i] as number, space)
    if (useOf(term) === 0) put(term, TITLE_ONE)
  }
}

function hasDigit(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0x30 && unit <= 0x39) return true
  }
  return false
}

function forget(): void {
  for (let k = 0; k < size; k++) slotUses[takenSlots[k] as number] = 0
  size = 0
}

/** Where a term stands, or where it would. Every term that stands has a use other than 0. */
function slotOf(term: number): number {
  let slot = Math.imul(term, 0x9e3779b1) >>> 22
  while (slotUses[slot] !== 0 && slotTerms[slot] !== term) slot = (slot + 1) % SLOTS
  return slot
}

function useOf(term: number): number {
  return slotUses[slotOf(term)] as number
}

function put(term: number, use: number): void {
  const slot = slotOf(term)
  if (slotUses[slot] === 0) {
    if (size === MOST_TERMS) return
    takenSlots[size++] = slot
    slotTerms[slot] = term
  }
  slotUses[slot] = use
}

function sorted(): Terms {
  for (let k = 0; k < size; k++) {
    const slot = takenSlots[k] as number
    keys[k] = ((slotTerms[slot] as number) << USE_BITS) | (slotUses[slot] as number)
  }
  keys.subarray(0, size).sort()
  for (let k = 0; k < size; k++) {
    const key = keys[k] as number
    found.terms[k] = key >> USE_BITS
    found.uses[k] = key & ((1 << USE_BITS) - 1)
  }
  found.count = size
  return found
}
