import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { groupBy } from '../../src/domain/group-by.ts'
import type { StoryItem } from '../../src/domain/story.ts'
import { DAY_MS } from '../../src/domain/time.ts'
import { canonicalUrl } from '../../src/newsroom/article.ts'
import { createWorld } from '../../src/newsroom/world.ts'

/** A news item of a labelled set; `truth` is `null` where nobody said which story it tells. */
export interface LabelledItem extends StoryItem {
  readonly truth: string | null
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
}

/** Items without a date count as collected at this moment, as the service does it. */
const COLLECTED_AT = Date.UTC(2024, 0, 1)

/** Summaries as the service keeps them. */
const SUMMARY_LENGTH = 300

export const SET_NAMES = [
  'allsides',
  'allsides2021',
  'giveme5w1h',
  'uci-partial',
  'newsroom',
  'hacker-news',
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
  { name: 'allsides', text: 'title+summary' },
  { name: 'allsides', text: 'title+summary', only: 'labelled' },
  { name: 'allsides', text: 'title+summary', only: 'labelled and dated' },
  { name: 'allsides', text: 'titles' },
  { name: 'allsides', text: 'titles', only: 'labelled' },
  { name: 'allsides', text: 'titles', only: 'labelled and dated' },
  { name: 'allsides2021', text: 'title+summary' },
  { name: 'allsides2021', text: 'titles' },
  { name: 'giveme5w1h', text: 'title+summary' },
  { name: 'uci-partial', text: 'titles' },
  { name: 'newsroom', text: 'title+summary' },
  { name: 'newsroom', text: 'titles' },
  { name: 'newsroom', text: 'title+summary', days: 2 },
  { name: 'hacker-news', text: 'titles', days: 2 },
  { name: 'hacker-news', text: 'titles', days: 30 },
]

/** Folder of the labelled sets; `undefined` where they are absent. */
export function corpusFolder(): string | undefined {
  const corpus = process.env['DIGEST_CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus')
  const folder = join(corpus, 'stories')
  return existsSync(folder) ? folder : undefined
}

/**
 * Reads a set. Ids follow a shuffle by the hash of each row's own id, and the UCI set's times are all one:
 * its order of rows and its time stamp give the stories away.
 */
export function readSet(folder: string, name: SetName, text: TextKind): LabelledSet {
  if (name === 'newsroom') return newsroomSet(text)
  if (name === 'hacker-news') return hackerNewsSet(join(folder, '../items/hacker_news.csv'))
  const rows = readFileSync(join(folder, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
  const shuffled = rows
    .map((row) => ({ row, at: hash(row.id) }))
    .sort((a, b) => a.at - b.at || (a.row.id < b.row.id ? -1 : 1))
  const items = shuffled.map(({ row }, index): LabelledItem => {
    const publisher = new URL(row.url).hostname.replace(/^www\./, '')
    return {
      itemId: index + 1,
      sourceId: publisher,
      publisher,
      url: row.url,
      title: row.title,
      summary: text === 'titles' ? '' : plain(row.summary ?? '').slice(0, SUMMARY_LENGTH),
      language: 'en',
      publishedAt: row.date ? Date.parse(row.date) : COLLECTED_AT,
      firstSeenAt: COLLECTED_AT,
      dated: Boolean(row.date),
      truth: row.story,
    }
  })
  return { name: `${name} ${text}`, items }
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
    items: items.filter(({ truth, publishedAt }) => truth !== null && publishedAt !== COLLECTED_AT),
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

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}
