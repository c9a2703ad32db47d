import type { NameIndex } from './name-index.ts'
import { isNear, type NamedStory, type StoryName } from './named-story.ts'

/** How much the further words of one name count: after the first they say little more. */
const WORTH_OF_REST = 0.3

/** The stories of a span of time, by the slots of their items in the index. */
export interface Span {
  readonly index: NameIndex
  /** By slot; 0 for what is outside. */
  readonly storyOfSlot: Uint32Array
  readonly storyCount: number
}

/** What two stories share. */
export interface Shared {
  readonly storyId: number
  readonly names: readonly { readonly name: StoryName; readonly weight: number }[]
  /** About how many rare names they share that are not of one kin. */
  readonly mass: number
}

/** Finds which stories have a name; what was found is kept. */
export interface CarrierLookup {
  readonly span: Span
  readonly of: (key: string) => Carriers
}

export function carriersIn(span: Span): CarrierLookup {
  const known = new Map<string, Carriers>()
  return {
    span,
    of(key) {
      let carriers = known.get(key)
      if (carriers === undefined) known.set(key, (carriers = carriersOf(key, span)))
      return carriers
    },
  }
}

/** The stories of other languages that share names with this one at about the same time, those that share most first. */
export function sharersOf(story: NamedStory, { span, of }: CarrierLookup): Shared[] {
  const found = new Map<number, Map<StoryName, number>>()
  for (const name of story.names) {
    for (const key of name.seeks) {
      const carriers = of(key)
      const weight = name.worth * rarity(carriers.stories, span.storyCount)
      if (weight < LEAST_WEIGHT) continue
      for (const slot of carriers.slots) {
        const language = span.index.languageOf(slot)
        if (language === null || story.languages.includes(language)) continue
        if (!isNear(span.index.publishedAtOf(slot), story)) continue
        const other = span.storyOfSlot[slot] ?? 0
        const names = found.get(other) ?? new Map<StoryName, number>()
        found.set(other, names)
        names.set(name, Math.max(names.get(name) ?? 0, weight))
      }
    }
  }
  return [...found]
    .map(([storyId, weights]): Shared => {
      const names = [...weights].map(([name, weight]) => ({ name, weight }))
      return { storyId, names, mass: massOf(names) }
    })
    .toSorted((a, b) => b.mass - a.mass || a.storyId - b.storyId)
}

/** The mass that a story could share with other languages: that of its names which another language has too. */
export function shareable(story: NamedStory, { span, of }: CarrierLookup): number {
  return massOf(
    story.names.flatMap((name) => {
      const carried = name.seeks.map((key) => of(key))
      const isAbroad = carried.some(({ slots }) =>
        slots.some(
          (slot) => !story.languages.includes(span.index.languageOf(slot) ?? story.languages[0] ?? ''),
        ),
      )
      const rarest = Math.max(0, ...carried.map(({ stories }) => rarity(stories, span.storyCount)))
      return isAbroad ? [{ name, weight: name.worth * rarest }] : []
    }),
  )
}

/** Names of less weight are too common to say anything. */
const LEAST_WEIGHT = 0.02

/** Fewer stories do not tell what is rare: they count as so many. */
const ENOUGH_STORIES = 100

/** Near 1 for what two of many stories have, falling to 0 for what all have. */
function rarity(stories: number, of: number): number {
  const most = Math.log((Math.max(of, ENOUGH_STORIES) + 50) / 1.5)
  return Math.max(0, Math.log((of + 50) / (stories + 0.5)) / most) ** 2
}

/** The names' weights added up; further words of one name add little. */
function massOf(names: Shared['names']): number {
  const used = new Set<string>()
  let mass = 0
  for (const { name, weight } of names.toSorted((a, b) => b.weight - a.weight)) {
    const isRest = [...name.places].some((place) => used.has(place))
    mass += isRest ? weight * WORTH_OF_REST : weight
    for (const place of name.places) used.add(place)
  }
  return mass
}

export interface Carriers {
  readonly slots: readonly number[]
  /**
   * How many stories have it, in the language where most do: so an event told in all languages makes none of
   * its names common.
   */
  readonly stories: number
}

/** Most occurrences of one key that are looked at: a name with more is not rare anyway. */
const MOST_CARRIERS = 2_000

function carriersOf(key: string, span: Span): Carriers {
  const stories = new Map<string | null, Set<number>>()
  const slots = noteCarriers(key, span, stories)
  // A sound is as rare as its words are in all alphabets together.
  if (key.startsWith('~')) noteCarriers(`-${key.slice(1)}`, span, stories)
  if (key.startsWith('-')) noteCarriers(`~${key.slice(1)}`, span, stories)
  return { slots, stories: Math.max(0, ...[...stories.values()].map(({ size }) => size)) }
}

function noteCarriers(
  key: string,
  { index, storyOfSlot }: Span,
  stories: Map<string | null, Set<number>>,
): number[] {
  const slots: number[] = []
  for (const slot of index.slotsOf(key)) {
    const story = storyOfSlot[slot] ?? 0
    if (story === 0) continue
    slots.push(slot)
    const language = index.languageOf(slot)
    const own = stories.get(language)
    if (own === undefined) stories.set(language, new Set([story]))
    else own.add(story)
    if (slots.length === MOST_CARRIERS) break
  }
  return slots
}
