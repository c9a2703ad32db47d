import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalUrl } from '../../sample/world/article.ts'
import { createWorld } from '../../sample/world/world.ts'
import { DAY_MS, type EpochMs, HOUR_MS } from '../../src/model/time.ts'
import { summarize } from '../../src/pipeline/normalise/summary.ts'
import { publisherOf } from '../../src/url/url.ts'
import { afterFirstVisit, capturedSet } from './feed-sets.ts'
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
   * `labelled` leaves out items without a label, `labelled and dated` also those without a date. By default all items
   * are clustered, and the labelled ones are scored.
   */
  readonly only?: 'labelled' | 'labelled and dated'
  /** Splits the set into collections of this many days, which shows the quality of young collections. */
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
  return isMidnight && !isReal(name) ? stated + DAY_MS * chance(`time of day ${id}`) : stated
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

/** Columns: id, title (quoted if it has commas), address; the last one is the time, UTC. */
const HACKER_NEWS_ROW = /^(\d+),(?:"((?:[^"]|"")*)"|([^,]*)),([^,]*),.*,([^,]+)$/

/**
 * A year of Hacker News, of all subjects. It has no labels: each title counts as a story of its own, which is right
 * except for items that were published twice.
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
