import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCollector } from '../../sources/sources.ts'
import { check, type CheckDeps } from './check.ts'

const NOW = Date.UTC(2026, 0, 2, 12)
const FEED = `<rss version="2.0"><channel><title>The\u202E News</title><language>en</language>
<item><title>a</title><link>https://x.example/a</link><pubDate>Fri, 02 Jan 2026 10:00:00 GMT</pubDate></item>
<item><title>b</title><link>https://x.example/b</link><pubDate>Thu, 01 Jan 2026 10:00:00 GMT</pubDate></item>
</channel></rss>`

let cwd = ''
let out = ''
let err = ''
let deps: CheckDeps
let server: Server
let base = ''

beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'digest-check-'))
  out = ''
  err = ''
  const io = {
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
  }
  deps = { io, cwd, env: {}, now: () => NOW, exit: () => undefined, openCollector: createCollector }
  server = createServer((request, response) => {
    if (request.url === '/feed') response.setHeader('content-type', 'application/rss+xml').end(FEED)
    else if (request.url === '/moved') response.writeHead(301, { location: '/feed' }).end()
    else if (request.url === '/empty')
      response.end('<rss version="2.0"><channel><title>E</title></channel></rss>')
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.close()
  rmSync(cwd, { recursive: true })
})

const write = (text: string): void => writeFileSync(join(cwd, 'digest.yaml'), text)
const writeSources = (...paths: string[]): void => {
  const lines = paths.map((path) => `  - { id: ${path}, url: "${base}/${path}" }`)
  write(['collect: { allowAddresses: 127.0.0.0/8 }', 'sources:', ...lines, ''].join('\n'))
}
const never = new AbortController().signal

describe('check', () => {
  it('writes the address to listen on as an address', async () => {
    write('server: { host: "::", port: 9 }\nsources: [{ url: https://a.example/ }]\n')

    await check({}, deps, never)

    expect(out).toContain('address     http://[::]:9\n')
  })

  it('sums up what the settings say', async () => {
    write(
      'server: { port: 9 }\nsources:\n  - { url: https://a.example/, category: x, region: de }\n  - { url: https://b.example/, enabled: false }\n',
    )

    const code = await check({}, { ...deps, env: { DIGEST_LOGLEVEL: 'x' } }, never)

    expect(code).toBe(0)
    expect(out).toContain('digest.yaml is valid')
    expect(out).toContain('sources     2 (1 not enabled)')
    expect(out).toContain('categories  general 1, x 1')
    expect(out).toContain('http://127.0.0.1:9')
    expect(err).toBe(
      "warning: DIGEST_LOGLEVEL is no setting and is ignored; did you mean 'DIGEST_LOG_LEVEL'?\n",
    )
  })

  it('tells all faults', async () => {
    write('server: { prot: 9 }\nlog: { level: loud }\n')

    await expect(check({}, deps, never)).rejects.toMatchObject({
      code: 'configInvalid',
      message: expect.stringMatching(/^digest\.yaml:1:11 .*\ndigest\.yaml:2:15 .*$/),
    })
  })
})

describe('check --live', () => {
  it('tells what each source gives', async () => {
    writeSources('feed', 'moved', 'empty')

    const code = await check({ live: true }, deps, never)

    expect(code).toBe(0)
    const lines = out.split('\n').slice(-6, -1)
    expect(lines[0]).toMatch(/^ok {5}feed {3}2 entries, newest 2 h ago, 200 in \d+ ms, "The +News"$/)
    expect(lines[1]).toMatch(/^ok {5}moved {2}2 entries, /)
    expect(lines[2]).toBe(`              moved to ${base}/feed`)
    expect(lines[3]).toMatch(/^empty {2}empty {2}0 entries, without times, 200 in \d+ ms, "E"$/)
    expect(lines[4]).toBe('3 sources visited: 2 ok, 1 without entries, 0 failed')
  })

  it('tells why a source failed, and ends with 1', async () => {
    writeSources('feed', 'gone')

    const code = await check({ live: true }, deps, never)

    expect(code).toBe(1)
    expect(out).toMatch(/^FAIL {3}gone {2}http4xx: .* \(404 in \d+ ms\)$/m)
  })

  it('tells where redirects led, and takes an address without its user for no move', async () => {
    const secret = base.replace('http://', 'http://ann:secret@')
    write(
      `collect: { allowAddresses: 127.0.0.0/8 }\nsources:\n  - { id: a, url: "${secret}/feed" }\n  - { id: b, url: "${base}/moved" }\n`,
    )

    await check({ live: true }, deps, never)

    expect(out.match(/moved to .*/g)).toEqual([`moved to ${base}/feed`])
  })

  it('refuses private addresses that are not allowed, as serving does', async () => {
    write(`sources: [{ id: a, url: "${base}/feed" }]\n`)

    const code = await check({ live: true }, deps, never)

    expect(code).toBe(1)
    expect(out).toContain('blockedAddress')
  })

  it('prints JSON and nothing else for scripts', async () => {
    writeSources('feed', 'gone')

    await check({ live: true, json: true }, deps, never)

    expect(err).toBe('')
    expect(JSON.parse(out)).toEqual([
      {
        id: 'feed',
        status: 'ok',
        httpStatus: 200,
        latencyMs: expect.any(Number),
        title: expect.any(String),
        language: 'en',
        entries: 2,
        newestAt: '2026-01-02T10:00:00.000Z',
        movedTo: null,
        error: null,
      },
      expect.objectContaining({
        id: 'gone',
        status: 'failed',
        httpStatus: 404,
        error: { code: 'http4xx', message: expect.any(String) },
      }),
    ])
  })

  it('ends at once when it is interrupted', async () => {
    writeSources('feed')
    const stop = new AbortController()
    stop.abort()

    const code = await check({ live: true }, deps, stop.signal)

    expect(code).toBe(1)
    expect(out).toContain('0 sources visited')
  })
})
