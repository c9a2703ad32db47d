import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FetchResult, Entry } from '../../src/model/entry.ts'
import { NO_VALIDATORS, type Source } from '../../src/model/source.ts'
import type { EpochMs } from '../../src/model/time.ts'
import type { DigestDeps } from '../../src/pipeline/digest-entries.ts'
import { visitSource, type VisitDeps } from '../../src/pipeline/visit-source.ts'
import type { Visit } from '../../src/pipeline/visit/digest-arrival.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { anEntry as blank } from '../an-entry.ts'
import { visitDepsOf } from '../visit-deps.ts'

/** A collection whose clock is a test's: visits as the service makes them, into a real store, without a network. */
export interface VirtualCollection {
  readonly store: Store
  /** Moves with each visit. */
  readonly now: () => EpochMs
  visit(source: Source, entries: readonly Entry[], at: EpochMs): Promise<Visit>
  close(): Promise<void>
}

/** @param stories in place of the service's own placing of items in stories */
export async function openVirtualCollection(
  sources: readonly Source[],
  start: EpochMs,
  stories?: DigestDeps['stories'],
): Promise<VirtualCollection> {
  const folder = await mkdtemp(join(tmpdir(), 'digest-ranking-'))
  let clock = start
  const now = (): EpochMs => clock
  const store = await openSqliteStore(join(folder, 'digest.db'), { now })
  await store.syncSources(sources, start)
  let entries: readonly Entry[] = []
  const deps: VisitDeps = {
    ...visitDepsOf(store, now),
    collect: () => Promise.resolve(read(entries)),
    ...(stories === undefined ? {} : { stories }),
  }
  return {
    store,
    now,
    async visit(source, shown, at) {
      clock = at
      entries = shown
      const states = await store.listSourceStates()
      const state = states.find(({ sourceId }) => sourceId === source.id)
      return visitSource(source, state, deps, new AbortController().signal)
    },
    async close() {
      await store.close()
      await rm(folder, { recursive: true })
    },
  }
}

export function anEntry(entry: Pick<Entry, 'url' | 'title' | 'publishedAt'> & Partial<Entry>): Entry {
  return blank({ guid: entry.url, ...entry })
}

function read(entries: readonly Entry[]): Extract<FetchResult, { kind: 'entries' }> {
  return {
    kind: 'entries',
    feed: { title: undefined, siteUrl: undefined, language: 'en', iconUrl: undefined, ttlMs: undefined },
    entries,
    validators: NO_VALIDATORS,
    documentHash: '',
    exchange: { status: 200, latencyMs: 3, finalUrl: '', retryAfterMs: undefined, bytes: 10 },
  }
}
