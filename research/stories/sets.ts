import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalUrl } from '../../sample/world/article.ts'
import { createWorld } from '../../sample/world/world.ts'
import { DAY_MS, type EpochMs, HOUR_MS } from '../../src/model/time.ts'
import { summarize } from '../../src/pipeline/normalise/summary.ts'
import { publisherOf } from '../../src/url/url.ts'
import { afterFirstVisit } from './feed-sets.ts'
import { FIRST_VISITS, type FirstVisit, readFirstVisit } from './first-visits.ts'
import { chance, COLLECTED_AT, hash, type LabelledItem, type LabelledSet } from './labelled-set.ts'

/** The texts of an item that are used; a set without summaries has titles only. */
export type TextKind = 'titles' | 'title+summary'

interface Row {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly date?: string | null
  readonly summary?: string | null
  readonly story: string | null
  readonly language?: string
  /** The feed's file, for real feeds only. */
  readonly feed?: string
  /** When the item was first seen, for real feeds only. */
  readonly seen?: string
}

/** Summaries as the service keeps them. */
const SUMMARY_LENGTH = 300

/** Days of real feeds, judged by reading. The model is learned from these. */
export const REAL_SETS = ['real-2007a', 'real-2007b', 'real-2026a', 'real-2026b', ...FIRST_VISITS] as const
export type RealSet = (typeof REAL_SETS)[number]

export const SET_NAMES = [
  ...REAL_SETS,
  'allsides',
  'allsides2021',
  'giveme5w1h',
  'uci-partial',
  'newsroom',
] as const
export type SetName = (typeof SET_NAMES)[number]

/** The other sets. Their stories are of other kinds than those of real feeds, so they only test the model. */
export const TESTED: readonly {
  readonly name: Exclude<SetName, RealSet>
  readonly text: TextKind
  /** Leaves out items without a label or without a date. By default all items are clustered, and the labelled ones are scored. */
  readonly only?: 'labelled and dated'
}[] = [
  { name: 'allsides', text: 'title+summary', only: 'labelled and dated' },
  { name: 'allsides', text: 'titles', only: 'labelled and dated' },
  { name: 'allsides2021', text: 'title+summary' },
  { name: 'allsides2021', text: 'titles' },
  { name: 'giveme5w1h', text: 'title+summary' },
  { name: 'uci-partial', text: 'titles' },
  { name: 'newsroom', text: 'title+summary' },
]

/** Folder of the labelled sets; `undefined` if it is missing. */
export function corpusFolder(): string | undefined {
  const corpus = process.env['DIGEST_CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus')
  const folder = join(corpus, 'stories')
  return existsSync(folder) ? folder : undefined
}

/**
 * Reads a set. Only the texts may reveal its stories, so ids follow a shuffle by the hash of each row's id, and
 * `timeOf` gives the times.
 */
export function readSet(folder: string, name: SetName, text: TextKind): LabelledSet {
  if (name === 'newsroom') return newsroomSet(text)
  const all = isFirstVisit(name) ? readFirstVisit(name, join(folder, '..')) : readRows(folder, name)
  return {
    name: `${name} ${text}`,
    items: text === 'titles' ? all.map((item) => ({ ...item, summary: '' })) : all,
  }
}

function isFirstVisit(name: SetName): name is FirstVisit {
  return FIRST_VISITS.some((one) => one === name)
}

function readRows(folder: string, name: SetName): LabelledItem[] {
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
    const stated = timeOf(row, name)
    // As in the service, no item is published after it was seen.
    const publishedAt = stated === undefined ? undefined : Math.min(stated, firstSeenAt)
    return {
      itemId: index + 1,
      sourceId: row.feed ?? publisher,
      publisher,
      url: row.url,
      title: row.title,
      summary: summarize(row.summary ?? ''),
      language: row.language ?? 'en',
      publishedAt: publishedAt ?? firstSeenAt,
      firstSeenAt,
      dated: publishedAt !== undefined,
      truth: row.story,
    }
  })
  return hasFirstVisit(name) ? afterFirstVisit(folder, items) : items
}

/** Whether the set also has what its feeds brought at their first visit. */
function hasFirstVisit(name: SetName): boolean {
  return name.startsWith('real-2007')
}

/**
 * When an item was published, as a feed would state it. In some sets all reports of a story have one time or one date,
 * which would reveal the story. There the delay of the report or the time of day is drawn. The times of the UCI set
 * reveal its stories altogether, so they are not used.
 */
function timeOf({ id, date, story }: Row, name: SetName): EpochMs | undefined {
  if (!date || name === 'uci-partial') return undefined
  const stated = Date.parse(date)
  if (name === 'allsides2021') return stated + delayOf(id, story ?? id)
  const isMidnight = stated % DAY_MS === 0
  return isMidnight && !name.startsWith('real') ? stated + DAY_MS * chance(`time of day ${id}`) : stated
}

/** Delay of a report after its event, ms: hours for most, a day or two for the last. Each story has its own mean. */
function delayOf(id: string, story: string): number {
  const mean = 6 * HOUR_MS * 4 ** (2 * chance(`pace ${story}`) - 1)
  return -Math.log(1 - chance(`delay ${id}`)) * mean
}

/** Differs from the seed of the sample newsroom, so that its news differ too. */
const NEWSROOM_SEED = 'stories'

/**
 * A month of invented news in several languages. It has many texts of fixed form, and many events of one kind (results,
 * quarterly figures, storms) that differ in names and numbers only. An item without an event is a story of its own. The
 * same event in another language is another story.
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

/** Columns: id, title (quoted if it has commas), address and others. */
const HACKER_NEWS_ROW = /^\d+,(?:"((?:[^"]|"")*)"|([^,]*)),/

/** The titles of a year of Hacker News. They have no labels. */
export function hackerNewsTitles(folder: string): string[] {
  return readFileSync(join(folder, '../items/hacker_news.csv'), 'utf8')
    .split(/\r?\n/)
    .slice(1)
    .flatMap((line) => {
      const [, quoted, plainTitle = ''] = HACKER_NEWS_ROW.exec(line) ?? []
      return quoted?.replaceAll('""', '"') ?? plainTitle
    })
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
