import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ItemDraft } from '../../src/model/item.ts'
import type { EpochMs } from '../../src/model/time.ts'
import { identifyEntries } from '../../src/pipeline/identify/identify.ts'
import { entryContext, normalizeEntry, statedTime } from '../../src/pipeline/normalise/normalise.ts'
import { readFeed } from '../../src/sources/feed/read.ts'
import { aSource } from '../../test/a-source.ts'

/** An item of a captured feed. */
export interface CapturedItem {
  readonly feed: string
  readonly draft: ItemDraft
  /** What the feed stated; `undefined` where it stated no believable time. */
  readonly statedAt: EpochMs | undefined
}

/** Items that one feed gives at most: a few archives would be most of what there is. */
const MAX_PER_FEED = 40

/**
 * Reads the captured feeds of a folder as the service reads them. Feeds of the collection whose later days are
 * labelled are left out: what is judged on those must not have been seen.
 */
export function readCaptured(folder: string, now: EpochMs): CapturedItem[] {
  const leftOut = labelledFeeds(folder)
  return readFolder(join(folder, 'real'), now, MAX_PER_FEED).filter(({ feed }) => !leftOut.has(feed))
}

/** Reads every feed of a folder as the service reads them. */
export function readFolder(folder: string, now: EpochMs, mostOfAFeed = Infinity): CapturedItem[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => {
      const source = aSource(file.replaceAll(/\W+/g, '-'), { language: null })
      const reading = readFeed(readFileSync(join(folder, file)), undefined, undefined)
      if (reading.kind !== 'feed') return []
      const context = entryContext(source, reading.feed, [], now)
      return identifyEntries(reading.entries, source, reading.feed)
        .slice(0, mostOfAFeed)
        .map(({ entry, ...identity }) => ({
          feed: file,
          draft: { ...normalizeEntry(entry, context), ...identity },
          statedAt: statedTime(entry, now),
        }))
    })
}

function labelledFeeds(folder: string): Set<string> {
  const rows = readFileSync(join(folder, 'manifest.jsonl'), 'utf8').split('\n').filter(Boolean)
  const entries = rows.map((row) => JSON.parse(row) as { readonly file: string; readonly src: string })
  return new Set(entries.filter(({ src }) => src === 'rssowl-corpora').map(({ file }) => file))
}
