import { stat } from 'node:fs/promises'
import { Gauge, Registry } from 'prom-client'
import { type CheckedSource, HEALTH_STATUSES } from '../../../model/source.ts'
import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../../model/time.ts'
import { SERVICE_VERSION } from '../../../model/version.ts'
import { indexFile } from '../../../search/index-file.ts'
import type { Search } from '../../../search/search.ts'
import type { ReadStore, StoreStats } from '../../../store/read-store.ts'
import type { MetricData } from './metric-data.ts'
import { readRegistry } from './runtime-metrics.ts'

/** Series of single sources at most: those with the most failed visits in a row. */
const MAX_SOURCES = 50

/** Counting stories reads a table, so it is done at most once in this time. */
const STATS_EVERY_MS = MINUTE_MS

interface CollectionDeps {
  readonly store: Pick<ReadStore, 'ping' | 'stats' | 'listSourceHealth' | 'searchSource'>
  readonly search: Pick<Search, 'state'>
  readonly now: () => EpochMs
}

/** The state of the collection. */
export class CollectionMetrics {
  readonly #deps: CollectionDeps
  readonly #register = new Registry()
  readonly #storeUp = this.#gauge('store_up', 'Whether the store could be read: 1 or 0.')
  readonly #storeRead = this.#gauge('store_read_seconds', 'Time that reading an item from the store took.')
  readonly #items = this.#gauge('items', 'Items of the collection.')
  readonly #newest = this.#gauge('newest_item_timestamp_seconds', 'When the newest item was published.')
  readonly #stories = this.#gauge('stories', 'Stories of the collection, those of one item included.')
  readonly #shared = this.#gauge('multi_source_stories', 'Stories that several sources report.')
  readonly #bytes = this.#gauge('store_size_bytes', 'Size of the store.')
  readonly #indexed = this.#gauge(
    'search_index_ratio',
    'Share of the items that the search index has; 1 when it is ready.',
  )
  readonly #indexBytes = this.#gauge(
    'search_index_size_bytes',
    'Size of the file of the search index; 0 if there is none.',
  )
  readonly #lastVisit = this.#gauge('last_visit_timestamp_seconds', 'When a source was last visited.')
  readonly #sources = this.#gauge('sources', 'Configured sources by their health.', ['status'])
  readonly #failures = this.#gauge(
    'source_consecutive_failures',
    'Failed visits in a row of the sources in most trouble.',
    ['source', 'code'],
  )
  readonly #build = this.#gauge('build_info', 'The running version; always 1.', ['version', 'engine', 'node'])
  #stats: StoreStats | undefined
  #statsAt = -Infinity

  constructor(deps: CollectionDeps) {
    this.#deps = deps
  }

  async read(): Promise<MetricData[]> {
    try {
      await this.#readStore()
      this.#storeUp.set(1)
    } catch {
      // The requests that need the store log why. Its other metrics keep their last values.
      this.#storeUp.set(0)
    }
    return readRegistry(this.#register)
  }

  async #readStore(): Promise<void> {
    const { store, search } = this.#deps
    const now = this.#deps.now()
    const begun = performance.now()
    const { engine, itemCount, newestItemAt } = await store.ping()
    this.#storeRead.set((performance.now() - begun) / SECOND_MS)
    this.#build.set({ version: SERVICE_VERSION, engine, node: process.versions.node }, 1)
    this.#items.set(itemCount)
    if (newestItemAt !== null) this.#newest.set(newestItemAt / SECOND_MS)
    const { status, progress } = await search.state()
    this.#indexed.set(status === 'ready' ? 1 : Math.min(progress, 0.99))
    this.#setSources(await store.listSourceHealth(now))
    this.#indexBytes.set(await sizeOf(indexFile(store.searchSource.address)))
    const { stories, storage } = await this.#readStats(now)
    this.#stories.set(stories.total)
    this.#shared.set(stories.multiSource)
    this.#bytes.set(storage.bytes)
  }

  #setSources(sources: readonly CheckedSource[]): void {
    for (const status of HEALTH_STATUSES)
      this.#sources.set({ status }, sources.filter(({ health }) => health.status === status).length)
    const lastVisitAt = sources.reduce((last, { health }) => Math.max(last, health.lastVisitAt ?? 0), 0)
    if (lastVisitAt > 0) this.#lastVisit.set(lastVisitAt / SECOND_MS)
    const inTrouble = sources
      .filter(({ enabled, health }) => enabled && health.consecutiveErrors > 0)
      .toSorted((a, b) => b.health.consecutiveErrors - a.health.consecutiveErrors)
    this.#failures.reset()
    for (const { id, health } of inTrouble.slice(0, MAX_SOURCES)) {
      this.#failures.set({ source: id, code: health.lastError?.code ?? '' }, health.consecutiveErrors)
    }
  }

  async #readStats(now: EpochMs): Promise<StoreStats> {
    if (this.#stats === undefined || now - this.#statsAt >= STATS_EVERY_MS) {
      this.#stats = await this.#deps.store.stats(now)
      this.#statsAt = now
    }
    return this.#stats
  }

  #gauge(what: string, help: string, labelNames: readonly string[] = []): Gauge {
    return new Gauge({ name: `content_digest_${what}`, help, labelNames, registers: [this.#register] })
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch {
    return 0
  }
}
