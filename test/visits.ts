import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { FetchResult, Entry } from '../src/model/entry.ts'
import { ANY, EVERYTHING, type ItemOrder } from '../src/model/filter.ts'
import type { Item } from '../src/model/item.ts'
import type { Rule } from '../src/model/rule.ts'
import { NO_VALIDATORS, type Source } from '../src/model/source.ts'
import type { EpochMs } from '../src/model/time.ts'
import { visitSource } from '../src/pipeline/visit-source.ts'
import type { Visit } from '../src/pipeline/visit/digest-arrival.ts'
import { openSqliteStore } from '../src/store/sqlite/open.ts'
import type { Store } from '../src/store/store.ts'
import { scratchFolder } from './scratch-folder.ts'
import { visitDepsOf } from './visit-deps.ts'

/** A store that is visited for, a new one for each test of the file that asks for it. */
export interface Visits {
  readonly store: Store
  /** One visit that brings what is given. */
  readonly visiting: (
    source: Source,
    collected: FetchResult,
    into?: Store,
    rules?: readonly Rule[],
  ) => Promise<Visit>
  /** The same for a source that was visited before: its state is that of the store. */
  readonly visitingAgain: (source: Source, collected: FetchResult) => Promise<Visit>
  /** The same at another time. */
  readonly visitingAt: (at: EpochMs, source: Source, collected: FetchResult) => Promise<Visit>
  readonly items: (order?: ItemOrder) => Promise<Item[]>
  readonly titles: (order?: ItemOrder) => Promise<string[]>
}

export function visitsOf(sources: readonly Source[], now: EpochMs): Visits {
  let store: Store
  beforeEach(async () => {
    const file = join(scratchFolder('visits'), 'digest.db')
    store = await openSqliteStore(file, { now: () => now })
    await store.syncSources(sources, now)
  })
  afterEach(() => store.close())

  const items = async (order: ItemOrder = 'newest'): Promise<Item[]> => {
    const window = { limit: 50, offset: 0, after: undefined }
    const { ids } = await store.select({ ...EVERYTHING, source: ANY }, order, window)
    return store.findItems(ids)
  }
  const visitAt = (
    at: EpochMs,
    source: Source,
    collected: FetchResult,
    into: Store,
    rules: readonly Rule[],
  ): Promise<Visit> => {
    const deps = { ...visitDepsOf(into, () => at, rules), collect: () => Promise.resolve(collected) }
    return visitSource(source, undefined, deps, new AbortController().signal)
  }
  return {
    get store() {
      return store
    },
    visiting: (source, collected, into = store, rules = []) => visitAt(now, source, collected, into, rules),
    visitingAt: (at, source, collected) => visitAt(at, source, collected, store, []),
    async visitingAgain(source, collected) {
      const deps = { ...visitDepsOf(store, () => now), collect: () => Promise.resolve(collected) }
      const state = (await store.listSourceStates()).find(({ sourceId }) => sourceId === source.id)
      return visitSource(source, state, deps, new AbortController().signal)
    },
    items,
    titles: async (order) => (await items(order)).map(({ title }) => title),
  }
}

export const EXCHANGE = { status: 200, latencyMs: 3, finalUrl: '', retryAfterMs: undefined, bytes: 10 }

/** A document of these entries, as a collector gives it. */
export function read(entries: readonly Entry[]): Extract<FetchResult, { kind: 'entries' }> {
  return {
    kind: 'entries',
    feed: { title: 'A feed', siteUrl: undefined, language: 'en', iconUrl: undefined, ttlMs: undefined },
    entries,
    validators: NO_VALIDATORS,
    documentHash: 'h',
    exchange: EXCHANGE,
  }
}
