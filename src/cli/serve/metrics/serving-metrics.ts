import { stat } from 'node:fs/promises'
import { Counter, Histogram, Registry } from 'prom-client'
import type { ServerObserver } from '../../../api/deps.ts'
import type { CheckedSource } from '../../../model/source-report.ts'
import { HEALTH_STATUSES } from '../../../model/source.ts'
import { type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../model/time.ts'
import { SERVICE_VERSION } from '../../../model/version.ts'
import { indexFile } from '../../../search/index-file.ts'
import type { Search } from '../../../search/search.ts'
import type { ReadStore } from '../../../store/read-store.ts'
import { gaugeOf, type MetricData, metricOf } from './metric-data.ts'
import { openRuntimeMetrics, readRegistry } from './runtime-metrics.ts'

/** A repeated request takes about 20 µs, a search of a million items about 50 ms. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const VISIBLE_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

interface CollectionDeps {
  readonly store: ReadStore
  readonly search: Search
  readonly now: () => EpochMs
}

/** Metrics of the serving part and of the process. */
export function openServingMetrics({ store, search, now }: CollectionDeps) {
  const register = new Registry()
  const requests = requestCounts([register])
  const readRuntime = openRuntimeMetrics('main')
  const readCollection = collectionMetrics({ store, search, now })
  const visible = new Histogram({
    name: 'content_digest_visible_delay_seconds',
    help: 'Time from when a change was saved to when a process shows it.',
    buckets: VISIBLE_SECONDS,
    registers: [register],
  })
  store.onChange(() => visible.observe(Math.max(0, now() - store.version().at) / SECOND_MS))
  return {
    requests,
    read: async (): Promise<MetricData[]> => [
      ...(await readRegistry(register)),
      ...(await readCollection()),
      ...(await readRuntime()),
    ],
  }
}

/** Route label of unknown paths, which would otherwise each be a series. */
const NO_ROUTE = 'none'

function requestCounts(registers: Registry[]): ServerObserver {
  const requests = new Counter({
    name: 'content_digest_http_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'content_digest_http_request_duration_seconds',
    help: 'Time from a request to its answer.',
    labelNames: ['route'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const answers = new Counter({
    name: 'content_digest_answers_total',
    help: 'Answers that were kept from an earlier request, and those that had to be made.',
    labelNames: ['result'],
    registers,
  })
  for (const result of ['kept', 'made']) answers.inc({ result }, 0)
  return {
    answerFound: (isKept) => answers.inc({ result: isKept ? 'kept' : 'made' }),
    requestEnded(route = NO_ROUTE, status, startedAt) {
      requests.inc({ route, status })
      duration.observe({ route }, (performance.now() - startedAt) / SECOND_MS)
    },
  }
}

/** Most series of single sources: those with the most consecutive failures. */
const MAX_SOURCES = 50

/**
 * Counting stories reads a table, and finding silent sources reads all times of items: hence at most one read in each
 * interval.
 */
const [STATS_EVERY_MS, SILENT_EVERY_MS] = [MINUTE_MS, HOUR_MS]

function collectionMetrics({ store, search, now: clock }: CollectionDeps): () => Promise<MetricData[]> {
  const readStats = atMostEvery(STATS_EVERY_MS, (now) => store.stats(now))
  const readSilent = atMostEvery(SILENT_EVERY_MS, async (now) => {
    const reports = await store.listSources(now)
    return reports.filter(({ silentSince }) => silentSince !== null).length
  })
  let last: readonly MetricData[] = []
  return async () => {
    let isUp = 1
    try {
      last = await readStore()
    } catch {
      // The requests that need the store log the cause. Other metrics keep their values.
      isUp = 0
    }
    return [gaugeOf('store_up', 'Whether the store could be read: 1 or 0.', isUp), ...last]
  }

  async function readStore(): Promise<MetricData[]> {
    const now = clock()
    const begun = performance.now()
    const { engine, itemCount, newestItemAt } = await store.ping()
    const readSeconds = (performance.now() - begun) / SECOND_MS
    const { status, progress } = await search.state()
    const sources = await store.listSourceHealth(now)
    const index = await stat(indexFile(store.searchSource.address)).catch(() => undefined)
    const { stories, storage } = await readStats(now)
    const lastVisitAt = sources.reduce((last, { health }) => Math.max(last, health.lastVisitAt ?? 0), 0)
    const build = { version: SERVICE_VERSION, engine, node: process.versions.node }
    return [
      gaugeOf('store_read_seconds', 'Time that reading an item from the store took.', readSeconds),
      gaugeOf('items', 'Items of the collection.', itemCount),
      gaugeOf(
        'newest_item_timestamp_seconds',
        'When the newest item was published.',
        (newestItemAt ?? 0) / SECOND_MS,
      ),
      gaugeOf('stories', 'Stories of the collection, those of one item included.', stories.total),
      gaugeOf('multi_source_stories', 'Stories that several sources report.', stories.multiSource),
      gaugeOf('store_size_bytes', 'Size of the store.', storage.bytes),
      gaugeOf(
        'search_index_ratio',
        'Share of the items that the search index has; 1 when it is ready.',
        status === 'ready' ? 1 : Math.min(progress, 0.99),
      ),
      gaugeOf(
        'search_index_size_bytes',
        'Size of the file of the search index; 0 if there is none.',
        index?.size ?? 0,
      ),
      gaugeOf('last_visit_timestamp_seconds', 'When a source was last visited.', lastVisitAt / SECOND_MS),
      ...sourceMetrics(sources),
      gaugeOf(
        'silent_sources',
        'Sources that answer and have had nothing new for longer than is usual.',
        await readSilent(now),
      ),
      metricOf('gauge', 'build_info', 'The running version; always 1.', [{ labels: build, value: 1 }]),
    ]
  }
}

/** Repeats the last value, or reads again after `everyMs`. */
function atMostEvery<T>(everyMs: number, read: (now: EpochMs) => Promise<T>): (now: EpochMs) => Promise<T> {
  let last: { readonly at: EpochMs; readonly value: T } | undefined
  return async (now) => {
    if (last === undefined || now - last.at >= everyMs) last = { at: now, value: await read(now) }
    return last.value
  }
}

function sourceMetrics(sources: readonly CheckedSource[]): MetricData[] {
  const inTrouble = sources
    .filter(({ enabled, health }) => enabled && health.consecutiveErrors > 0)
    .toSorted((a, b) => b.health.consecutiveErrors - a.health.consecutiveErrors)
  return [
    metricOf(
      'gauge',
      'sources',
      'Configured sources by their health.',
      HEALTH_STATUSES.map((status) => ({
        labels: { status },
        value: sources.filter(({ health }) => health.status === status).length,
      })),
    ),
    metricOf(
      'gauge',
      'source_consecutive_failures',
      'Failed visits in a row of the sources in most trouble.',
      inTrouble.slice(0, MAX_SOURCES).map(({ id, health }) => ({
        labels: { source: id, code: health.lastError?.code ?? '' },
        value: health.consecutiveErrors,
      })),
    ),
  ]
}
