import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { HOUR_MS } from '../../src/model/time.ts'
import { bomb, pour } from './streams.ts'
import { TROUBLE_FEED } from './trouble-feed.ts'

/** Ways in which a source can fail. `ok` and `html-with-feed` work, for comparison. */
export const TROUBLES = [
  'ok',
  'slow',
  'drip',
  'hang',
  'hang-body',
  'status-403',
  'status-404',
  'status-410',
  'status-429',
  'status-500',
  'status-503',
  'bot-challenge',
  'flaky',
  'malformed',
  'truncated',
  'wrong-charset',
  'gzip-bomb',
  'chained-encodings',
  'unknown-encoding',
  'redirect-loop',
  'redirect-chain',
  'redirect-private',
  'redirect-scheme',
  'moved',
  'endless-body',
  'deep',
  'huge-headers',
  'length-too-long',
  'length-too-short',
  'reset',
  'html',
  'html-with-feed',
  'empty',
  'garbage',
  'false-304',
] as const

export type Trouble = (typeof TROUBLES)[number]

/**
 * Answers as a source in this trouble. The query may have `ms` (slow: delay, drip: pause), `fails` (flaky: number of
 * failures before it works) and `to` (target of redirects).
 *
 * @param visits earlier requests to this address
 */
export function answerTrouble(
  trouble: Trouble,
  request: IncomingMessage,
  response: ServerResponse,
  visits: number,
): void {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
  HANDLERS[trouble]({ request, response, url, visits, query: url.searchParams })
}

export function isTrouble(name: string): name is Trouble {
  return Object.hasOwn(HANDLERS, name)
}

export interface TroubleServer {
  readonly url: string
  /** Address of a source in this trouble; different names are different sources. */
  urlOf(trouble: Trouble, name?: string): string
  /** Number of requests for each path. */
  readonly visits: ReadonlyMap<string, number>
  close(): Promise<void>
}

/** Serves `/TROUBLE/anything` on loopback, on any free port. */
export async function startTroubleServer(): Promise<TroubleServer> {
  const visits = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://trouble').pathname
    const before = visits.get(path) ?? 0
    visits.set(path, before + 1)
    const [, name = ''] = path.split('/')
    if (isTrouble(name)) answerTrouble(name, request, response, before)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    url,
    urlOf: (trouble, name = 'feed.xml') => `${url}/${trouble}/${name}`,
    visits,
    close: () => close(server),
  }
}

interface Visit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  readonly query: URLSearchParams
  readonly visits: number
}

type Handler = (visit: Visit) => void

const HANDLERS: Readonly<Record<Trouble, Handler>> = {
  ok: ({ response }) => sendFeed(response),
  slow: ({ response, query }) => {
    const timer = setTimeout(() => sendFeed(response), milliseconds(query, 5_000))
    response.on('close', () => clearTimeout(timer))
  },
  drip: ({ response, query }) => {
    response.writeHead(200, { 'content-type': RSS })
    let at = 0
    const timer = setInterval(
      () => {
        response.write(TROUBLE_FEED.subarray(at, at + 1))
        at = (at + 1) % TROUBLE_FEED.length
      },
      milliseconds(query, 200),
    )
    response.on('close', () => clearInterval(timer))
  },
  hang: () => {},
  'hang-body': ({ response }) => {
    response.writeHead(200, { 'content-type': RSS })
    response.write(TROUBLE_FEED.subarray(0, 200))
  },
  'status-403': ({ response }) => refuse(response, 403),
  'status-404': ({ response }) => refuse(response, 404),
  'status-410': ({ response }) => refuse(response, 410),
  'status-429': ({ response }) => refuse(response, 429, { 'retry-after': '120' }),
  'status-500': ({ response }) => refuse(response, 500),
  'status-503': ({ response }) => {
    refuse(response, 503, { 'retry-after': new Date(Date.now() + HOUR_MS).toUTCString() })
  },
  'bot-challenge': ({ response }) => {
    response.writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' })
    response.end(CHALLENGE)
  },
  flaky: ({ response, query, visits }) => {
    if (visits < Number(query.get('fails') ?? 2)) refuse(response, 502)
    else sendFeed(response)
  },
  malformed: ({ response }) => {
    const broken = TROUBLE_FEED.toString()
      .replaceAll('</description>', ' & <b>bare</description')
      .replace('<title>', '<title')
    send(response, RSS, Buffer.from(broken))
  },
  truncated: ({ response }) =>
    send(response, RSS, TROUBLE_FEED.subarray(0, Math.floor(TROUBLE_FEED.length * 0.6))),
  'wrong-charset': ({ response }) => {
    send(response, 'application/rss+xml; charset=utf-8', Buffer.from(TROUBLE_FEED.toString(), 'latin1'))
  },
  'gzip-bomb': ({ response }) => {
    response.writeHead(200, { 'content-type': RSS, 'content-encoding': 'gzip' })
    bomb(response)
  },
  'chained-encodings': ({ response }) => {
    const twice = gzipSync(gzipSync(TROUBLE_FEED))
    response.writeHead(200, { 'content-type': RSS, 'content-encoding': 'gzip, gzip' }).end(twice)
  },
  'unknown-encoding': ({ response }) => {
    const encoded = gzipSync(TROUBLE_FEED).reverse()
    response.writeHead(200, { 'content-type': RSS, 'content-encoding': 'pizg' }).end(encoded)
  },
  'redirect-loop': ({ response, url }) => {
    redirect(response, 302, url.pathname.endsWith('/b') ? url.pathname.slice(0, -2) : `${url.pathname}/b`)
  },
  'redirect-chain': ({ response, query, url }) => {
    const left = Number(query.get('hops') ?? 20)
    if (left <= 0) sendFeed(response)
    else redirect(response, 302, `${url.pathname}?hops=${left - 1}`)
  },
  'redirect-private': ({ response, query }) => {
    redirect(response, 302, query.get('to') ?? 'http://169.254.169.254/latest/meta-data/')
  },
  'redirect-scheme': ({ response, query }) =>
    redirect(response, 302, query.get('to') ?? 'file:///etc/hostname'),
  moved: ({ response, query }) => redirect(response, 301, query.get('to') ?? '../ok/moved.xml'),
  'endless-body': ({ response }) => {
    response.writeHead(200, { 'content-type': RSS })
    response.write(TROUBLE_FEED.subarray(0, TROUBLE_FEED.indexOf('<item>')))
    pour(response, Buffer.from('<item><title>more</title></item>\n'.repeat(2_000)))
  },
  deep: ({ response }) => {
    const levels = 200_000
    send(
      response,
      RSS,
      Buffer.from(`<rss><channel>${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}</channel></rss>`),
    )
  },
  'huge-headers': ({ response }) => {
    for (let number = 0; number < 100; number += 1)
      response.setHeader(`x-padding-${number}`, 'x'.repeat(1_000))
    sendFeed(response)
  },
  'length-too-long': ({ response }) => {
    response.writeHead(200, { 'content-type': RSS, 'content-length': TROUBLE_FEED.length + 5_000 })
    response.write(TROUBLE_FEED, () => response.socket?.end())
  },
  'length-too-short': ({ response }) => {
    // Writes to the socket, since node:http refuses to write more bytes than the header declares.
    const half = Math.floor(TROUBLE_FEED.length / 2)
    response.socket?.end(
      Buffer.concat([
        Buffer.from(
          `HTTP/1.1 200 OK\r\ncontent-type: ${RSS}\r\ncontent-length: ${half}\r\nconnection: close\r\n\r\n`,
        ),
        TROUBLE_FEED,
      ]),
    )
  },
  reset: ({ response }) => {
    response.writeHead(200, { 'content-type': RSS, 'content-length': TROUBLE_FEED.length })
    response.write(TROUBLE_FEED.subarray(0, Math.floor(TROUBLE_FEED.length / 2)), () =>
      response.socket?.resetAndDestroy(),
    )
  },
  html: ({ response }) => send(response, 'text/html; charset=utf-8', Buffer.from(PAGE)),
  'html-with-feed': ({ response }) => {
    const link = '<link rel="alternate" type="application/rss+xml" title="News" href="../ok/found.xml">'
    send(response, 'text/html; charset=utf-8', Buffer.from(PAGE.replace('</head>', `${link}</head>`)))
  },
  empty: ({ response }) => send(response, RSS, Buffer.alloc(0)),
  garbage: ({ response }) => {
    send(
      response,
      RSS,
      Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 167 + (index >> 3)) & 0xff)),
    )
  },
  'false-304': ({ response }) => {
    response.writeHead(304).end()
  },
}

const RSS = 'application/rss+xml'

const PAGE =
  '<!doctype html><html lang="en"><head><title>Not a feed</title></head><body><h1>Welcome</h1><p>Read our news.</p></body></html>'

const CHALLENGE =
  '<!doctype html><html><head><title>Just a moment...</title></head><body>Checking your browser before you can go on.</body></html>'

function sendFeed(response: ServerResponse): void {
  send(response, RSS, TROUBLE_FEED)
}

function send(response: ServerResponse, mediaType: string, body: Buffer): void {
  response.writeHead(200, { 'content-type': mediaType, 'content-length': body.length }).end(body)
}

function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(`status ${status}\n`)
}

function redirect(response: ServerResponse, status: number, location: string): void {
  response.writeHead(status, { location }).end()
}

function milliseconds(query: URLSearchParams, otherwise: number): number {
  return Number(query.get('ms') ?? otherwise)
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
