import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EpochMs } from '../../src/model/time.ts'
import { publisherOf } from '../../src/url/url.ts'
import { type CapturedItem, readFolder } from './captured.ts'
import { hash, type LabelledItem } from './labelled-set.ts'

/** Sets of what captured feeds brought at their first visit, judged by reading by the authors of this project. */
export const FIRST_VISITS = ['real-2006-first', 'real-2007-first'] as const
export type FirstVisit = (typeof FIRST_VISITS)[number]

interface Capture {
  /** When the feeds were captured. */
  readonly at: EpochMs
  /** Of the dated items, those from this time on were judged. */
  readonly judgedFrom: EpochMs
  readonly read: (corpus: string) => CapturedItem[]
}

const CAPTURES: Readonly<Record<FirstVisit, Capture>> = {
  'real-2006-first': {
    at: Date.UTC(2006, 4, 25, 1),
    judgedFrom: Date.UTC(2006, 4, 22, 12),
    read: readFeedsOf2006,
  },
  'real-2007-first': {
    at: Date.UTC(2007, 9, 3, 24),
    judgedFrom: Date.UTC(2007, 8, 30, 18),
    read: (corpus) => readFolder(join(corpus, 'feeds/snapshots-2007/10-03-07'), Date.UTC(2007, 9, 3, 18)),
  },
}

/** Of a feed without dates, this many items were judged. */
const JUDGED_OF_FEED = 8

/**
 * Reads a set. `labels/NAME.txt` has its stories of two and more items, one a line, as keys of items. A judged item that has no
 * line is alone; the others have no label.
 *
 * @throws {Error} if a key has no item: feeds are read in another way than when they were judged
 */
export function readFirstVisit(name: FirstVisit, corpus: string): LabelledItem[] {
  const { at, judgedFrom, read } = CAPTURES[name]
  const storyOf = readStories(name)
  const undated = new Map<string, number>()
  const found = new Set<string>()
  const items = read(corpus).map(({ feed, draft, statedAt }): Omit<LabelledItem, 'itemId'> => {
    const { url, title, summary, language } = draft
    const key = keyOf(feed, url, title)
    const before = undated.get(feed) ?? 0
    if (statedAt === undefined) undated.set(feed, before + 1)
    const isJudged = statedAt === undefined ? before < JUDGED_OF_FEED : statedAt >= judgedFrom
    if (storyOf.has(key)) found.add(key)
    return {
      sourceId: feed,
      publisher: publisherOf(url) ?? feed,
      url,
      title,
      summary,
      language,
      publishedAt: Math.min(statedAt ?? at, at),
      firstSeenAt: at,
      dated: statedAt !== undefined,
      truth: storyOf.get(key) ?? (isJudged ? `alone ${key}` : null),
    }
  })
  const lost = storyOf.size - found.size
  if (lost > 0) throw new Error(`${lost} of ${storyOf.size} labels of ${name} have no item`)
  return items
    .map((item) => ({ item, place: hash(keyOf(item.sourceId, item.url, item.title)) }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }, index) => ({ ...item, itemId: index + 1 }))
}

/** Says which item of a capture a label means, without its text. */
export function keyOf(feed: string, url: string, title: string): string {
  return createHash('sha1').update(`${feed}\n${url}\n${title}`).digest('hex').slice(0, 10)
}

/** The stories by the keys of their items. */
function readStories(name: FirstVisit): Map<string, string> {
  const lines = readFileSync(join(import.meta.dirname, `labels/${name}.txt`), 'utf8')
    .trim()
    .split('\n')
  return new Map(
    lines.flatMap((line, number) =>
      line.split(' ').map((key): [string, string] => [key, `story ${number + 1}`]),
    ),
  )
}

/** A feed that was captured later has items from after the other captures. */
function readFeedsOf2006(corpus: string): CapturedItem[] {
  const files = readFileSync(join(corpus, 'feeds/manifest.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { file: string; src: string })
    .filter(({ src }) => src === 'rssowl')
    .map(({ file }) => file)
  const items = readFolder(join(corpus, 'feeds/real'), Date.UTC(2008, 0), files)
  const isLater = ({ statedAt = 0 }: CapturedItem): boolean => statedAt > Date.UTC(2006, 4, 26)
  const later = new Set(items.filter(isLater).map(({ feed }) => feed))
  return items.filter(({ feed }) => !later.has(feed))
}
