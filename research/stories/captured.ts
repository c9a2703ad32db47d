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
  /** The time that the feed stated; `undefined` if it stated none or an implausible one. */
  readonly statedAt: EpochMs | undefined
}

/** Items of one feed, at most: otherwise a few archives would dominate. */
const MAX_PER_FEED = 40

/**
 * Reads the captured feeds of a folder as the service reads them. Leaves out the feeds of the labelled sets: a model
 * must not learn from feeds that judge it.
 */
export function readCaptured(folder: string, now: EpochMs): CapturedItem[] {
  const leftOut = labelledFeeds(folder)
  return readFolder(join(folder, 'real'), now, MAX_PER_FEED).filter(({ feed }) => !leftOut.has(feed))
}

/** Reads all feeds of a folder as the service reads them. */
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
