import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSite, type Site } from '../collect/loopback.ts'
import { openConnectProxy, openSocksProxy, type TestProxy } from '../collect/proxies.ts'
import { emptyFolder, eventually, runCli, serve, type Serving } from './run-cli.ts'

/** Found nowhere but at the server that it is meant for, in any spelling. */
const PASSWORD = 'canary-Pass w0rd/ü'
const TOKEN = 'canary-token-5b1f0e77'
const COOKIE = 'session=canary-cookie-77a1c0de'
const AGENT = 'canary-reader/9.9'
const PROXY = 'canary-proxy-0c9d41'
const SPELLINGS = [
  PROXY,
  Buffer.from(`ann:${PROXY}`).toString('base64'),
  PASSWORD,
  TOKEN,
  COOKIE,
  AGENT,
  encodeURIComponent(PASSWORD),
  Buffer.from(`ann:${PASSWORD}`).toString('base64'),
  Buffer.from(`ann:${PASSWORD}`).toString('base64url'),
  Buffer.from(PASSWORD).toString('base64').replaceAll('=', ''),
]
const BASIC = `Basic ${Buffer.from(`ann:${PASSWORD}`).toString('base64')}`

const FEED =
  '<rss><channel><title>Private</title><item><title>For members</title><link>https://paper.example/1</link></item></channel></rss>'

describe('credentials of sources', () => {
  const cwd = emptyFolder()
  const env = { PAPER_TOKEN: TOKEN, PAPER_AGENT: AGENT }
  /** What another host was sent, headers and all. */
  const strayed: string[] = []
  let own: Site
  let other: Site
  let service: Serving
  const proxies: TestProxy[] = []
  let said = ''

  beforeAll(async () => {
    const page = (text: string): string =>
      `<html><body><article><h1>Story</h1><p>${`${text} and more of it, word for word. `.repeat(40)}</p></article></body></html>`
    other = await openSite({
      '/elsewhere': (request, response) => {
        strayed.push(JSON.stringify(request.headers))
        response.writeHead(200, { 'content-type': 'text/html' }).end(page('Told elsewhere'))
      },
      '/icon': (request, response) => {
        strayed.push(JSON.stringify(request.headers))
        response.end()
      },
      '/picture': (request, response) => {
        strayed.push(JSON.stringify(request.headers))
        response.end()
      },
      '/moved': (request, response) => {
        strayed.push(JSON.stringify(request.headers))
        response.end(FEED.replace('For members', 'From elsewhere'))
      },
    })
    const refuse = (request: IncomingMessage, response: ServerResponse): void => {
      // A server that shows what it was sent, as careless ones do.
      response.writeHead(401, { 'www-authenticate': `Basic realm="${TOKEN}"` })
      response.end(`you sent ${JSON.stringify(request.headers)}`)
    }
    const isHeaded = ({ headers }: IncomingMessage): boolean =>
      headers['x-key'] === TOKEN && headers.cookie === COOKIE && headers['user-agent'] === AGENT
    own = await openSite({
      '/basic': (request, response) => {
        const [first, second] = [`${own.url}/members/1`, `${other.url}/elsewhere`]
        const items = [first, second].map((link) => `<item><title>Story</title><link>${link}</link></item>`)
        if (request.headers.authorization === BASIC)
          response.end(FEED.replace('</channel>', `${items.join('')}</channel>`))
        else refuse(request, response)
      },
      '/members/1': (request, response) => {
        response.setHeader('content-type', 'text/html')
        if (request.headers.authorization === BASIC) response.end(page('Told to members alone'))
        else refuse(request, response)
      },
      '/bearer': (request, response) => {
        if (request.headers.authorization === `Bearer ${TOKEN}`)
          response.end(FEED.replace('/1', '/2').replace('For members', 'By token'))
        else refuse(request, response)
      },
      '/stories.json': (request, response) =>
        request.headers['x-api-key'] === TOKEN ? response.end('[1]') : refuse(request, response),
      '/item/1.json': (request, response) =>
        request.headers['x-api-key'] === TOKEN
          ? response.end('{"id":1,"title":"A story by key","score":3}')
          : refuse(request, response),
      '/headed': (request, response) => {
        const items = [`${own.url}/members/2`, `${other.url}/elsewhere?headed`].map(
          (link) => `<item><title>Story</title><link>${link}</link></item>`,
        )
        const picture = `<item><title>By cookie</title><pubDate>${new Date().toUTCString()}</pubDate><link>${own.url}/3</link><enclosure url="${other.url}/picture" type="image/png"/></item>`
        if (isHeaded(request))
          response.end(
            FEED.replace(
              /<item>.*<\/item>/,
              `<image><url>${other.url}/icon</url></image>${items.join('')}${picture}`,
            ),
          )
        else refuse(request, response)
      },
      '/members/2': (request, response) => {
        response.setHeader('content-type', 'text/html')
        if (isHeaded(request)) response.end(page('Shown with a cookie alone'))
        else refuse(request, response)
      },
      '/proxied': (request, response) =>
        response.end(FEED.replace('/1', '/4').replace('For members', `By proxy to ${request.headers.host}`)),
      '/refused': refuse,
      '/leaves': (_, response) => response.writeHead(302, { location: `${other.url}/moved` }).end(),
      '/broken': (request, response) => {
        const { authorization, cookie } = request.headers
        response.writeHead(302, { location: `ftp://x/?${authorization ?? cookie}` }).end()
      },
    })
    writeFileSync(join(cwd, 'paper.password'), `${PASSWORD}\n`)
    writeFileSync(join(cwd, 'paper.cookie'), `${COOKIE}\n`)
    const { port } = new URL(own.url)
    const socks = await openSocksProxy({ accepts: `ann:${PROXY}` })
    const refusing = await openConnectProxy({ refuses: true })
    proxies.push(socks, refusing)
    const basic = 'auth: { username: ann, passwordFile: paper.password }'
    const headed =
      'headers: { X-Key: { env: PAPER_TOKEN } }, cookie: { file: paper.cookie }, userAgent: { env: PAPER_AGENT }'
    const bearer = 'auth: { tokenEnv: PAPER_TOKEN }'
    writeFileSync(
      join(cwd, 'digest.yaml'),
      `collect: { allowAddresses: 127.0.0.1, timeout: 60s, proxyDns: true }
log: { level: trace }
sources:
  - { id: basic, url: '${own.url}/basic', content: full, ${basic} }
  - { id: bearer, url: '${own.url}/bearer', ${bearer} }
  - { id: keyed, type: hacker-news, url: '${own.url}/stories.json', auth: { header: X-Api-Key, tokenEnv: PAPER_TOKEN } }
  - { id: refused, url: '${own.url}/refused', ${basic} }
  - { id: headed, url: '${own.url}/headed', content: full, ${headed} }
  - { id: headed-leaves, url: '${own.url}/leaves?2', ${headed} }
  - { id: headed-broken, url: '${own.url}/broken?2', ${headed} }
  - { id: headed-refused, url: '${own.url}/refused?2', ${headed} }
  - { id: proxied, url: 'http://proxied.example:${port}/proxied', proxy: 'socks5://ann:${PROXY}@${socks.host}' }
  - { id: not-proxied, url: 'http://proxied.example:${port}/x', proxy: 'http://ann:${PROXY}@${refusing.host}' }
  - { id: leaves, url: '${own.url}/leaves', ${bearer} }
  - { id: broken, url: '${own.url}/broken', ${bearer} }
`,
    )
    for (const args of [
      ['check'],
      ['check', '--live'],
      ['check', '--live', '--json'],
      ['collect', '--all'],
      ['collect', '--all', '--json'],
      ['export'],
    ]) {
      const { stdout, stderr } = await runCli(args, cwd, env)
      said += stdout + stderr
    }
    service = await serve([], cwd, env)
    await eventually(
      () => answer('/api/items'),
      (text) =>
        ['For members', 'By token', 'A story by key', 'By cookie', 'By proxy'].every((title) =>
          text.includes(title),
        ),
    )
    for (const path of PATHS) said += await answer(path)
  })

  const PATHS = [
    '/api/items?limit=500',
    '/api/sources',
    '/api/health',
    '/api/stats',
    '/api/categories',
    '/api/search?q=members',
    '/api/article?url=https://paper.example/1',
    '/feed/rss',
    '/feed/atom',
    '/sources.opml',
    '/feed/health',
    '/metrics',
    '/api-docs.json',
    '/api/items?source=nothing&limit=x',
  ]

  afterAll(async () => {
    await service.stop()
    await own.close()
    await other.close()
    await Promise.all(proxies.map((proxy) => proxy.close()))
  })

  it('open what they are for', async () => {
    const items = await answer('/api/items')

    expect(items).toContain('For members')
    expect(items).toContain('By token')
    expect(items).toContain('A story by key')
    expect(items).toContain('By cookie')
    expect(items).toContain('By proxy to proxied.example')
    expect(proxies.map(({ credentials }) => new Set(credentials))).toEqual([
      new Set([`ann:${PROXY}`]),
      new Set([`ann:${PROXY}`]),
    ])
  })

  it('open articles of the source’s own server too', async () => {
    const found = await answer('/api/search?q=%22told+to+members+alone%22')

    const shown = await answer('/api/search?q=%22shown+with+a+cookie%22')

    expect(JSON.parse(found)).toMatchObject({ total: 1 })
    expect(JSON.parse(shown)).toMatchObject({ total: 1 })
  })

  it('do not go along to another host: with no article, picture, icon or redirect', async () => {
    await eventually(
      async () => other.requests,
      (paths) => ['/icon', '/picture', '/elsewhere?headed', '/moved'].every((path) => paths.includes(path)),
    )
    expect(leaks(strayed.join('\n'))).toEqual([])
  })

  it('are in no answer, no message and no log', async () => {
    const { stdout, stderr } = service.output()

    expect(said).toContain('http4xx')
    expect(said).toContain('the proxy did not connect: it refused (HTTP 403)')
    expect(stderr).not.toBe('')
    expect(leaks(said + stdout + stderr)).toEqual([])
  })

  it('are in no file but their own', async () => {
    await service.stop()

    const files = readdirSync(cwd, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/^(?:paper\.|digest\.yaml)/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    expect(files.length).toBeGreaterThan(1)
    expect(leaks(files.join('\n'))).toEqual([])
  })

  it('that are not there are told by name, with nothing visited', async () => {
    const { code, stderr } = await runCli(['collect'], cwd)

    expect(code).toBe(2)
    expect(stderr).toMatch(/digest\.yaml:\d+:\d+ sources\[1\]\.auth\.tokenEnv names the variable PAPER_TOKEN/)
    expect(leaks(stderr)).toEqual([])
  })

  async function answer(path: string): Promise<string> {
    const response = await fetch(service.url + path)
    return response.text()
  }
})

function leaks(text: string): string[] {
  return SPELLINGS.filter((spelling) => text.includes(spelling))
}
