import Fastify, { LogController } from 'fastify'
import type { Logger } from 'pino'
import { AggregatorRegistry, Registry } from 'prom-client'
import { CONNECTION_OPTIONS } from '../../../api/listener.ts'
import type { MetricsConfig } from '../../../config/config.ts'
import { cannotListen } from '../cannot-listen.ts'
import type { MetricData, MetricsByPart } from './metric-data.ts'
import { readRegistry } from './runtime-metrics.ts'

const SETTINGS = { host: 'metrics.host', port: 'metrics.port' }

/**
 * Serves `/metrics` on its own address: a reverse proxy in front of the service cannot reach it, and no header decides
 * who may read.
 *
 * @throws DigestError('portInUse' | 'configInvalid') if it cannot listen
 */
export async function openMetricsEndpoint(
  { host, port }: MetricsConfig,
  readParts: () => Promise<MetricsByPart>,
  log: Logger,
) {
  const totals = new MetricTotals()
  let reading: Promise<string> | undefined

  /** Concurrent requests share one read. */
  function text(): Promise<string> {
    reading ??= readParts()
      .then((parts) => totals.add(parts))
      .finally(() => (reading = undefined))
    return reading
  }

  const logController = new LogController({ disableRequestLogging: true })
  const app = Fastify({ loggerInstance: log, logController, ...CONNECTION_OPTIONS })
  app.get('/metrics', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('content-type', MetricTotals.contentType)
    return text()
  })
  try {
    const address = await app.listen({ host, port })
    return {
      /** `http://127.0.0.1:9464/metrics` */
      url: `${address}/metrics`,
      /** Reads all parts. Call it before a part ends, so that its counts are kept. Never rejects. */
      read: (): Promise<void> =>
        text().then(
          () => undefined,
          (cause: unknown) => log.error(cause, 'the metrics could not be read'),
        ),
      close: () => app.close(),
    }
  } catch (cause) {
    await app.close()
    throw cannotListen(cause, { host, port }, SETTINGS)
  }
}

/**
 * Adds up the metrics of all parts of the service, and keeps the counts of ended threads: Prometheus takes a falling
 * total for a restart.
 */
export class MetricTotals {
  /** The last metrics of each living part, used while it is too busy to answer. */
  readonly #last = new Map<string, readonly MetricData[]>()
  /** The last counts of ended parts. */
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
