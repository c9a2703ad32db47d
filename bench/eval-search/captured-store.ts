import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFeed } from '../../src/collect/feed/read.ts'
import { loadLanguages } from '../../src/digest/language.ts'
import type { Collected } from '../../src/domain/entry.ts'
import { NO_VALIDATORS, type Source } from '../../src/domain/source.ts'
import type { EpochMs } from '../../src/domain/time.ts'
import { visitSource } from '../../src/jobs/visit-source.ts'
import { EVERYTHING } from '../../src/domain/filter.ts'
import type { Item } from '../../src/domain/item.ts'
import type { QueryNode } from '../../src/domain/search.ts'
import type { FoundSelection } from '../../src/store/read-store.ts'
import { openForReading } from '../../src/store/sqlite/database.ts'
import { Follower } from '../../src/store/sqlite/follower.ts'
import { ItemReads } from '../../src/store/sqlite/item-reads.ts'
import { Names } from '../../src/store/sqlite/names.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { SearchKeeper } from '../../src/store/sqlite/search-keeper.ts'
import { SearchReads } from '../../src/store/sqlite/search-reads.ts'
import { aSource } from '../../test/a-source.ts'
import { visitDepsOf } from '../../test/visit-deps.ts'
import { CORPUS } from './collections.ts'

/** Folders of captured feeds below `CORPUS/feeds`, in the order of their visits. A feed of a later day is the same source. */
const FOLDERS = ['snapshots-2007/10-03-07', 'snapshots-2007/10-06-07', 'snapshots-2007/10-09-07', 'real']

/** When the feeds are collected: after every one of them was captured. */
const COLLECTED_AT: EpochMs = Date.UTC(2026, 5, 1)

/** A month later, when recency hardly tells a feed without dates from one with dates. */
const ASKED_AT: EpochMs = Date.UTC(2026, 6, 1)

/** The items of captured feeds, to be searched. */
export interface CapturedItems {
  /** The ten best, as `/api/search` gives them. */
  search(query: QueryNode): { readonly items: readonly Item[]; readonly found: FoundSelection }
  close(): Promise<void>
}

/**
 * Collects the captured feeds as the service does, into a real store, without a network.
 *
 * @returns `undefined` where the feeds are not there
 */
export async function collectCaptured(): Promise<CapturedItems | undefined> {
  const feeds = join(CORPUS, 'feeds')
  if (!FOLDERS.every((folder) => existsSync(join(feeds, folder)))) return undefined
  // A visit needs the tables of languages at once.
  await loadLanguages()
  const folder = await mkdtemp(join(tmpdir(), 'digest-captured-'))
  const file = join(folder, 'digest.db')
  await fill(file, feeds)

  const db = openForReading(file, { now: () => COLLECTED_AT })
  const names = new Names(db)
  const follower = new Follower(db, names)
  // The index is built here: the thread that a service builds it in does not run from source.
  const index = new SearchKeeper(db, names, follower, { file, builds: false, small: Infinity })
  const searches = new SearchReads(db, index)
  const reads = new ItemReads(db, names)
  await index.ready()
  return {
    search(query) {
      const window = { limit: 10, offset: 0, after: undefined }
      const asked = { filter: EVERYTHING, order: 'relevance', window, now: ASKED_AT, explain: false } as const
      const found = searches.search(follower.columns(), query, asked)
      return { items: reads.findItems(found.hits.map(({ id }) => id)), found }
    },
    async close() {
      await index.close()
      db.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function fill(file: string, feeds: string): Promise<void> {
  const now = (): EpochMs => COLLECTED_AT
  const visits = FOLDERS.flatMap((folder) =>
    readdirSync(join(feeds, folder))
      .toSorted()
      .map((name) => readVisit(join(feeds, folder, name), sourceId(folder, name))),
  ).filter((visit) => visit !== undefined)
  const writer = await openSqliteStore(file, { now })
  const sources = new Map(visits.map(({ source }) => [source.id, source]))
  await writer.syncSources([...sources.values()], COLLECTED_AT)
  const common = visitDepsOf(writer, now)
  for (const { source, collected } of visits) {
    const deps = { ...common, collect: () => Promise.resolve(collected) }
    await visitSource(source, undefined, deps, new AbortController().signal)
  }
  await writer.close()
}

/** A source is called after its folder and file: `snapshot-1`, `real-00ccd1b47cfa742b`. */
function sourceId(folder: string, name: string): string {
  return `${folder.startsWith('snapshots') ? 'snapshot' : folder}-${name.replace(/\.\w+$/, '').toLowerCase()}`
}

/** @returns `undefined` for what is no feed */
function readVisit(
  path: string,
  id: string,
): { readonly source: Source; readonly collected: Collected } | undefined {
  const bytes = readFileSync(path)
  const reading = readFeed(bytes, undefined, `https://${id}.example/feed`)
  if (reading.kind !== 'feed') return undefined
  const { feed, entries } = reading
  return {
    source: aSource(id, { name: feed.title ?? id, language: null }),
    collected: {
      kind: 'entries',
      feed,
      entries,
      validators: NO_VALIDATORS,
      documentHash: createHash('sha256').update(bytes).digest('hex'),
      exchange: { status: 200, latencyMs: 1, finalUrl: '', retryAfterMs: undefined, bytes: bytes.length },
    },
  }
}
