import type { ServerObserver } from '../../api/deps.ts'
import type { Config } from '../../config/config.ts'
import type { Visit } from '../../pipeline/visit/digest-arrival.ts'
import type { Search } from '../../search/search.ts'
import type { ReadStore } from '../../store/read-store.ts'
import type { WatchVisit } from '../collecting.ts'
import type { Queues } from './metrics/collector-metrics.ts'
import type { MetricData } from './metrics/metric-data.ts'
import { VisitWatch } from './metrics/visit-watch.ts'

type ObservingSettings = Pick<Config, 'metrics'>

/** What observes a process that answers requests. */
export interface ServingObservers {
  /** `undefined` if nothing is to be observed. Then requests cost nothing more. */
  readonly observer: ServerObserver | undefined
  /** `undefined` where the settings have no metrics. */
  readMetrics(): Promise<readonly MetricData[] | undefined>
}

export interface ServingObserversOptions {
  readonly settings: ObservingSettings
  readonly store: ReadStore
  readonly search: Search
}

/** Loads the package of metrics only where the settings ask for them. */
export async function observeServing(options: ServingObserversOptions): Promise<ServingObservers> {
  const metrics = options.settings.metrics === undefined ? undefined : await openServingMetrics(options)
  return { observer: metrics?.requests, readMetrics: async () => metrics?.read() }
}

async function openServingMetrics(options: ServingObserversOptions) {
  const { ServingMetrics } = await import('./metrics/serving-metrics.ts')
  return new ServingMetrics({ ...options, now: Date.now })
}

/** What observes the thread that collects. */
export interface CollectorObservers {
  readonly watch: WatchVisit | undefined
  visitUnsaved(): void
  /** A visit whose first half another node may have made. */
  visitDigested(visit: Visit): void
  /** `undefined` where the settings have no metrics. */
  readMetrics(): Promise<readonly MetricData[] | undefined>
}

export async function observeCollector(
  settings: ObservingSettings,
  queues: Queues,
): Promise<CollectorObservers> {
  const metrics = settings.metrics === undefined ? undefined : await openCollectorMetrics()
  const visits = new VisitWatch((ended) => metrics?.visitEnded(ended))

  async function openCollectorMetrics() {
    const { CollectorMetrics } = await import('./metrics/collector-metrics.ts')
    return new CollectorMetrics(() => visits.running(), queues)
  }

  return {
    watch: metrics === undefined ? undefined : visits.watch,
    visitUnsaved: () => metrics?.visitUnsaved(),
    visitDigested: (visit) => metrics?.visitDigested(visit),
    readMetrics: async () => metrics?.read(),
  }
}
