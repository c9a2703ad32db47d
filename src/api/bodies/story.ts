import { countEach } from '../../model/group-by.ts'
import { type Item, itemJson } from '../../model/item.ts'
import type { Encoded } from '../../model/json-values.ts'
import { type EpochMs, toIso } from '../../model/time.ts'
import type { Evidence } from '../../stories/evidence/evidence.ts'
import { evidenceSentence, reasonSentence } from '../../stories/evidence/sentences.ts'
import type { StoryLink } from '../../stories/evidence/story-links.ts'
import { countReports } from '../../stories/report-counts.ts'
import { lettersOf } from '../../text/letters.ts'
import type { Extra } from '../answer/item-entries.ts'
import type { StoryBody } from '../schemas/story.ts'
import type { StoryExplanation } from '../story-explainer.ts'

type StoryJson = Encoded<typeof StoryBody>

const SLICES = 24
const MAX_WORDS = 12

interface StoryParts {
  readonly id: number
  /** The item that represents it. */
  readonly lead: Item
  /** All items, oldest first. */
  readonly items: readonly [Item, ...Item[]]
  readonly publisherOf: ReadonlyMap<number, string>
  readonly shown: readonly Item[]
  /** Additional fields of the shown items, by id. */
  readonly extras: ReadonlyMap<number, Extra> | undefined
  readonly reasons: StoryReasons
}

export interface StoryReasons {
  /** The explained items, oldest first. */
  readonly items: readonly Item[]
  /** Plain texts by item id. */
  readonly texts: ReadonlyMap<number, string>
  readonly explanation: StoryExplanation
}

export const NO_REASONS: StoryReasons = {
  items: [],
  texts: new Map(),
  explanation: { links: [], nearest: undefined },
}

export function storyJson({ id, lead, items, publisherOf, shown, extras, reasons }: StoryParts): StoryJson {
  const { links, nearest } = reasons.explanation
  const times = items.map(({ publishedAt }) => publishedAt)
  const first = items[0].publishedAt
  const last = times.at(-1) ?? first
  const publishers = publishersOf(items, publisherOf)
  const linkOf = new Map(reasons.items.map((item, at) => [item.id, links[at]]))
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
    words: wordsOf(links, lead, reasons),
    items: shown.map((item) => ({
      ...itemJson(item),
      joined: linkJson(linkOf.get(item.id)),
      ...extras?.get(item.id),
    })),
    nearest: nearestJson(nearest),
  }
}

function linkJson(link: StoryLink | undefined): StoryJson['items'][number]['joined'] {
  if (link === undefined) return null
  return { itemId: link.itemId, words: link.words.map(({ text }) => text), ...evidenceJson(link) }
}

function evidenceJson(evidence: Evidence) {
  const { similarity, hoursApart, words, isSameTitle, isSamePublisher, isDated, chance } = evidence
  return {
    similarity,
    hoursApart,
    evidence: {
      text: evidenceSentence(evidence),
      words,
      sameTitle: isSameTitle,
      samePublisher: isSamePublisher,
      dated: isDated,
      chance,
    },
  }
}

function nearestJson(nearest: StoryExplanation['nearest']): StoryJson['nearest'] {
  if (nearest === undefined) return null
  const { item, comparedWithId, reasons } = nearest
  const { id, title, url, source, sourceName, publishedAt, story } = item
  return {
    item: { id, title, url, source, sourceName, publishedAt: toIso(publishedAt), storyId: story.id },
    comparedWithId,
    ...evidenceJson(nearest),
    reasons: reasons.map((reason) => {
      const { kind, words, otherWords } = reason
      return { kind, text: reasonSentence(reason, nearest), words, otherWords }
    }),
  }
}

/** Items that one source lists under one title count as one report, of the first publisher. */
function publishersOf(
  items: readonly Item[],
  publisherOf: StoryParts['publisherOf'],
): StoryJson['publishers'] {
  const publishers = new Map<string, { name: string; itemCount: number; firstItemAt: string }>()
  const ofReport = new Map<string, string>()
  for (const item of items) {
    const report = `${item.source} ${lettersOf(item.title)}`
    const name = ofReport.get(report) ?? publisherOf.get(item.id) ?? item.source
    ofReport.set(report, name)
    const known = publishers.get(name)
    if (known !== undefined) known.itemCount += 1
    else publishers.set(name, { name, itemCount: 1, firstItemAt: toIso(item.publishedAt) })
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

/** The words that link items, in their most frequent spelling, by the number of items that have them. */
function wordsOf(
  links: readonly (StoryLink | undefined)[],
  lead: Item,
  { items, texts }: StoryReasons,
): StoryJson['words'] {
  const joining = countsOf(links.flatMap((link) => link?.words ?? []).map(({ text }) => text.toLowerCase()))
  const counts = countReports(
    joining.map(([word]) => word),
    lead.language,
    items.map((item) => ({ ...item, text: texts.get(item.id) ?? '' })),
  )
  // "Japan" adds nothing to "Bank of Japan" if the same reports have both.
  const distinct = counts.filter(
    ({ word, reports }) =>
      !counts.some((other) => other.reports === reports && other.word !== word && other.word.includes(word)),
  )
  return distinct.slice(0, MAX_WORDS).map(({ word, reports }) => ({ word, itemCount: reports }))
}

/** Values by count, most frequent first; ties in order of first occurrence. */
function countsOf(values: readonly string[]): [string, number][] {
  return [...countEach(values)].toSorted(([, a], [, b]) => b - a)
}
