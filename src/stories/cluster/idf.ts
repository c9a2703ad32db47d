import { bitCount } from '../../model/bit-count.ts'
import { DAY_MS, type EpochMs } from '../../model/time.ts'
import { TERM_BITS, termIn, type Terms } from './terms.ts'

/** All counts are halved after this time, because the news changes. */
const HALF_LIFE_MS = 7 * DAY_MS

/** With more items, document frequencies change slowly. */
const MANY = 3_000

/** Prior of a language: it counts as 200 items, and 30 % of them hold each of its common words. */
const BELIEVED_ITEMS = 200
const COMMON_SHARE = 0.3

/** A term with a lower count is forgotten. A count of 1 falls to it in 5 halvings. */
const MIN_HELD = 1 / 32

/** Inverse document frequencies. Each language has its own namespace of terms. */
export interface Idf {
  /** Grows when earlier weights are outdated: after 20 % more items, from 3,000 items on after 50 % more. */
  readonly epoch: number
  /** The number of items counted, faded with time. */
  readonly total: number
  /** Whether `open` was called for the namespace. */
  isOpen(space: number): boolean
  /** Opens a namespace. Its `common` words count as frequent from the start. */
  open(space: number, common: Terms): void
  /** Counts one item of `space`, seen at `at`, published at `publishedAt`, as `share` of an item, 0..1. */
  count(space: number, terms: Terms, share: number, at: EpochMs, publishedAt: EpochMs): void
  /** The number of items of a namespace, faded with time. */
  itemsOf(space: number): number
  /** The idf weight of a term, > 0. @param items from `itemsOf` of its namespace */
  weight(term: number, items: number): number
  /** The number of items that hold the term, faded with time, at least 1. */
  frequency(term: number): number
  /** The number of days on which items with the term were published, at most 32. Words of one event have few. */
  days(term: number): number
  state(): IdfState
  /** Restores a saved state into an empty object. */
  restore(state: IdfState): void
}

/** The saved state. Its columns are by term, ascending. */
export interface IdfState {
  readonly terms: Int32Array
  readonly frequencies: Float32Array
  /** A bit for each day, modulo 32. */
  readonly days: Int32Array
  readonly spaces: readonly (readonly [space: number, items: number])[]
  readonly total: number
  readonly epoch: number
  readonly nextEpochAt: number
  /** `null` before the first item. */
  readonly halvedAt: EpochMs | null
  readonly halvings: number
}

export function createIdf(): Idf {
  // Each term has two numbers: its document frequency, and a bit for each day, modulo 32. They stand side by side
  // because they are read together.
  const table = new ArrayBuffer(8 << TERM_BITS)
  const frequencies = new Float32Array(table)
  const days = new Int32Array(table)
  const items = new Map<number, number>()
  let total = 0
  let epoch = 0
  let nextEpochAt = 0
  let halvedAt = -Infinity
  let halvings = 0

  function halve(): void {
    for (let i = 0; i < frequencies.length; i += 2) {
      const half = (frequencies[i] as number) / 2
      frequencies[i] = half < MIN_HELD ? 0 : half
    }
    for (const [space, count] of items) items.set(space, count / 2)
    total /= 2
    nextEpochAt = 0
    halvings++
    if (halvings % 4 === 0) for (let i = 1; i < days.length; i += 2) days[i] = 0
  }

  return {
    get epoch() {
      return epoch
    },
    get total() {
      return total
    },
    isOpen: (space) => items.has(space),
    open(space, common) {
      if (items.has(space)) return
      items.set(space, common.length > 0 ? BELIEVED_ITEMS : 0)
      for (const entry of common) {
        const at = 2 * termIn(entry)
        frequencies[at] = (frequencies[at] as number) + BELIEVED_ITEMS * COMMON_SHARE
        days[at + 1] = -1
      }
    },
    count(space, terms, share, at, publishedAt) {
      if (halvedAt === -Infinity) halvedAt = at
      else if (at - halvedAt >= HALF_LIFE_MS) {
        halve()
        halvedAt = at
      }
      const day = 1 << dayOf(publishedAt)
      for (const entry of terms) {
        const of = 2 * termIn(entry)
        frequencies[of] = (frequencies[of] as number) + share
        days[of + 1] = (days[of + 1] as number) | day
      }
      items.set(space, (items.get(space) ?? 0) + share)
      total += share
      if (total >= nextEpochAt) {
        epoch++
        nextEpochAt = Math.max(total + 50, total * (total < MANY ? 1.2 : 1.5))
      }
    },
    itemsOf: (space) => items.get(space) ?? 0,
    weight: (term, all) => weightOfShare((all + 50) / ((frequencies[2 * term] as number) + 0.5)),
    frequency: (term) => Math.max(1, frequencies[2 * term] as number),
    days: (term) => Math.max(1, bitCount(days[2 * term + 1] as number)),
    state() {
      // Goes through the table once. Most of it is empty, and reading it takes most of the time.
      const held: number[] = []
      for (let i = 0; i < days.length; i += 2) if (frequencies[i] !== 0 || days[i + 1] !== 0) held.push(i)
      const columns = {
        terms: new Int32Array(held.length),
        frequencies: new Float32Array(held.length),
        days: new Int32Array(held.length),
      }
      for (let k = 0; k < held.length; k++) {
        const at = held[k] as number
        columns.terms[k] = at / 2
        columns.frequencies[k] = frequencies[at] as number
        columns.days[k] = days[at + 1] as number
      }
      const first = halvedAt === -Infinity ? null : halvedAt
      return { ...columns, spaces: [...items], total, epoch, nextEpochAt, halvedAt: first, halvings }
    },
    restore(state) {
      for (let k = 0; k < state.terms.length; k++) {
        const of = 2 * (state.terms[k] as number)
        frequencies[of] = state.frequencies[k] as number
        days[of + 1] = state.days[k] as number
      }
      for (const [space, count] of state.spaces) items.set(space, count)
      ;({ total, epoch, nextEpochAt, halvings } = state)
      halvedAt = state.halvedAt ?? -Infinity
    },
  }
}

/** A day's number, modulo 32. */
export function dayOf(at: EpochMs): number {
  return Math.floor(at / DAY_MS) & 31
}

/** Exponent of the idf in the weight of a term. */
const IDF_POWER = 1.3

/** The lowest idf, for terms that nearly all items hold. */
const MIN_IDF = 0.01

/** The weight of a term that one in `share` items holds. */
export function weightOfShare(share: number): number {
  return Math.max(MIN_IDF, Math.log(share)) ** IDF_POWER
}
