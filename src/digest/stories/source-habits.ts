import { HOUR_MS } from '../../domain/time.ts'
import type { EpochMs } from '../../domain/time.ts'
import type { Terms } from './terms.ts'

/** A term in more than this share of one source's items is part of its form, not of its news. */
const BOILERPLATE_SHARE = 0.2
/** What so few items have in common may be their news. */
const LEAST_ITEMS = 12
/** Counts of a source are halved at so many items. */
const HALVE_AT = 400
/** Slots of a source's counts. Terms share them: of 400 items with 60 terms, each slot holds 3 % of other terms. */
const SLOTS = 4096

/** What one source brings at once teaches no more of how rare words are than about twice as many items. */
const TEACHING_ITEMS = 60

/** The same title later than this is a column's name: "Morning briefing". */
const COLUMN_AFTER_MS = 20 * HOUR_MS

/** In how many of a source's items terms stand, several terms a count. */
export interface Form {
  items: number
  readonly counts: Uint16Array
  /** When the source was last visited, and its new items of then. */
  visitedAt: EpochMs
  brought: number
}

/** Whether a term is part of the form of a source. */
export function isBoilerplate(form: Form, term: number): boolean {
  return form.items >= LEAST_ITEMS && (form.counts[term % SLOTS] as number) > form.items * BOILERPLATE_SHARE
}

/** Stands for a title of a source, whatever its case: 53 bits, so that two never meet by chance. */
export function titleNumber(sourceId: string, title: string): number {
  let one = 0xdeadbeef | 0
  let two = 0x41c6ce57
  for (const text of [sourceId, title.slice(0, 200).toLowerCase()]) {
    for (let k = 0; k < text.length; k++) {
      const unit = text.charCodeAt(k)
      one = Math.imul(one ^ unit, 0x9e3779b1)
      two = Math.imul(two ^ unit, 0x5f356495)
    }
    // No source's name runs into a title.
    one = Math.imul(one ^ 0x1ffff, 0x9e3779b1)
    two = Math.imul(two ^ 0x1ffff, 0x5f356495)
  }
  one = Math.imul(one ^ (one >>> 15), 0x735a2d97) ^ (two >>> 13)
  two = Math.imul(two ^ (two >>> 15), 0xcaf649a9) ^ (one >>> 13)
  return (two >>> 0) * 2 ** 21 + (one >>> 11)
}

/** What an item says of its source's habits. */
export interface TitleUse {
  /** How much the item says of how rare words are, 0..1: nothing where its title is known at its source. */
  readonly teaches: number
  /** Its title names a column. */
  readonly column: boolean
  /** It does, and nobody knew before: the earlier items with it are of the column too. */
  readonly revealed: boolean
}

/** What single sources write again and again. */
export interface SourceHabits {
  /** Counts an item of the source, published and first seen at these times; `title` as `titleNumber` gives it. */
  see(sourceId: string, title: number, terms: Terms, publishedAt: EpochMs, seenAt: EpochMs): TitleUse
  /** What a source writes again and again; the same object as long as the source is known. */
  formOf(sourceId: string): Form | undefined
  /** Lets go of titles last seen before this. */
  forget(before: EpochMs): void
}

export function createSourceHabits(): SourceHabits {
  const forms = new Map<string, Form>()
  const titles = new Map<number, { first: EpochMs; last: EpochMs; column: boolean }>()

  return {
    see(sourceId, title, { terms, count }, at, seenAt) {
      let form = forms.get(sourceId)
      if (form === undefined) forms.set(sourceId, (form = newForm()))
      const known = titles.get(title)
      if (known !== undefined) {
        const wasColumn = known.column
        known.column ||=
          Math.abs(at - known.first) > COLUMN_AFTER_MS || Math.abs(at - known.last) > COLUMN_AFTER_MS
        known.first = Math.min(known.first, at)
        known.last = Math.max(known.last, at)
        return { teaches: 0, column: known.column, revealed: known.column && !wasColumn }
      }
      titles.set(title, { first: at, last: at, column: false })
      form.items++
      for (let k = 0; k < count; k++) {
        const slot = (terms[k] as number) % SLOTS
        form.counts[slot] = (form.counts[slot] as number) + 1
      }
      if (form.items >= HALVE_AT) {
        form.items /= 2
        for (let i = 0; i < SLOTS; i++) form.counts[i] = (form.counts[i] as number) >> 1
      }
      if (form.visitedAt !== seenAt) {
        form.visitedAt = seenAt
        form.brought = 0
      }
      form.brought++
      const teaches = Math.min(1, (TEACHING_ITEMS / form.brought) ** 2)
      return { teaches, column: false, revealed: false }
    },
    formOf: (sourceId) => forms.get(sourceId),
    forget(before) {
      for (const [key, { last }] of titles) if (last < before) titles.delete(key)
    },
  }
}

function newForm(): Form {
  return { items: 0, counts: new Uint16Array(SLOTS), visitedAt: -Infinity, brought: 0 }
}
