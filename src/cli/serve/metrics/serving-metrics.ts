import { Histogram, Registry } from 'prom-client'
import { type EpochMs, SECOND_MS } from '../../../model/time.ts'
import type { Search } from '../../../search/search.ts'
import type { ReadStore } from '../../../store/read-store.ts'
import { CollectionMetrics } from './collection-metrics.ts'
import type { MetricData } from './metric-data.ts'
import { RequestCounts } from './request-counts.ts'
import { openRuntimeMetrics, readRegistry } from './runtime-metrics.ts'

const VISIBLE_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

interface ServingMetricsDeps {
  readonly store: ReadStore
  readonly search: Search
  readonly now: () => EpochMs
}

/** The metrics of what answers requests, and of the process. */
export class ServingMetrics {
  readonly requests = new RequestCounts()
  readonly #register = new Registry()
  readonly #readRuntime = openRuntimeMetrics('main')
  readonly #collection: CollectionMetrics

  constructor({ store, search, now }: ServingMetricsDeps) {
    this.#collection = new CollectionMetrics({ store, search, now })
    const visible = new Histogram({
      name: 'content_digest_visible_delay_seconds',
      help: 'Time from when a change was saved to when a process shows it.',
      buckets: VISIBLE_SECONDS,
      registers: [this.#register],
    })
    store.onChange(() => visible.observe(Math.max(0, now() - store.version().at) / SECOND_MS))
  }

  async read(): Promise<MetricData[]> {
    return [
      ...this.requests.read(),
      ...(await readRegistry(this.#register)),
      ...(await this.#collection.read()),
      ...(await this.#readRuntime()),
    ]
  }
}
