import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPublisher, type Publisher } from './publisher.ts'
import { emptyFolder, eventually, serve, type Serving, startServing } from './run-cli.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const PARENT_ID = 'b7ad6b7169203331'

/** As OTLP writes spans in JSON. */
interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
  readonly status: { readonly code?: number }
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, 'attributes'>
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

const SERVER = 2
const ERROR = 2

describe('with a receiver of traces', () => {
  let receiver: Receiver
  let publisher: Publisher
  let service: Serving

  beforeAll(async () => {
    receiver = await openReceiver()
    publisher = await openPublisher()
    const folder = emptyFolder()
    writeFileSync(join(folder, 'digest.yaml'), publisher.settingsFor(['feed', 'broken']))
    service = await serve([], folder, {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_SERVICE_NAME: 'digest-of-this-test',
    })
  })

  afterAll(async () => {
    await service.stop()
    await receiver.close()
    await publisher.close()
  })

  const named = (name: string): Promise<readonly Span[]> =>
    Promise.resolve(receiver.spans().filter((span) => span.name === name))

  it('sends each request as a span of its caller’s trace, also one that is answered before the framework', async () => {
    const headers = { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` }
    for (let i = 0; i < 3; i++) await fetch(`${service.url}/api/items?key=secret-of-a-reader`, { headers })
    for (let i = 0; i < 3; i++) await fetch(`${service.url}/api/items?limit=1`, { headers })

    const spans = await eventually(
      () => named('GET /api/items'),
      (all) => all.length >= 6,
    )

    expect(spans).toHaveLength(6)
    for (const span of spans) {
      expect(span).toMatchObject({ traceId: TRACE_ID, parentSpanId: PARENT_ID, kind: SERVER })
      expect(Number(span.endTimeUnixNano)).toBeGreaterThanOrEqual(Number(span.startTimeUnixNano))
    }
    expect(spans.map((span) => attributesOf(span)['http.response.status_code']).toSorted(byNumber)).toEqual([
      200, 200, 200, 400, 400, 400,
    ])
    expect(JSON.stringify(spans)).not.toContain('secret-of-a-reader')
  })

  it('sends each visit with its two phases', async () => {
    const visits = await eventually(
      () => named('visit'),
      (all) => all.length >= 2,
    )

    expect(visits.map(attributesOf)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          'content_digest.source': 'feed',
          'content_digest.outcome': 'entries',
          'content_digest.items_added': 1,
        }),
        expect.objectContaining({
          'content_digest.source': 'broken',
          'content_digest.outcome': 'failed',
          'error.type': 'http5xx',
        }),
      ]),
    )
    const failed = visits.find((span) => attributesOf(span)['content_digest.source'] === 'broken')
    expect(failed?.status.code).toBe(ERROR)
    const phases = receiver.spans().filter(({ parentSpanId }) => parentSpanId === failed?.spanId)
    expect(phases.map(({ name }) => name)).toEqual(['fetching', 'digesting'])
  })

  it('names the service as the variables do', () => {
    expect(new Set(receiver.services())).toEqual(new Set(['digest-of-this-test']))
  })
})

it('goes on without traces, and says what to install, where the packages are missing', async () => {
  const folder = emptyFolder()
  const main = copyWithoutTraces(folder)
  writeFileSync(join(folder, 'digest.yaml'), 'sources:\n  - { id: a, url: "https://nobody.invalid/" }\n')

  const service = await startServing(['--no-collect'], {
    cwd: folder,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
    main,
  })

  expect((await fetch(`${service.url}/livez`)).status).toBe(200)
  await service.stop()
  expect(service.output().stderr).toContain(
    'traces are off: their packages are missing; npm install @opentelemetry/api',
  )
})

it('ends soon though the receiver is away, and says once that it is', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'digest.yaml'), 'sources:\n  - { id: a, url: "https://nobody.invalid/" }\n')
  const service = await serve(['--no-collect'], folder, {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_EXPORTER_OTLP_TIMEOUT: '200',
  })
  await fetch(`${service.url}/livez`)
  await eventually(
    () => Promise.resolve(service.output().stderr),
    (log) => log.includes('traces could not be sent'),
  )
  await fetch(`${service.url}/livez`)

  const { code } = await service.stop()

  expect(code).toBe(0)
  expect(service.output().stderr.match(/traces could not be sent/g)).toHaveLength(1)
})

interface Receiver {
  readonly url: string
  readonly spans: () => readonly Span[]
  /** Names of the services that sent something. */
  readonly services: () => readonly unknown[]
  close(): Promise<void>
}

/** Receives OTLP over HTTP in JSON. */
async function openReceiver(): Promise<Receiver> {
  const received: ExportRequest[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.once('end', () => {
      expect(request.url).toBe('/v1/traces')
      received.push(JSON.parse(body) as ExportRequest)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens))
  const resources = (): ExportRequest['resourceSpans'] =>
    received.flatMap(({ resourceSpans }) => resourceSpans)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    services: () => resources().map(({ resource }) => attributesOf(resource)['service.name']),
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function attributesOf({ attributes }: Pick<Span, 'attributes'>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}

/** Copies the built service to a place where Node.js finds all packages except those of traces. */
function copyWithoutTraces(folder: string): string {
  const packages = join(folder, 'node_modules')
  mkdirSync(packages)
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@opentelemetry') symlinkSync(join(ROOT, 'node_modules', name), join(packages, name))
  }
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true })
  return join(folder, 'dist/cli/main.js')
}

function byNumber(a: unknown, b: unknown): number {
  return Number(a) - Number(b)
}
