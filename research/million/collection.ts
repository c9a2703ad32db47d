import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ItemDraft } from '../../src/model/item.ts'
import { hotKey, scoreOf } from '../../src/model/score.ts'
import { INITIAL_LOCATION, NO_VALIDATORS, type Source } from '../../src/model/source.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/model/time.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { ItemInsert, VisitRecord } from '../../src/store/records.ts'
import type { BenchContext } from '../../bench/harness/benchmark.ts'

const SOURCES = 1_000
const DAYS = 30
const VISIT = 1_000
/** Of 100 items so many tell a story that others tell too. */
const SHARED_PERCENT = 40
/** Words of titles: few enough to be found, many enough to tell stories apart. */
const WORDS = 20_000

/** The end of the collected month: the clock of whoever reads it. */
export const MONTH_END = Date.UTC(2026, 2, 1)

/**
 * Gives a store of so many items of 30 days, saved visit by visit as the collector does it; made once and kept from
 * run to run. Sources, stories and scores have the spread of real ones, the words are none.
 */
export async function millionStore(items: number, { cache, log }: BenchContext): Promise<string> {
  const file = join(cache, `month-${items}.db`)
  if (existsSync(file)) return file
  const draft = `${file}.draft`
  for (const end of ['', '-wal', '-shm']) rmSync(draft + end, { force: true })
  const store = await openSqliteStore(draft, { now: () => MONTH_END })
  await store.syncSources(
    Array.from({ length: SOURCES }, (_, at) => aSource(at)),
    MONTH_END,
  )
  const firstId = await store.reserveIds('item', items)
  await store.reserveIds('story', items)
  for (let from = 0; from < items; from += VISIT) {
    const count = Math.min(VISIT, items - from)
    await store.saveVisit(aVisit(firstId + from, count, from / items))
    if (from % 100_000 === 0) log(`collection of ${items} items: ${from}`)
  }
  await store.close()
  renameSync(draft, file)
  return file
}

function aSource(at: number): Source {
  return {
    id: `source-${at}`,
    name: `Source ${at}`,
    type: 'feed',
    url: `https://outlet${at}.example/feed`,
    category: `category-${at % 12}`,
    region: `r${at % 7}`,
    language: 'en',
    weight: [0.5, 1, 1, 1, 1.5, 2][at % 6] ?? 1,
    enabled: true,
    everyMs: HOUR_MS,
  }
}

/** Items of one stretch of the month, all of one source; stories are met again by the visits around. */
function aVisit(firstId: number, count: number, share: number): VisitRecord {
  const source = Math.floor(chance(firstId) * SOURCES)
  const inserts = Array.from({ length: count }, (_, at) => anInsert(firstId + at, source, share))
  return {
    sourceId: `source-${source}`,
    at: MONTH_END,
    outcome: 'entries',
    status: 200,
    latencyMs: 10,
    error: undefined,
    nextVisitAt: MONTH_END + HOUR_MS,
    intervalMs: HOUR_MS,
    validators: NO_VALIDATORS,
    documentHash: undefined,
    feed: undefined,
    location: INITIAL_LOCATION,
    events: [],
    inserts,
    edits: [],
    sightings: inserts.map(({ id, draft }) => ({ ...draft, itemId: id, seenAt: draft.publishedAt })),
    moves: [],
    merges: [],
    scores: inserts.map(({ id, draft }) => {
      const parts = {
        weight: [0.5, 1, 1, 1, 1.5, 2][source % 6] ?? 1,
        coverage: Math.max(1, Math.floor(chance(id * 3 + 1) ** 8 * 33)),
        engagement: id % 5 === 0 ? chance(id * 7) ** 4 * 64 : 0,
      }
      return {
        itemId: id,
        score: scoreOf(parts),
        hot: hotKey(parts, draft.publishedAt, 12 * HOUR_MS),
        parts,
      }
    }),
  }
}

function anInsert(id: number, source: number, share: number): ItemInsert {
  const shared = chance(id * 11) * 100 < SHARED_PERCENT
  // A busy story stays within its few days: its number grows with the time of its items.
  const day = Math.floor(share * DAYS)
  const storyId = shared ? 1 + day * 20_000 + Math.floor(chance(id * 13) ** 3 * 20_000) : 600_001 + id
  const publishedAt = MONTH_END - DAYS * DAY_MS + Math.floor((share + chance(id * 17) / DAYS) * DAYS * DAY_MS)
  const outlet = Math.floor(chance(id * 19) * SOURCES)
  return {
    id,
    storyId,
    publisher: `outlet${outlet}.example`,
    firstSeenAt: Math.min(MONTH_END, publishedAt + 9 * MINUTE_MS),
    draft: aDraft(id, source, `https://outlet${outlet}.example/${id}`, Math.min(publishedAt, MONTH_END)),
  }
}

function aDraft(id: number, source: number, url: string, publishedAt: number): ItemDraft {
  const words = Array.from({ length: 8 }, (_, at) => `word${Math.floor(chance(id * 23 + at) ** 2 * WORDS)}`)
  const title = words.join(' ')
  return {
    key: url,
    entryKey: `guid-${id}`,
    entryHash: `entry-${id}`,
    contentHash: `content-${id}`,
    url,
    title,
    summary: `${words.toReversed().join(' ')}.`,
    contentHtml: '',
    contentText: '',
    author: null,
    category: `category-${source % 12}`,
    region: `r${source % 7}`,
    language: 'en',
    tags: [],
    publishedAt,
    isTimeStated: true,
    imageUrl: null,
    commentsUrl: null,
    enclosures: [],
    engagement: id % 5 === 0 ? { points: id % 400, comments: id % 90 } : null,
    wordCount: 16,
    readingMinutes: 1,
  }
}

/** A number in [0, 1) that is the same for the same seed. */
function chance(seed: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
}
