import { AggregatorRegistry, Registry } from 'prom-client'
import type { MetricData, MetricsByPart } from './metric-data.ts'
import { readRegistry } from './runtime-metrics.ts'

/**
 * Adds up the metrics of all parts of the service. Threads end and are replaced, and what they counted must
 * stay: a total that falls looks to Prometheus like a restart of the whole service.
 */
export class MetricTotals {
  /** The last metrics of each living part. They stand for a part that is too busy to answer. */
  readonly #last = new Map<string, readonly MetricData[]>()
  /** What ended parts had counted when they were last read. */
  #ended: readonly MetricData[] = []

  static readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE

  /** @returns the totals in Prometheus' text format */
  async add(parts: MetricsByPart): Promise<string> {
    const ended = [...this.#last].filter(([id]) => !parts.has(id))
    if (ended.length > 0) {
      const counted = ended.map(([, metrics]) => metrics.filter(({ type }) => type !== 'gauge'))
      this.#ended = await readRegistry(sumOf([this.#ended, ...counted]))
    }
    for (const [id] of ended) this.#last.delete(id)
    for (const [id, metrics] of parts) if (metrics !== undefined) this.#last.set(id, metrics)
    return sumOf([...this.#last.values(), this.#ended]).metrics()
  }
}

function sumOf(parts: readonly (readonly MetricData[])[]): Registry {
  return AggregatorRegistry.aggregate([...parts])
}
