import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseExposition, type Sample, sumOf } from './exposition.ts'
import { openPublisher, type Publisher } from './publisher.ts'
import { emptyFolder, eventually, runCli, serve, type Serving } from './run-cli.ts'

const REQUESTS = 24

describe('the metrics of a service', () => {
  const folder = emptyFolder()
  let publisher: Publisher
  let service: Serving
  let metricsUrl: string

  beforeAll(async () => {
    publisher = await openPublisher()
    writeSettings(['first', 'broken'])
    service = await serve([], folder)
    metricsUrl = urlIn(service)
  })

  afterAll(async () => {
    await service.stop()
    await publisher.close()
  })

  function writeSettings(sources: readonly string[]): void {
    writeFileSync(join(folder, 'digest.yaml'), `metrics: { port: 0 }\n${publisher.settingsFor(sources)}`)
  }

  async function scrape(): Promise<readonly Sample[]> {
    const response = await fetch(metricsUrl)
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    return parseExposition(await response.text()).samples
  }

  const requests = (samples: readonly Sample[], labels = {}): number =>
    sumOf(samples, 'content_digest_http_requests_total', { route: '/api/items', ...labels })
  const visits = (samples: readonly Sample[], outcome: string): number =>
    sumOf(samples, 'content_digest_visits_total', { outcome })

  it('start without a word about what is deprecated', () => {
    expect(service.output().stderr).not.toContain('deprecated')
  })

  it('count every visit by its outcome', async () => {
    const samples = await eventually(scrape, (all) => visits(all, 'entries') + visits(all, 'failed') >= 2)

    expect([visits(samples, 'entries'), visits(samples, 'failed')]).toEqual([1, 1])
    expect(sumOf(samples, 'content_digest_visit_failures_total', { code: 'http5xx' })).toBe(1)
    expect(sumOf(samples, 'content_digest_items_added_total')).toBe(1)
    expect(sumOf(samples, 'content_digest_visit_duration_seconds_count', { phase: 'digesting' })).toBe(2)
    expect(sumOf(samples, 'content_digest_collector_up')).toBe(1)
  })

  it('show the collection', async () => {
    const samples = await eventually(scrape, (all) => sumOf(all, 'content_digest_items') === 1)

    expect(sumOf(samples, 'content_digest_store_up')).toBe(1)
    expect(sumOf(samples, 'content_digest_sources')).toBe(2)
    const failing = samples.filter(({ name }) => name === 'content_digest_source_consecutive_failures')
    expect(failing.map(({ labels, value }) => [labels, value])).toEqual([
      [{ source: 'broken', code: 'http5xx' }, 1],
    ])
  })

  it('count all requests, repeated ones and to unknown paths too', async () => {
    for (let i = 0; i < REQUESTS; i++) await (await fetch(`${service.url}/api/items`)).text()
    await fetch(`${service.url}/no-such-path`)
    await fetch(`${service.url}/%zz`)

    const samples = await eventually(scrape, (all) => requests(all) >= REQUESTS)
    expect(requests(samples, { status: '200' })).toBe(REQUESTS)
    expect(
      sumOf(samples, 'content_digest_http_request_duration_seconds_count', { route: '/api/items' }),
    ).toBe(REQUESTS)
    for (const status of ['400', '404'])
      expect(sumOf(samples, 'content_digest_http_requests_total', { route: 'none', status })).toBe(1)
    const parts = samples.filter(({ name }) => name === 'nodejs_eventloop_lag_p99_seconds')
    const names = parts.map(({ labels }) => labels['part'] ?? '')
    expect(names.toSorted((a, b) => a.localeCompare(b))).toEqual(['collector', 'main'])
  })

  it('keep their totals when the collector starts again with other settings', async () => {
    writeSettings(['first', 'broken', 'second'])

    const samples = await eventually(scrape, (all) => visits(all, 'entries') >= 2)

    expect([visits(samples, 'entries'), visits(samples, 'failed')]).toEqual([2, 1])
    expect(sumOf(samples, 'content_digest_items_added_total')).toBe(2)
  })

  it('are on a loopback address of their own, never on that of the service', async () => {
    expect(metricsUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
    expect(new URL(metricsUrl).port).not.toBe(new URL(service.url).port)

    const headers = { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' }
    const response = await fetch(`${service.url}/metrics`, { headers })

    expect(response.status).toBe(404)
    expect((await fetch(new URL('/', metricsUrl))).status).toBe(404)
  })
})

describe('serve with metrics', () => {
  it('ends with 2 and says which setting to change where the port is in use', async () => {
    const taken = await openPublisher()
    const folder = emptyFolder()
    const { port } = new URL(taken.urlOf(''))
    writeFileSync(
      join(folder, 'digest.yaml'),
      `metrics: { port: ${port} }\nlog: { level: fatal }\nsources:\n  - { id: a, url: "https://nobody.invalid/" }\n`,
    )

    const { code, stderr } = await runCli(['serve', '--port', '0'], folder)

    expect([code, stderr]).toEqual([
      2,
      `port ${port} on 127.0.0.1 is in use; choose another with metrics.port\n`,
    ])
    await taken.close()
  })
})

function urlIn(service: Serving): string {
  return /metrics at (\S+)/.exec(service.output().stdout)?.[1] ?? 'no metrics'
}
