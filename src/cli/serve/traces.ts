import type { IncomingMessage } from 'node:http'
import type { Context, Tracer } from '@opentelemetry/api'
import type { ServerObserver } from '../../api/deps.ts'
import { codeOf, messageOf } from '../../model/errors.ts'
import { SECOND_MS } from '../../model/time.ts'
import { SERVICE_VERSION } from '../version.ts'
import type { EndedVisit } from './metrics/visit-watch.ts'

/** Sends requests and visits as spans to the receiver that OpenTelemetry's variables name. */
export interface Traces extends Pick<ServerObserver, 'requestEnded'> {
  visitEnded(visit: EndedVisit): void
  /** Sends what is left, for at most 2 s. */
  close(): Promise<void>
}

/** Optional packages, in the versions that package.json names: later ones need Node.js 22. */
const PACKAGES = [
  '@opentelemetry/api@1',
  '@opentelemetry/core@2',
  '@opentelemetry/exporter-trace-otlp-http@0.223',
  '@opentelemetry/resources@2',
  '@opentelemetry/sdk-trace-base@2',
]

/** A receiver that is away must not delay the end of the service. */
const CLOSE_MS = 2 * SECOND_MS

/**
 * Loads OpenTelemetry's packages, which read their variables themselves.
 *
 * @param warn gets the first failure to send, and what is missing
 * @returns `undefined` if the packages are not installed
 */
export async function openTraces(warn: (message: string) => void): Promise<Traces | undefined> {
  const packages = await loadPackages().catch((cause: unknown) => {
    if (codeOf(cause) !== 'ERR_MODULE_NOT_FOUND') throw cause
    warn(`traces are off: their packages are missing; npm install ${PACKAGES.join(' ')}`)
  })
  if (packages === undefined) return undefined
  const { api, core, exporter, resources, sdk } = packages

  let hasWarned = false
  core.setGlobalErrorHandler((cause) => {
    if (!hasWarned) warn(`traces could not be sent: ${messageOf(cause)}; later failures are not logged`)
    hasWarned = true
  })
  const provider = new sdk.BasicTracerProvider({
    resource: resources
      .defaultResource()
      .merge(
        resources.resourceFromAttributes({
          'service.name': 'content-digest',
          'service.version': SERVICE_VERSION,
        }),
      )
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter())],
  })
  const propagator = new core.W3CTraceContextPropagator()
  const tracer = provider.getTracer('content-digest', SERVICE_VERSION)
  const parentOf = ({ headers }: IncomingMessage): Context =>
    propagator.extract(api.ROOT_CONTEXT, headers, api.defaultTextMapGetter)

  return {
    requestEnded(request, route, status, startedAt) {
      const { method = 'GET', url = '/' } = request
      const span = tracer.startSpan(
        route === undefined ? method : `${method} ${route}`,
        {
          kind: api.SpanKind.SERVER,
          startTime: epochMs(startedAt),
          attributes: {
            'http.request.method': method,
            // Without the query, which may have a key.
            'url.path': url.split('?')[0] ?? url,
            'http.response.status_code': status,
            ...(route === undefined ? {} : { 'http.route': route }),
          },
        },
        parentOf(request),
      )
      if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end(epochMs(performance.now()))
    },
    visitEnded(ended) {
      const span = startVisit(tracer, ended)
      const context = api.trace.setSpan(api.ROOT_CONTEXT, span)
      const { startedAt, answeredAt = ended.endedAt, endedAt, visit } = ended
      tracer.startSpan('fetching', { startTime: epochMs(startedAt) }, context).end(epochMs(answeredAt))
      if (ended.answeredAt !== undefined)
        tracer.startSpan('digesting', { startTime: epochMs(answeredAt) }, context).end(epochMs(endedAt))
      if (visit === undefined || visit.collected.kind === 'failed')
        span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end(epochMs(endedAt))
    },
    async close() {
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), late])
    },
  }
}

function startVisit(tracer: Tracer, { sourceId, startedAt, visit }: EndedVisit) {
  const span = tracer.startSpan('visit', {
    startTime: epochMs(startedAt),
    attributes: { 'content_digest.source': sourceId },
  })
  if (visit === undefined) return span.setAttribute('content_digest.outcome', 'unsaved')
  const { collected } = visit
  if (collected.kind === 'failed') span.setAttribute('error.type', collected.error.code)
  return span.setAttributes({
    'content_digest.outcome': collected.kind,
    'content_digest.items_added': visit.added,
    'content_digest.items_edited': visit.edited,
  })
}

async function loadPackages() {
  const [api, core, exporter, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
  ])
  return { api, core, exporter, resources, sdk }
}

/** @param at on the clock of `performance.now` */
function epochMs(at: number): number {
  return performance.timeOrigin + at
}
