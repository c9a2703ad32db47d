import type { Logger } from 'pino'
import type { ServerObserver } from '../../api/deps.ts'
import type { Config } from '../../config/config.ts'
import type { Visit } from '../../pipeline/visit/digest-arrival.ts'
import type { Search } from '../../search/search.ts'
import type { ReadStore } from '../../store/read-store.ts'
import type { WatchVisit } from '../collecting.ts'
import type { Queues } from './metrics/collector-metrics.ts'
import type { MetricData } from './metrics/metric-data.ts'
import { VisitWatch } from './metrics/visit-watch.ts'
import { openTraces } from './traces.ts'

type ObservingSettings = Pick<Config, 'metrics' | 'hasTraces'>

/** What observes a process that answers requests. */
export interface ServingObservers {
  /** `undefined` if nothing is to be observed. Then requests cost nothing more. */
  readonly observer: ServerObserver | undefined
  /** `undefined` where the settings have no metrics. */
  readMetrics(): Promise<readonly MetricData[] | undefined>
  /** Sends the last traces. */
  close(): Promise<void>
}

export interface ServingObserversOptions {
  readonly settings: ObservingSettings
  readonly store: ReadStore
  readonly search: Search
  readonly log: Logger
}

/** Loads the packages of metrics and traces only where the settings ask for them. */
export async function observeServing(options: ServingObserversOptions): Promise<ServingObservers> {
  const { settings, log } = options
  const metrics = settings.metrics === undefined ? undefined : await openServingMetrics(options)
  const traces = settings.hasTraces ? await openTraces((message) => log.warn(message)) : undefined
  return {
    observer:
      traces === undefined
        ? metrics?.requests
        : {
            answerFound: (isKept) => metrics?.requests.answerFound(isKept),
            requestEnded(...ended) {
              metrics?.requests.requestEnded(...ended)
              traces.requestEnded(...ended)
            },
          },
    readMetrics: async () => metrics?.read(),
    close: async () => traces?.close(),
  }
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
  /** Sends the last traces. */
  close(): Promise<void>
}

export async function observeCollector(
  settings: ObservingSettings,
  queues: Queues,
  warn: (message: string) => void,
): Promise<CollectorObservers> {
  const metrics = settings.metrics === undefined ? undefined : await openCollectorMetrics()
  const traces = settings.hasTraces ? await openTraces(warn) : undefined
  const visits = new VisitWatch((ended) => {
    metrics?.visitEnded(ended)
    traces?.visitEnded(ended)
  })

  async function openCollectorMetrics() {
    const { CollectorMetrics } = await import('./metrics/collector-metrics.ts')
    return new CollectorMetrics(() => visits.running(), queues)
  }

  return {
    watch: metrics === undefined && traces === undefined ? undefined : visits.watch,
    visitUnsaved: () => metrics?.visitUnsaved(),
    visitDigested: (visit) => metrics?.visitDigested(visit),
    readMetrics: async () => metrics?.read(),
    close: async () => traces?.close(),
  }
}
