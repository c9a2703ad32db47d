import type { ServerObserver } from '../../../api/deps.ts'
import { SECOND_MS } from '../../../model/time.ts'
import { type MetricData, metricOf, type MetricValue } from './metric-data.ts'

/** Upper bounds of the buckets, seconds. A repeated request takes some 20 µs, a search of a million items some 50 ms. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** The route of requests for paths that do not exist: their own paths would be a series each. */
const NO_ROUTE = 'none'

const DURATION = 'http_request_duration_seconds'

interface RouteCounts {
  /** Requests by HTTP status. */
  readonly statuses: Map<number, number>
  /** Requests by the first bound that is not below their duration; the last one has the rest. */
  readonly buckets: number[]
  seconds: number
}

/**
 * Counts requests in plain numbers. prom-client's counters and histograms take 1 to 2 µs for each value, and a repeated
 * request takes 20 (docs/decisions/037).
 */
export class RequestCounts implements ServerObserver {
  readonly #routes = new Map<string, RouteCounts>()
  #kept = 0
  #made = 0

  answerFound(isKept: boolean): void {
    if (isKept) this.#kept++
    else this.#made++
  }

  requestEnded(route: string | undefined, status: number, startedAt: number): void {
    const counts = this.#countsOf(route ?? NO_ROUTE)
    counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1)
    const seconds = (performance.now() - startedAt) / SECOND_MS
    let bucket = 0
    while (seconds > (BOUNDS[bucket] ?? Infinity)) bucket++
    counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1
    counts.seconds += seconds
  }

  /** Gives the counts since the start. */
  read(): MetricData[] {
    const routes = [...this.#routes]
    return [
      metricOf(
        'counter',
        'http_requests_total',
        'Requests that were answered.',
        routes.flatMap(([route, { statuses }]) =>
          [...statuses].map(([status, value]) => ({ labels: { route, status: String(status) }, value })),
        ),
      ),
      metricOf(
        'histogram',
        DURATION,
        'Time from a request to its answer.',
        routes.flatMap(([route, counts]) => histogramOf(route, counts)),
      ),
      metricOf(
        'counter',
        'answers_total',
        'Answers that were kept from an earlier request, and those that had to be made.',
        [
          { labels: { result: 'kept' }, value: this.#kept },
          { labels: { result: 'made' }, value: this.#made },
        ],
      ),
    ]
  }

  #countsOf(route: string): RouteCounts {
    const known = this.#routes.get(route)
    if (known !== undefined) return known
    const counts = {
      statuses: new Map(),
      buckets: Array.from({ length: BOUNDS.length + 1 }, () => 0),
      seconds: 0,
    }
    this.#routes.set(route, counts)
    return counts
  }
}

function histogramOf(route: string, { buckets, seconds }: RouteCounts): MetricValue[] {
  const name = `content_digest_${DURATION}`
  let count = 0
  const values: MetricValue[] = buckets.map((inBucket, index) => {
    count += inBucket
    return { labels: { le: BOUNDS[index] ?? '+Inf', route }, value: count, metricName: `${name}_bucket` }
  })
  return [
    ...values,
    { labels: { route }, value: seconds, metricName: `${name}_sum` },
    { labels: { route }, value: count, metricName: `${name}_count` },
  ]
}
