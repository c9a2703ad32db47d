import type { StoryItem } from '../../src/model/story.ts'

/** An item of a labelled set. `truth` is its true story, `null` if it has no label. */
export interface LabelledItem extends StoryItem {
  readonly truth: string | null
}

export interface LabelledSet {
  readonly name: string
  readonly items: readonly LabelledItem[]
}

/** Time of collection. Items without a date get it, as in the service. */
export const COLLECTED_AT = Date.UTC(2024, 0, 1)

/** The items of a set that have a true story and a date: 80 % of the labelled ones of AllSides. */
export function datedOf({ name, items }: LabelledSet): LabelledSet {
  return {
    name: `${name}, labelled and dated only`,
    items: items.filter(({ truth, dated }) => truth !== null && dated),
  }
}

/** A pseudo-random number, 0..1, that depends on the text alone. */
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
