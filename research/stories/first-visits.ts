import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EpochMs } from '../../src/model/time.ts'
import { type CapturedItem, readFolder, storyItemOf } from './captured.ts'
import { hash, type LabelledItem } from './labelled-set.ts'

/** Sets of what captured feeds brought at their first visit, judged by reading by the authors of this project. */
export const FIRST_VISITS = ['real-2006-first', 'real-2007-first'] as const
export type FirstVisit = (typeof FIRST_VISITS)[number]

interface Capture {
  /** When the feeds were captured. */
  readonly at: EpochMs
  /** The items from this time on were judged. */
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

/**
 * Reads a set. `labels/NAME.txt` has its stories of two and more items, one a line, as keys of items. A judged item that has no
 * line is alone; the others have no label. Items without dates have none either: at a first visit they may be of any age.
 *
 * @throws {Error} if a key has no item: feeds are read in another way than when they were judged
 */
export function readFirstVisit(name: FirstVisit, corpus: string): LabelledItem[] {
  const { at, judgedFrom, read } = CAPTURES[name]
  const storyOf = readStories(name)
  const found = new Set<string>()
  const items = read(corpus).map((captured): Omit<LabelledItem, 'itemId'> => {
    const item = storyItemOf(captured, at)
    const key = keyOf(item)
    const isJudged = item.dated && item.publishedAt >= judgedFrom
    if (storyOf.has(key)) found.add(key)
    return { ...item, truth: storyOf.get(key) ?? (isJudged ? `alone ${key}` : null) }
  })
  const lost = storyOf.size - found.size
  if (lost > 0) throw new Error(`${lost} of ${storyOf.size} labels of ${name} have no item`)
  return items
    .map((item) => ({ item, place: hash(keyOf(item)) }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }, index) => ({ ...item, itemId: index + 1 }))
}

/** Says which item of a capture a label means, without its text. */
function keyOf({ sourceId, url, title }: Omit<LabelledItem, 'itemId' | 'truth'>): string {
  return createHash('sha1').update(`${sourceId}\n${url}\n${title}`).digest('hex').slice(0, 10)
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
