import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ItemDraft } from '../../src/model/item.ts'
import type { StoryItem } from '../../src/model/story.ts'
import type { EpochMs } from '../../src/model/time.ts'
import { identifyEntries } from '../../src/pipeline/identify/identify.ts'
import { entryContext, normalizeEntry, statedTime } from '../../src/pipeline/normalise/normalise.ts'
import { readFeed } from '../../src/sources/feed/read.ts'
import { publisherOf } from '../../src/url/url.ts'
import { aSource } from '../../test/a-source.ts'

/** An item of a captured feed. */
export interface CapturedItem {
  readonly feed: string
  readonly draft: ItemDraft
  /** The time that the feed stated; `undefined` if it stated none or an implausible one. */
  readonly statedAt: EpochMs | undefined
}

/** Reads the feeds of a folder, or some of them, as the service reads them. */
export function readFolder(folder: string, now: EpochMs, files = readdirSync(folder)): CapturedItem[] {
  return files.toSorted().flatMap((file) => {
    const source = aSource(file.replaceAll(/\W+/g, '-'), { language: null })
    const reading = readFeed(readFileSync(join(folder, file)), undefined, undefined)
    if (reading.kind !== 'feed') return []
    const context = entryContext(source, reading.feed, [], now)
    return identifyEntries(reading.entries, source, reading.feed).map(({ entry, ...identity }) => ({
      feed: file,
      draft: { ...normalizeEntry(entry, context), ...identity },
      statedAt: statedTime(entry, now),
    }))
  })
}

/** The item as it is clustered. @param seenAt when its feed was captured */
export function storyItemOf(
  { feed, draft: { url, title, summary, language }, statedAt }: CapturedItem,
  seenAt: EpochMs,
): Omit<StoryItem, 'itemId'> {
  return {
    sourceId: feed,
    publisher: publisherOf(url) ?? feed,
    url,
    title,
    summary,
    language,
    publishedAt: Math.min(statedAt ?? seenAt, seenAt),
    firstSeenAt: seenAt,
    dated: statedAt !== undefined,
  }
}
