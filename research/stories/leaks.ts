import { MINUTE_MS } from '../../src/model/time.ts'
import type { LabelledItem } from './labelled-set.ts'
import { joins } from './measures.ts'

/** A property apart from the texts that could reveal which items of a set belong together. */
export interface Cue {
  readonly name: string
  /** Items with the same key are joined; an item with `undefined` stays alone. */
  keysOf(items: readonly LabelledItem[]): (string | undefined)[]
}

export const CUES: readonly Cue[] = [
  {
    name: 'the minute of publication',
    keysOf: (items) =>
      items.map(({ dated, publishedAt }) =>
        dated ? String(Math.floor(publishedAt / MINUTE_MS)) : undefined,
      ),
  },
  { name: 'the place in the set', keysOf: (items) => items.map((_, at) => String(Math.floor(at / 2))) },
  { name: 'the id', keysOf: (items) => items.map(({ itemId }) => String(Math.floor(itemId / 2))) },
  { name: 'the source', keysOf: (items) => items.map(({ sourceId }) => sourceId) },
]

/** Pair precision and pair recall of joining items by a cue alone. */
export function cueQuality(items: readonly LabelledItem[], cue: Cue): { precision: number; recall: number } {
  const labelled = items.filter(({ truth }) => truth !== null)
  const keys = cue.keysOf(labelled).map((key, at) => key ?? `alone ${at}`)
  const numbers = new Map([...new Set(keys)].map((key, number) => [key, number]))
  const judged = labelled.map(({ truth }, at) => ({
    truth: truth ?? '',
    placed: numbers.get(keys[at] ?? '') ?? -1,
  }))
  const { pairPrecision, pairRecall, pairs } = joins(judged)
  return { precision: pairs.placed === 0 ? 0 : pairPrecision, recall: pairRecall }
}
