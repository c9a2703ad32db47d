// Serves healthy and failing sources from its own process: `storm-server.ts SOURCES ITEMS`.
// `/ok/N` is a feed; each `/_change` gives 10 % of the feeds newer items. `/TROUBLE/N` is a source in that trouble (see
// sample/trouble/trouble.ts). `/bomb/N` is 100 MB of zeros compressed to 100 kB.

import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { answerTrouble, isTrouble } from '../../sample/trouble/trouble.ts'
import { HOUR_MS } from '../../src/model/time.ts'
import { benchFeed } from '../feeds/feed-documents.ts'

interface Served {
  readonly zipped: Buffer
  readonly etag: string
}

const [sources = 1000, items = 5] = process.argv.slice(2).map(Number)
const MAX_CHANGES = 2
let changes = 0
const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
const feeds = Array.from({ length: sources }, (_, index) => make(index, 0))
// Made in advance, since making feeds blocks all answers.
const changed = Array.from({ length: MAX_CHANGES }, (_, change) =>
  Array.from({ length: Math.floor(sources / 10) }, (_, tenth): [number, Served] => {
    const index = tenth * 10 + 1
    return [index, make(index, 3 * (change + 1))]
  }),
)
// Made once, since making it costs more than all other work of this server.
const bomb = gzipSync(Buffer.alloc(100_000_000))
const headers = { 'content-type': 'application/xml; charset=utf-8', 'content-encoding': 'gzip' }

const server = createServer((request, response) => {
  response.on('error', () => undefined)
  const [, kind = '', number] = new URL(request.url ?? '/', 'http://storm').pathname.split('/')
  const feed = feeds[Number(number)]
  if (kind === '_change') {
    for (const [index, feed] of changed[changes++] ?? []) feeds[index] = feed
    response.end()
    return
  }
  if (kind === 'bomb') response.writeHead(200, headers).end(bomb)
  else if (isTrouble(kind) && kind !== 'ok') answerTrouble(kind, request, response, 0)
  else if (feed === undefined) response.writeHead(404).end()
  else if (request.headers['if-none-match'] === feed.etag) response.writeHead(304, { etag: feed.etag }).end()
  else response.writeHead(200, { ...headers, etag: feed.etag }).end(feed.zipped)
})
// Listens on every loopback address, since each source has its own host.
server.listen(0, '0.0.0.0', () => {
  const address = server.address()
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}\n`)
})

function make(index: number, added: number): Served {
  const zipped = gzipSync(benchFeed(index, sources, { items, now, added }))
  return { zipped, etag: `"${createHash('sha256').update(zipped).digest('hex').slice(0, 20)}"` }
}
