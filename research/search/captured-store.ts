import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FetchResult } from '../../src/model/entry.ts'
import { EVERYTHING } from '../../src/model/filter.ts'
import type { Item } from '../../src/model/item.ts'
import type { QueryNode, SearchSelection } from '../../src/model/search.ts'
import { NO_VALIDATORS, type Source } from '../../src/model/source.ts'
import type { EpochMs } from '../../src/model/time.ts'
import { visitSource } from '../../src/pipeline/visit-source.ts'
import { openSearch } from '../../src/search/search.ts'
import { readFeed } from '../../src/sources/feed/read.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import { loadLanguages } from '../../src/text/language/language.ts'
import { aSource } from '../../test/a-source.ts'
import { visitDepsOf } from '../../test/visit-deps.ts'
import { CORPUS } from './collections.ts'

/** Folders of captured feeds in `CORPUS/feeds`, in the order of visits. Captures of one feed are one source. */
const FOLDERS = ['snapshots-2007/10-03-07', 'snapshots-2007/10-06-07', 'snapshots-2007/10-09-07', 'real']

/** Time of collection, after all captures. */
const COLLECTED_AT: EpochMs = Date.UTC(2026, 5, 1)

/** Time of search, a month later, so that recency hardly favours feeds without dates. */
const SEARCHED_AT: EpochMs = Date.UTC(2026, 6, 1)

/** A search over the items of captured feeds. */
export interface CapturedItems {
  /** The ten best hits, as `/api/search` gives them. */
  search(query: QueryNode): Promise<{ readonly items: readonly Item[]; readonly selection: SearchSelection }>
  close(): Promise<void>
}

/**
 * Collects the captured feeds as the service does, into a real store, without a network.
 *
 * @returns `undefined` if the corpus does not have the feeds
 */
export async function collectCaptured(): Promise<CapturedItems | undefined> {
  const feeds = join(CORPUS, 'feeds')
  if (!FOLDERS.every((folder) => existsSync(join(feeds, folder)))) return undefined
  // A visit needs the tables of the language detector in memory.
  await loadLanguages()
  const folder = await mkdtemp(join(tmpdir(), 'digest-captured-'))
  const file = join(folder, 'digest.db')
  await fill(file, feeds)

  const store = await openSqliteReadStore(file, { now: () => COLLECTED_AT })
  // The index is built in this thread: the thread that the service uses runs only from a build.
  const search = openSearch(store.searchSource, { maxSynchronous: Infinity })
  return {
    async search(query) {
      const window = { limit: 10, offset: 0, after: undefined }
      const selection = await search.find(query, EVERYTHING, 'relevance', window, SEARCHED_AT)
      return { items: await store.findItems(selection.hits.map(({ id }) => id)), selection }
    },
    async close() {
      await search.close()
      await store.close()
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

/** The id of a source consists of its folder and file: `snapshot-1`, `real-00ccd1b47cfa742b`. */
function sourceId(folder: string, name: string): string {
  return `${folder.startsWith('snapshots') ? 'snapshot' : folder}-${name.replace(/\.\w+$/, '').toLowerCase()}`
}

/** @returns `undefined` if the file is no feed */
function readVisit(
  path: string,
  id: string,
): { readonly source: Source; readonly collected: FetchResult } | undefined {
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
