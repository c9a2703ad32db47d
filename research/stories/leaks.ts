import { MINUTE_MS } from '../../src/model/time.ts'
import type { LabelledItem } from './labelled-set.ts'
import { joins } from './measures.ts'

/** Something beside the texts by which the items of a set could be joined, if it told the stories. */
export interface Cue {
  readonly name: string
  /** Items with one key would be joined; `undefined`: the item stays alone. */
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

/** How much a cue tells of the stories: pairs that it joins rightly, of all that it joins and of all that are right. */
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
