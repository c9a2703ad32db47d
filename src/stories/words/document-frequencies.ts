import { DAY_MS, type EpochMs } from '../../model/time.ts'
import { COMMON_WORDS } from '../../text/language/common-words.ts'
import { BACKGROUND_WORDS } from './background-words.ts'
import { termIn, termOf, type Terms, termsOfText } from './terms.ts'

/** Counts of the collection's own items are halved after this time, because the news changes. */
const HALF_LIFE_MS = 7 * DAY_MS

/** With more items, document frequencies change slowly. */
const MANY = 3_000

/** Terms with lower counts are dropped. A count of 1 falls below it in 5 halvings. */
const MIN_COUNT = 1 / 32

/** Minimum idf, for terms of nearly all items. */
const MIN_IDF = 0.01

/**
 * Initial size of a collection in English. In smaller ones no word can be as rare, so idf is scaled to the range at
 * this size, which the model was trained on.
 */
const FULL_SIZE = 4_500

/**
 * Document frequencies of terms, in a namespace per language. The counts of a language start with those of a table of
 * many texts (`background-words.ts`), so that words have weights in a young collection.
 */
export class DocumentFrequencies {
  /** Incremented when earlier weights are outdated: after 20 % more items, from 3,000 items on after 50 % more. */
  epoch = 0
  readonly #counts = new TermCounts()
  /** By namespace: its language, and its number of items. */
  readonly #languages = new Map<number, string | null>()
  readonly #items = new Map<number, number>()
  /** Number of counted items, halved with time. */
  #total = 0
  #nextEpochAt = 0
  #halvedAt = -Infinity
  /** Scale of idf for `#scaledFor` items. Recomputing it for each term would take 20 % of the time of placing. */
  #scale = 1
  #scaledFor = NaN

  /** Opens the namespace of a language. */
  open(space: number, language: string | null): void {
    if (this.#languages.has(space)) return
    this.#languages.set(space, language)
    this.#addBackground(space, language, 1)
  }

  #addBackground(space: number, language: string | null, share: number): void {
    const { texts, terms, counts } = backgroundOf(language, space)
    this.#items.set(space, (this.#items.get(space) ?? 0) + texts * share)
    for (const [k, term] of terms.entries()) this.#counts.add(term, (counts[k] ?? 0) * share)
  }

  /** Counts one item, seen at `at`, as `share` of an item, 0..1. */
  count(space: number, terms: Terms, share: number, at: EpochMs): void {
    if (this.#halvedAt === -Infinity) this.#halvedAt = at
    else if (at - this.#halvedAt >= HALF_LIFE_MS) {
      this.#halve()
      this.#halvedAt = at
    }
    for (const entry of terms) this.#counts.add(termIn(entry), share)
    this.#items.set(space, (this.#items.get(space) ?? 0) + share)
    this.#total += share
    if (this.#total < this.#nextEpochAt) return
    this.epoch++
    this.#nextEpochAt = Math.max(this.#total + 50, this.#total * (this.#total < MANY ? 1.2 : 1.5))
  }

  #halve(): void {
    this.#counts.change((count) => (count / 2 < MIN_COUNT ? 0 : count / 2))
    for (const [space, items] of this.#items) this.#items.set(space, items / 2)
    // The background does not fade.
    for (const [space, language] of this.#languages) this.#addBackground(space, language, 0.5)
    this.#total /= 2
    this.#nextEpochAt = 0
  }

  /** Number of items of a namespace, including its background. */
  itemsOf(space: number): number {
    return this.#items.get(space) ?? 0
  }

  /** Inverse document frequency of a term, > 0. @param items from `itemsOf` of its namespace */
  idf(term: number, items: number): number {
    if (items !== this.#scaledFor) {
      this.#scaledFor = items
      this.#scale = Math.max(1, Math.log(FULL_SIZE) / Math.log(items + 50))
    }
    return Math.max(MIN_IDF, this.#scale * Math.log((items + 50) / (this.#counts.get(term) + 0.5)))
  }

  /** Number of items with the term, at least 1. */
  frequency(term: number): number {
    return Math.max(1, this.#counts.get(term))
  }

  state(): FrequenciesState {
    const terms = this.#counts.terms()
    return {
      terms,
      counts: Float32Array.from(terms, (term) => this.#counts.get(term)),
      languages: [...this.#languages],
      items: [...this.#items],
      total: this.#total,
      epoch: this.epoch,
      nextEpochAt: this.#nextEpochAt,
      halvedAt: this.#halvedAt === -Infinity ? null : this.#halvedAt,
    }
  }

  /** Restores a saved state into an empty object. */
  restore(state: FrequenciesState): void {
    this.#counts.reserve(state.terms.length)
    for (const [row, term] of state.terms.entries()) this.#counts.add(term, state.counts[row] ?? 0)
    for (const [space, language] of state.languages) this.#languages.set(space, language)
    for (const [space, items] of state.items) this.#items.set(space, items)
    this.#total = state.total
    this.epoch = state.epoch
    this.#nextEpochAt = state.nextEpochAt
    this.#halvedAt = state.halvedAt ?? -Infinity
  }
}

/** Saved state. `terms` and `counts` are columns, ascending by term. */
export interface FrequenciesState {
  readonly terms: Int32Array
  readonly counts: Float32Array
  readonly languages: readonly (readonly [space: number, language: string | null])[]
  readonly items: readonly (readonly [space: number, items: number])[]
  readonly total: number
  readonly epoch: number
  readonly nextEpochAt: number
  /** `null` before the first item. */
  readonly halvedAt: EpochMs | null
}

/** Document frequencies for a language before a collection has its own items. */
interface Background {
  readonly texts: number
  readonly terms: Int32Array
  readonly counts: Float32Array
}

/** Weight of a background text, in items of the collection. */
const SHARE = 0.1

/** A language without a table counts as 200 texts, with each common word in 30 % of them. */
const ASSUMED_TEXTS = 200
const COMMON_SHARE = 0.3

/** @param space number of the terms' namespace */
function backgroundOf(language: string | null, space: number): Background {
  const table = BACKGROUND_WORDS[language ?? '']
  if (table !== undefined) return unpack(Buffer.from(table.packed, 'base64'), table.texts, space)
  const terms = termsOfText(COMMON_WORDS[language ?? ''] ?? '', space).map(termIn)
  return {
    texts: ASSUMED_TEXTS,
    terms,
    counts: new Float32Array(terms.length).fill(ASSUMED_TEXTS * COMMON_SHARE),
  }
}

/** Decodes, for each word, the difference to the last hash (7 bits per byte) and the count in eighths of a doubling. */
function unpack(bytes: Uint8Array, texts: number, space: number): Background {
  const terms: number[] = []
  const counts: number[] = []
  let hash = 0
  let gap = 0
  let shift = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    gap |= (byte & 0x7f) << shift
    shift += 7
    if (byte >= 0x80) continue
    hash += gap
    terms.push(termOf(hash, space))
    counts.push(2 ** ((bytes[++at] ?? 0) / 8) * SHARE)
    gap = 0
    shift = 0
  }
  return { texts: texts * SHARE, terms: Int32Array.from(terms), counts: Float32Array.from(counts) }
}

/** Initial slots, a power of two. */
const FIRST_SLOTS = 1 << 12

/**
 * 32-bit counts for a subset of the possible terms; an array of all would take 16 MB. A growing hash table with linear
 * probing, at most half full. Terms are already hashes.
 */
class TermCounts {
  /** Per slot the term + 1, or 0 if empty, and the count: adjacent, since they are read together. */
  #keys = new Int32Array(2 * FIRST_SLOTS)
  #counts = new Float32Array(this.#keys.buffer)
  #used = 0

  get(term: number): number {
    return this.#counts[this.#slotOf(term) + 1] ?? 0
  }

  add(term: number, more: number): void {
    let slot = this.#slotOf(term)
    if (this.#keys[slot] === 0) {
      if (4 * (this.#used + 1) > this.#keys.length) {
        this.reserve(this.#used + 1)
        slot = this.#slotOf(term)
      }
      this.#keys[slot] = term + 1
      this.#used += 1
    }
    this.#counts[slot + 1] = (this.#counts[slot + 1] ?? 0) + more
  }

  change(changed: (count: number) => number): void {
    for (let at = 1; at < this.#counts.length; at += 2)
      if (this.#counts[at] !== 0) this.#counts[at] = changed(this.#counts[at] ?? 0)
  }

  /** Terms with a count other than 0, ascending. */
  terms(): Int32Array {
    const terms: number[] = []
    for (let slot = 0; slot < this.#keys.length; slot += 2)
      if (this.#counts[slot + 1] !== 0) terms.push((this.#keys[slot] ?? 0) - 1)
    return Int32Array.from(terms).sort()
  }

  /** The slot of the term, or the empty one for it. */
  #slotOf(term: number): number {
    const last = this.#keys.length - 1
    let slot = (2 * term) & last
    for (let key = this.#keys[slot]; key !== 0 && key !== term + 1; key = this.#keys[slot])
      slot = (slot + 2) & last
    return slot
  }

  /** Makes room for this many terms. Drops terms with count 0. */
  reserve(terms: number): void {
    const [keys, counts] = [this.#keys, this.#counts]
    let size = keys.length
    while (size < 4 * (terms + 1)) size *= 2
    this.#keys = new Int32Array(size)
    this.#counts = new Float32Array(this.#keys.buffer)
    this.#used = 0
    for (let at = 0; at < keys.length; at += 2) {
      const count = counts[at + 1] ?? 0
      if (count !== 0) this.add((keys[at] ?? 0) - 1, count)
    }
  }
}
