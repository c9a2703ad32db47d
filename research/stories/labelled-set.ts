import { groupBy } from '../../src/model/group-by.ts'
import type { StoryItem } from '../../src/model/story.ts'
import { DAY_MS, type EpochMs } from '../../src/model/time.ts'

/** A news item of a labelled set; `truth` is `null` where nobody said which story it tells. */
export interface LabelledItem extends StoryItem {
  readonly truth: string | null
  /**
   * Of an item that nobody labelled, and that is taken for a story of its own: when it was really published, `NaN` where nobody
   * knows. Those that are months apart tell different events for certain.
   */
  readonly happenedAt?: EpochMs
}

export interface LabelledSet {
  readonly name: string
  readonly items: readonly LabelledItem[]
}

/** Items without a date count as collected at this moment, as the service does it. */
export const COLLECTED_AT = Date.UTC(2024, 0, 1)

/** The items of a set that have a true story. */
export function labelledOf({ name, items }: LabelledSet): LabelledSet {
  return { name: `${name}, labelled only`, items: items.filter(({ truth }) => truth !== null) }
}

/** The items of a set that have a true story and a date: of AllSides, four fifths of the labelled ones. */
export function datedOf({ name, items }: LabelledSet): LabelledSet {
  return {
    name: `${name}, labelled and dated only`,
    items: items.filter(({ truth, dated }) => truth !== null && dated),
  }
}

/** Items by the stretch of so many days in which they were published. */
export function byDays<Item extends StoryItem>(items: readonly Item[], days: number): Map<number, Item[]> {
  return groupBy(items, ({ publishedAt }) => Math.floor(publishedAt / (days * DAY_MS)))
}

/** An item whose address says nothing. */
export function withoutAddress(item: LabelledItem): LabelledItem {
  return { ...item, url: '' }
}

/** A number 0..1 that looks random, the same for the same text. */
export function chance(text: string): number {
  let mixed = hash(text)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296
}

/** FNV-1a, 32 bits. */
export function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}
