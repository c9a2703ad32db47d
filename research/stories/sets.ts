import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { groupBy } from '../../src/model/group-by.ts'
import { summarize } from '../../src/pipeline/normalise/summary.ts'
import type { StoryItem } from '../../src/model/story.ts'
import { DAY_MS, type EpochMs, HOUR_MS } from '../../src/model/time.ts'
import { publisherOf } from '../../src/url/url.ts'
import { canonicalUrl } from '../../sample/world/article.ts'
import { createWorld } from '../../sample/world/world.ts'
import { readCaptured, readFolder } from './captured.ts'

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

/** Which text of an item is looked at; a set without summaries has titles only. */
export type TextKind = 'titles' | 'title+summary'

interface Row {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly date?: string | null
  readonly summary?: string | null
  readonly story: string | null
  readonly language?: string
  /** Of real feeds: the feed's file, and when the item was first seen. */
  readonly feed?: string
  readonly seen?: string
}

/** Items without a date count as collected at this moment, as the service does it. */
const COLLECTED_AT = Date.UTC(2024, 0, 1)

/** Summaries as the service keeps them. */
const SUMMARY_LENGTH = 300

export const SET_NAMES = [
  'real-2007a',
  'real-2007b',
  'allsides',
  'allsides2021',
  'giveme5w1h',
  'uci-partial',
  'newsroom',
  'hacker-news',
  'captured',
] as const
export type SetName = (typeof SET_NAMES)[number]

/** What is evaluated. */
export const EVALUATED: readonly {
  readonly name: SetName
  readonly text: TextKind
  /**
   * What nobody labelled, or nobody dated either, is left out; else it is there too, what is unlabelled
   * unscored, as in life.
   */
  readonly only?: 'labelled' | 'labelled and dated'
  /** Each so many days are a collection of their own: how a young one does. */
  readonly days?: number
}[] = [
  { name: 'real-2007a', text: 'title+summary' },
  { name: 'real-2007b', text: 'title+summary' },
  { name: 'allsides', text: 'title+summary' },
  { name: 'allsides', text: 'title+summary', only: 'labelled' },
  { name: 'allsides', text: 'title+summary', only: 'labelled and dated' },
  { name: 'allsides', text: 'titles', only: 'labelled and dated' },
  { name: 'allsides2021', text: 'title+summary' },
  { name: 'allsides2021', text: 'titles' },
  { name: 'giveme5w1h', text: 'title+summary' },
  { name: 'uci-partial', text: 'titles' },
  { name: 'newsroom', text: 'title+summary' },
  { name: 'newsroom', text: 'titles' },
  { name: 'newsroom', text: 'title+summary', days: 2 },
  { name: 'hacker-news', text: 'titles', days: 2 },
  { name: 'captured', text: 'title+summary' },
]

/** Folder of the labelled sets; `undefined` where they are absent. */
export function corpusFolder(): string | undefined {
  const corpus = process.env['DIGEST_CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus')
  const folder = join(corpus, 'stories')
  return existsSync(folder) ? folder : undefined
}

/**
 * Reads a set. Nothing but the texts may tell its stories: ids follow a shuffle by the hash of each row's own id, and
 * times are those of `timeOf`.
 */
export function readSet(folder: string, name: SetName, text: TextKind): LabelledSet {
  if (name === 'newsroom') return newsroomSet(text)
  if (name === 'hacker-news') return hackerNewsSet(join(folder, '../items/hacker_news.csv'))
  if (name === 'captured') return capturedSet(join(folder, '../../bench/feeds'))
  const rows = readFileSync(join(folder, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
  const shuffled = rows
    .map((row) => ({ row, at: hash(row.id) }))
    .sort((a, b) => a.at - b.at || (a.row.id < b.row.id ? -1 : 1))
  const items = shuffled.map(({ row }, index): LabelledItem => {
    const publisher = publisherOf(row.url) ?? row.feed ?? ''
    const firstSeenAt = row.seen === undefined ? COLLECTED_AT : Date.parse(row.seen)
    const publishedAt = timeOf(row, name)
    return {
      itemId: index + 1,
      sourceId: row.feed ?? publisher,
      publisher,
      url: row.url,
      title: row.title,
      summary: text === 'titles' ? '' : summarize(row.summary ?? ''),
      language: row.language ?? 'en',
      publishedAt: publishedAt ?? firstSeenAt,
      firstSeenAt,
      dated: publishedAt !== undefined,
      truth: row.story,
    }
  })
  return { name: `${name} ${text}`, items: isReal(name) ? afterFirstVisit(folder, items) : items }
}

function isReal(name: SetName): boolean {
  return name.startsWith('real')
}

const FIRST_VISIT_AT = Date.UTC(2007, 9, 3, 18)

/**
 * The items of a day of real feeds, among those that the first visit of the same feeds brought, which nobody labelled: what a
 * service knows by then. An item without a time counts as of its visit, unless that was the first one of its feed.
 */
function afterFirstVisit(folder: string, labelled: readonly LabelledItem[]): LabelledItem[] {
  const captured = readFolder(join(folder, '../feeds/snapshots-2007/10-03-07'), FIRST_VISIT_AT)
  const known = captured.map(({ feed, draft, statedAt }, at): LabelledItem => {
    const { url, title, summary, language, publishedAt } = draft
    return {
      itemId: at + 1,
      sourceId: feed,
      publisher: publisherOf(url) ?? feed,
      url,
      title,
      summary,
      language,
      publishedAt,
      firstSeenAt: FIRST_VISIT_AT,
      dated: statedAt !== undefined,
      truth: null,
    }
  })
  const feeds = new Set(captured.map(({ feed }) => feed))
  const fresh = labelled.map((item) => ({
    ...item,
    itemId: known.length + item.itemId,
    dated: item.dated || feeds.has(item.sourceId),
  }))
  return [...known, ...fresh]
}

/**
 * When an item was published, as a feed would state it. Sets that give all reports of a story one time, to the second or to
 * the day, would tell the stories by it: there the time within the day, or how long after the event a report came, is drawn.
 * The UCI set's times give the stories away altogether, so it has none.
 */
function timeOf({ id, date, story }: Row, name: SetName): EpochMs | undefined {
  if (!date || name === 'uci-partial') return undefined
  const stated = Date.parse(date)
  if (name === 'allsides2021') return stated + delayOf(id, story ?? id)
  const isMidnight = stated % DAY_MS === 0
  return isMidnight && !isReal(name) ? stated + DAY_MS * chance(`time of day ${id}`) : stated
}

/** How long after an event a report of it comes: hours for most, a day or two for the last, and stories differ in that. */
function delayOf(id: string, story: string): number {
  const mean = 6 * HOUR_MS * 4 ** (2 * chance(`pace ${story}`) - 1)
  return -Math.log(1 - chance(`delay ${id}`)) * mean
}

/** Items of captured feeds are seen as published within so many days, and counted alone. */
const CAPTURED_DAYS = 3

/**
 * Items of captured feeds of many years, as if one collection had seen them all in the same days. Nobody labelled them: those that
 * were really published months apart tell different events for certain.
 */
function capturedSet(folder: string): LabelledSet {
  const captured = readCaptured(folder, Date.UTC(2026, 11, 31))
    .map((item) => ({ ...item, at: hash(item.draft.key) }))
    .sort((a, b) => a.at - b.at || (a.draft.key < b.draft.key ? -1 : 1))
  const items = captured.map(({ feed, draft, statedAt }, index): LabelledItem => {
    const drawn = COLLECTED_AT - CAPTURED_DAYS * DAY_MS * chance(`published ${draft.key}`)
    return {
      itemId: index + 1,
      sourceId: feed,
      publisher: publisherOf(draft.url) ?? feed,
      url: draft.url,
      title: draft.title,
      summary: draft.summary,
      language: draft.language,
      publishedAt: statedAt === undefined ? COLLECTED_AT : drawn,
      firstSeenAt: COLLECTED_AT,
      dated: statedAt !== undefined,
      truth: `alone ${index}`,
      happenedAt: statedAt ?? Number.NaN,
    }
  })
  return { name: 'captured title+summary', items }
}

/** Of the invented news, others than those of the sample newsroom. */
const NEWSROOM_SEED = 'stories'

/**
 * A month of invented news in several languages: full of forms that the same outlet fills every day, and of events
 * of one kind (results, quarterly figures, storms) that differ in names and numbers alone. What tells no event stands
 * alone; the same event in another language is another story.
 */
export function newsroomSet(text: TextKind, seed = NEWSROOM_SEED): LabelledSet {
  const articles = createWorld({ seed }).articles(COLLECTED_AT)
  const ordered = articles
    .map((article) => ({ article, at: hash(article.key) }))
    .sort((a, b) => a.at - b.at || (a.article.key < b.article.key ? -1 : 1))
  const items = ordered.map(({ article }, index): LabelledItem => {
    const { outlet, eventId, publishedAt } = article
    const { title, summary } = article.text(false)
    return {
      itemId: index + 1,
      sourceId: outlet.id,
      publisher: outlet.host.replace(/^www\./, ''),
      url: canonicalUrl(article),
      title,
      summary: text === 'titles' ? '' : plain(summary).slice(0, SUMMARY_LENGTH),
      language: outlet.language,
      publishedAt,
      firstSeenAt: COLLECTED_AT,
      dated: true,
      truth: eventId === undefined ? `alone ${article.key}` : `${eventId} ${outlet.language}`,
    }
  })
  return { name: `newsroom ${text}`, items }
}

/** Id, title, quoted where it has commas, and address; the time stands at the end, in UTC. */
const HACKER_NEWS_ROW = /^(\d+),(?:"((?:[^"]|"")*)"|([^,]*)),([^,]*),.*,([^,]+)$/

/**
 * A year of Hacker News, of all subjects. Nobody labelled it: each title counts as a story of its own, which
 * is true but for what was told twice.
 */
function hackerNewsSet(file: string): LabelledSet {
  const items = readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .flatMap((line): LabelledItem[] => {
      const [, id = '', quoted, plainTitle = '', url = '', created = ''] = HACKER_NEWS_ROW.exec(line) ?? []
      if (!URL.canParse(url)) return []
      const publisher = new URL(url).hostname.replace(/^www\./, '')
      const title = quoted?.replaceAll('""', '"') ?? plainTitle
      return [
        {
          itemId: Number(id),
          sourceId: 'hacker-news',
          publisher,
          url,
          title,
          summary: '',
          language: 'en',
          publishedAt: Date.parse(`${created} UTC`),
          firstSeenAt: COLLECTED_AT,
          dated: true,
          truth: `alone ${id}`,
          happenedAt: Date.parse(`${created} UTC`),
        },
      ]
    })
  return { name: 'hacker-news titles', items }
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

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
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}
