import type { z } from 'zod'
import type { Item } from '../../model/item.ts'
import { type EpochMs, toIso } from '../../model/time.ts'
import { countReports } from '../../stories/report-counts.ts'
import { linkItems, type StoryLink } from '../../stories/story-links.ts'
import { lettersOf } from '../../text/letters.ts'
import { publisherOfItem } from '../../url/publisher.ts'
import type { StoryBody } from '../schemas/story.ts'
import { itemJson } from './item.ts'

export type StoryJson = z.output<typeof StoryBody>

const SLICES = 24
const MAX_WORDS = 12

/**
 * A story as it leaves the service.
 *
 * @param lead the item that stands for it
 * @param items at least one, oldest first
 * @param texts plain text by item id
 */
export function storyJson(
  id: number,
  lead: Item,
  items: readonly [Item, ...Item[]],
  texts: ReadonlyMap<number, string>,
): StoryJson {
  const times = items.map(({ publishedAt }) => publishedAt)
  const first = items[0].publishedAt
  const last = times.at(-1) ?? first
  const publishers = publishersOf(items)
  const links = linkItems(items)
  return {
    id,
    title: lead.title,
    itemId: lead.id,
    itemCount: lead.story.itemCount,
    sourceCount: lead.story.sourceCount,
    publisherCount: publishers.length,
    languages: countsOf(items.flatMap(({ language }) => language ?? [])).map(([language]) => language),
    firstItemAt: toIso(first),
    lastItemAt: toIso(last),
    series: seriesOf(times, first, last),
    publishers,
    words: wordsOf(links, lead, items, texts),
    items: items.map((item, at) => ({ ...itemJson(item), joined: linkJson(links[at]) })),
  }
}

function linkJson(link: StoryLink | undefined): StoryJson['items'][number]['joined'] {
  if (link === undefined) return null
  const { itemId, similarity, words, hoursApart } = link
  return { itemId, similarity, words: [...words], hoursApart }
}

/** What one source lists under one title is one report, of the first publisher, however many sites have it. */
function publishersOf(items: readonly Item[]): StoryJson['publishers'] {
  const publishers = new Map<string, StoryJson['publishers'][number]>()
  const ofReport = new Map<string, string>()
  for (const item of items) {
    const report = `${item.source} ${lettersOf(item.title)}`
    const name = ofReport.get(report) ?? publisherOfItem(item) ?? item.source
    ofReport.set(report, name)
    const known = publishers.get(name)
    if (known === undefined) {
      publishers.set(name, { name, itemCount: 1, firstItemAt: toIso(item.publishedAt) })
    } else {
      known.itemCount += 1
    }
  }
  return [...publishers.values()]
}

function seriesOf(times: readonly EpochMs[], first: EpochMs, last: EpochMs): number[] {
  const series = Array.from({ length: SLICES }, () => 0)
  const sliceMs = Math.max(1, (last - first) / SLICES)
  for (const at of times) {
    const slice = Math.min(SLICES - 1, Math.floor((at - first) / sliceMs))
    series[slice] = (series[slice] ?? 0) + 1
  }
  return series
}

/** The words that join items, in their most frequent spelling, by how many items have them. */
function wordsOf(
  links: readonly (StoryLink | undefined)[],
  lead: Item,
  items: readonly Item[],
  texts: ReadonlyMap<number, string>,
): StoryJson['words'] {
  const joining = countsOf(links.flatMap((link) => link?.words ?? []).map((word) => word.toLowerCase()))
  const counts = countReports(
    joining.map(([word]) => word),
    lead.language,
    items.map((item) => ({ ...item, text: texts.get(item.id) ?? '' })),
  )
  return counts.slice(0, MAX_WORDS).map(({ word, reports }) => ({ word, itemCount: reports }))
}

/** Each value with its count, the most frequent first; ties in order of first occurrence. */
function countsOf(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)
}
