import { HOUR_MS, type EpochMs } from '../time.ts'
import type { NamedItem } from './name-index.ts'
import { namesOf, type Name } from './names.ts'

/** Reports of one event in two languages are not farther apart. */
export const KIN_HOURS = 36

/** Most names of a story that are compared: those that stand in most of its items. */
const MOST_NAMES = 64

/** A story as it is compared with those of other languages. */
export interface NamedStory {
  readonly storyId: number
  readonly languages: readonly string[]
  /** Of its items, in order. */
  readonly times: readonly EpochMs[]
  readonly names: readonly StoryName[]
}

export interface StoryName extends Pick<Name, 'text' | 'worth'> {
  readonly seeks: readonly string[]
  /** Where it stands; equal places are words of one name. */
  readonly places: ReadonlySet<string>
  readonly itemCount: number
}

export function namedStory(storyId: number, items: readonly NamedItem[]): NamedStory {
  const names = new Map<string, StoryName>()
  for (const { id, title, summary } of items) {
    for (const [part, text] of [title, summary].entries()) {
      for (const { keys, seeks, worth, place, text: written } of namesOf(text)) {
        const key = keys[0] ?? ''
        const known = names.get(key)
        const places = new Set(known?.places)
        places.add(`${id} ${part} ${place}`)
        names.set(key, {
          text: known?.text ?? written,
          worth,
          seeks: known === undefined ? seeks : [...new Set([...known.seeks, ...seeks])],
          places,
          itemCount: (known?.itemCount ?? 0) + 1,
        })
      }
    }
  }
  return {
    storyId,
    languages: [...new Set(items.flatMap(({ language }) => language ?? []))],
    times: items.map(({ publishedAt }) => publishedAt).toSorted((a, b) => a - b),
    names: [...names.values()].toSorted((a, b) => b.itemCount - a.itemCount).slice(0, MOST_NAMES),
  }
}

/** Whether a moment is near enough to one of a story's for the same event. */
export function isNear(at: EpochMs, { times }: NamedStory): boolean {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? Infinity) < at) low = middle + 1
    else high = middle
  }
  const before = at - (times[low - 1] ?? -Infinity)
  const after = (times[low] ?? Infinity) - at
  return Math.min(before, after) <= KIN_HOURS * HOUR_MS
}
