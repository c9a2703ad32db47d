import type { StoryItem } from '../../domain/story.ts'
import type { Cluster } from './cluster.ts'
import { NAME, emptyWords, readWords } from './words.ts'
import { CAPITAL, GRAM } from './words.ts'
import { TERM_BITS } from './rarity.ts'

/** What a placed item keeps in memory. */
export interface LiveItem {
  readonly item: StoryItem
  /** Number of the namespace of its words. */
  readonly space: number
  readonly publisher: number
  /** Distinct, ascending. */
  readonly terms: Int32Array
  /** `FIELDS` numbers a term, see below. */
  readonly fields: Float32Array
  /** Items it may share a story with, both ways. */
  readonly near: LiveItem[]
  strand: Strand
  /** The item as a cluster of one, weighted at `epoch`. */
  alone: Cluster | undefined
  epoch: number
}

/** The items of one story in one language. */
export interface Strand {
  storyId: number
  items: LiveItem[]
}

/** How much of a term stands in the title, in the summary, among the names, and as a pair of title words. */
export const FIELDS = 4
export const TITLE = 0
export const SUMMARY = 1
export const NAMES = 2
export const PAIRS = 3

const words = emptyWords()
const MAX_TERMS = 256
const seen = new Map<number, number>()
const found = new Int32Array(MAX_TERMS)
const amounts = new Float32Array(MAX_TERMS * FIELDS)
let size = 0

const NAME_WEIGHT = 1.3

/** Terms of an item with what stands in which field. */
export function readTerms(
  title: string,
  summary: string,
  space: number,
  isStop: (hash: number) => boolean,
): { terms: Int32Array; fields: Float32Array } {
  seen.clear()
  size = 0
  readWords(title, words)
  let capitals = 0
  for (let i = 0; i < words.count; i++) if (((words.flags[i] ?? 0) & CAPITAL) !== 0) capitals++
  const shouting = capitals >= words.count * 0.7
  let before = 0
  for (let i = 0; i < words.count; i++) {
    const hash = words.hashes[i] ?? 0
    const flags = words.flags[i] ?? 0
    if (isStop(hash)) {
      before = 0
      continue
    }
    const at = slot(hash, space)
    const name = (flags & NAME) !== 0 && (!shouting || (flags & 8) !== 0)
    add(at, TITLE, 1, 2)
    if (name) add(at, NAMES, 1, 1)
    if (before !== 0 && (flags & GRAM) === 0) add(slot(Math.imul(before, 0x9e3779b1) ^ hash, space), PAIRS, 1, 1)
    before = hash
  }
  readWords(summary, words)
  for (let i = 0; i < words.count; i++) {
    const hash = words.hashes[i] ?? 0
    if (isStop(hash)) continue
    const at = slot(hash, space)
    add(at, SUMMARY, 1, 4)
    if (((words.flags[i] ?? 0) & NAME) !== 0) add(at, NAMES, 1, 1)
  }
  const order = Array.from({ length: size }, (_, i) => i).sort((a, b) => (found[a] ?? 0) - (found[b] ?? 0))
  const terms = new Int32Array(size)
  const fields = new Float32Array(size * FIELDS)
  for (let k = 0; k < size; k++) {
    const from = order[k] ?? 0
    terms[k] = found[from] ?? 0
    const boost = (amounts[from * FIELDS + NAMES] ?? 0) > 0 ? NAME_WEIGHT : 1
    fields[k * FIELDS + TITLE] = (amounts[from * FIELDS + TITLE] ?? 0) * boost
    fields[k * FIELDS + SUMMARY] = Math.sqrt(amounts[from * FIELDS + SUMMARY] ?? 0) * boost
    fields[k * FIELDS + NAMES] = amounts[from * FIELDS + NAMES] ?? 0
    fields[k * FIELDS + PAIRS] = amounts[from * FIELDS + PAIRS] ?? 0
  }
  return { terms, fields }
}

function slot(hash: number, space: number): number {
  const mixed = Math.imul(hash ^ Math.imul(space + 1, 0x85ebca6b), 0xc2b2ae35)
  const term = (mixed ^ (mixed >>> 15)) & ((1 << TERM_BITS) - 1)
  let at = seen.get(term)
  if (at === undefined) {
    at = size < MAX_TERMS ? size++ : size - 1
    seen.set(term, at)
    found[at] = term
    amounts.fill(0, at * FIELDS, (at + 1) * FIELDS)
  }
  return at
}

function add(at: number, field: number, amount: number, most: number): void {
  const i = at * FIELDS + field
  amounts[i] = Math.min(most, (amounts[i] ?? 0) + amount)
}
