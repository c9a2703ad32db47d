import { findKin } from '../../src/domain/elsewhere/kin.ts'
import { NameIndex } from '../../src/domain/elsewhere/name-index.ts'
import { isNear, KIN_HOURS, namedStory, type NamedStory } from '../../src/domain/elsewhere/named-story.ts'
import { HOUR_MS } from '../../src/domain/time.ts'
import { type LabelledItem, newsroomSet } from './sets.ts'

/** How well stories of different languages were linked. */
export interface LinkAgreement {
  /** Links of two stories that tell a common event, of all links. */
  readonly precision: number
  /** Links that were found, of all that there are between stories near in time. */
  readonly recall: number
  /** The same, of two languages that share the Latin alphabet. */
  readonly latinRecall: number
  readonly stories: number
}

const LATIN = new Set(['en', 'de', 'es'])

/**
 * Links the stories of a month of invented news, which tells the same events in five languages.
 *
 * @param place which story each item is in; what truly belongs together where left out
 */
export async function judgeLinks(
  seed: string,
  place: (items: readonly LabelledItem[]) => readonly number[] = trueStories,
): Promise<LinkAgreement> {
  const { items } = newsroomSet('title+summary', seed)
  const placed = place(items)
  const stories = new Map<number, LabelledItem[]>()
  for (const [at, item] of items.entries()) {
    const story = placed[at] ?? 0
    stories.set(story, [...(stories.get(story) ?? []), item])
  }
  const events = new Map([...stories].map(([story, own]) => [story, eventsOf(own)]))
  const named = new Map([...stories].map(([story, own]) => [story, namedStory(story, own.map(namedItem))]))
  const index = new NameIndex()
  for (const item of items) index.add(namedItem(item))

  const [count, found] = [
    { links: 0, right: 0 },
    { all: 0, latin: 0 },
  ]
  const due = { all: 0, latin: 0 }
  for (const story of named.values()) {
    const told = events.get(story.storyId) ?? new Set()
    const links = await linksOf(story, items, placed, index, named)
    for (const other of named.values()) {
      const isRight = [...(events.get(other.storyId) ?? [])].some((event) => told.has(event))
      const isFound = links.has(other.storyId)
      if (isFound) count.links += 1
      if (isFound && isRight) count.right += 1
      if (!isRight || !areApart(story, other)) continue
      const isLatin = [...story.languages, ...other.languages].every((language) => LATIN.has(language))
      due.all += 1
      if (isFound) found.all += 1
      if (isLatin) due.latin += 1
      if (isLatin && isFound) found.latin += 1
    }
  }
  return {
    precision: count.right / count.links,
    recall: found.all / due.all,
    latinRecall: found.latin / due.latin,
    stories: stories.size,
  }
}

async function linksOf(
  story: NamedStory,
  items: readonly LabelledItem[],
  placed: readonly number[],
  index: NameIndex,
  named: ReadonlyMap<number, NamedStory>,
): Promise<Set<number>> {
  const from = (story.times[0] ?? 0) - KIN_HOURS * HOUR_MS
  const until = (story.times.at(-1) ?? 0) + KIN_HOURS * HOUR_MS
  const storyOfSlot = Uint32Array.from(placed, (of, at) => {
    const publishedAt = items[at]?.publishedAt ?? 0
    return publishedAt >= from && publishedAt <= until ? of : 0
  })
  const storyCount = new Set(storyOfSlot).size
  const kin = await findKin(story, { index, storyOfSlot, storyCount }, (ids) =>
    Promise.resolve(ids.flatMap((id) => named.get(id) ?? [])),
  )
  return new Set(kin.map(({ storyId }) => storyId))
}

/** Of different languages, near in time. */
function areApart(one: NamedStory, other: NamedStory): boolean {
  const isOtherLanguage = !one.languages.some((language) => other.languages.includes(language))
  return isOtherLanguage && other.times.some((at) => isNear(at, one))
}

function namedItem({ itemId, language, publishedAt, title, summary }: LabelledItem) {
  return { id: itemId, language, publishedAt, title, summary }
}

function trueStories(items: readonly LabelledItem[]): number[] {
  const numbers = new Map<string, number>()
  return items.map(({ truth, itemId }) => {
    const name = truth ?? String(itemId)
    const number = numbers.get(name) ?? numbers.size + 1
    numbers.set(name, number)
    return number
  })
}

/** What its items tell, whatever their language; columns tell nothing. */
function eventsOf(items: readonly LabelledItem[]): Set<string> {
  const told = items.flatMap(({ truth }) => (truth === null || truth.startsWith('alone ') ? [] : truth))
  return new Set(told.map((truth) => truth.slice(0, truth.lastIndexOf(' '))))
}
