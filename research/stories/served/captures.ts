import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { groupBy } from '../../../src/model/group-by.ts'
import { HOUR_MS, SECOND_MS } from '../../../src/model/time.ts'
import { corpusFile, corpusLines } from '../../../test/corpus/corpus-folder.ts'
import { type OracleFeed, readOracle } from '../../../test/corpus/oracle.ts'

/** A feed as it was at one time. */
export interface Capture {
  /** Name of its file, which is the same in each round. */
  readonly feed: string
  /** Its bytes. */
  read(): Buffer
  /** When it is visited, epoch ms. */
  readonly at: number
  /** Of its source. */
  readonly category: string
}

/** Captures that are collected before the service is judged, the earliest first. */
export interface Round {
  readonly name: string
  readonly captures: readonly Capture[]
  /** Name of the labelled set for the items of this round. */
  readonly labels?: string
}

/** Time between visits, since real visits do not share a moment either. */
const BETWEEN_VISITS_MS = SECOND_MS / 10

/** Days of the captures. The labelled items state the hours of the later two days; that of the first is assumed. */
const DAYS: readonly {
  readonly folder: string
  readonly name: string
  readonly hour: string
  readonly labels?: string
}[] = [
  { folder: '10-03-07', name: '2007-10-03', hour: '18:00' },
  { folder: '10-06-07', name: '2007-10-06', hour: '16:50', labels: 'real-2007a' },
  { folder: '10-09-07', name: '2007-10-09', hour: '18:45', labels: 'real-2007b' },
]

/** Categories of the feeds of 2007, by number, as somebody would file them. All others are `technology`. */
const CATEGORIES: Readonly<Record<string, readonly number[]>> = {
  world: [23, 71, 106, 111, 115, 123],
  business: [3, 87, 93, 98, 101, 102, 110],
  sports: [1, 27, 35, 48, 90, 104],
  science: [13, 144, 152, 154],
  health: [11, 66, 134, 143],
  culture: [42, 46, 47, 51, 54, 60, 64, 65, 77, 82, 142, 183, 202],
  games: [24, 83, 95, 175],
  downloads: [55, 57, 62, 127, 137, 149],
  blogs: [12, 18, 63, 81, 112, 132, 138, 145, 159, 161, 193],
}

function categoryOf(feed: string): string {
  const number = Number.parseInt(feed, 10)
  return Object.keys(CATEGORIES).find((name) => CATEGORIES[name]?.includes(number)) ?? 'technology'
}

/** Some hundred feeds on three days of October 2007. */
export function snapshotRounds(): Round[] {
  return DAYS.map(({ folder, name, hour, labels }) => {
    const path = corpusFile(`feeds/snapshots-2007/${folder}`)
    const from = Date.parse(`${name}T${hour}:00Z`)
    const captures = readdirSync(path)
      .toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
      .map((feed, at) => ({
        feed,
        read: () => readFileSync(join(path, feed)),
        at: from + at * BETWEEN_VISITS_MS,
        category: categoryOf(feed),
      }))
    return { name, captures, ...(labels === undefined ? {} : { labels }) }
  })
}

interface ManifestLine {
  readonly file: string
  /** Of its newest item. */
  readonly year: number | null
}

/** Time from the newest item of a feed until its visit, since a collector finds most items within hours. */
const AFTER_NEWEST_MS = 6 * HOUR_MS

/** Feeds captured since 2023, each visited soon after its newest item. */
export function recentRounds(): Round[] {
  const oracle = new Map(readOracle().map((feed) => [feed.file, feed]))
  const captures = corpusLines<ManifestLine>('feeds/manifest.jsonl')
    .filter(({ year }) => year !== null && year >= 2023 && year <= 2026)
    .map(({ file }) => ({
      feed: file,
      read: () => readFileSync(corpusFile(`feeds/real/${file}`)),
      newest: newestIn(oracle.get(file)),
    }))
    .toSorted((a, b) => a.newest - b.newest)
    .map(({ feed, read, newest }, at) => ({
      feed,
      read,
      at: newest + AFTER_NEWEST_MS + at * BETWEEN_VISITS_MS,
      category: 'general',
    }))
  return [{ name: '2023-26', captures }]
}

function newestIn(feed: OracleFeed | undefined): number {
  const times = (feed?.items ?? []).map(({ published, updated }) => Date.parse(published ?? updated ?? ''))
  return Math.max(0, ...times.filter((time) => !Number.isNaN(time)))
}

interface LabelledItem {
  readonly feed: string
  readonly source: string
  readonly url: string
  readonly title: string
  readonly text: string
  readonly date: string | null
  readonly seen: string
}

/** The labelled items of 2026, whose feeds are not kept: a visit finds what was first seen then. */
export function labelledRounds(): Round[] {
  return ['real-2026b', 'real-2026a'].flatMap((set) => {
    const visits = [...groupBy(corpusLines<LabelledItem>(`stories/${set}.jsonl`), ({ seen }) => seen)]
    const last = Math.max(...visits.map(([seen]) => Date.parse(seen)))
    return visits
      .toSorted(([a], [b]) => Date.parse(a) - Date.parse(b))
      .map(([seen, items]) => {
        const captures = [...groupBy(items, ({ feed }) => feed)].map(([feed, found], at) => ({
          feed,
          read: () => jsonFeed(found),
          at: Date.parse(seen) + at * BETWEEN_VISITS_MS,
          category: 'general',
        }))
        const name = `${set}-${seen.slice(0, 10)}-${seen.slice(11, 13)}h`
        return { name, captures, ...(Date.parse(seen) === last ? { labels: set } : {}) }
      })
  })
}

function jsonFeed(items: readonly LabelledItem[]): Buffer {
  const entries = items.map(({ url, title, text, date }) => ({
    id: url,
    url,
    title,
    content_text: text,
    ...(date === null ? {} : { date_published: date }),
  }))
  const feed = { version: 'https://jsonfeed.org/version/1.1', title: items[0]?.source, items: entries }
  return Buffer.from(JSON.stringify(feed))
}
