// Serves invented feeds from a process of its own: `feed-server.ts FEEDS ITEMS`.
// `/feed/N` is a feed; `/_change?feeds=N` gives the first N feeds newer items; `/_totals` gives the size of all feeds.

import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { DAY_MS } from '../../src/model/time.ts'
import { benchFeed } from './feed-documents.ts'

/** Loopback addresses: the collector sees many hosts, as it does in production. */
const HOSTS = 50
const ADDED = 3

interface Served {
  readonly plainBytes: number
  readonly zipped: Buffer
  readonly etag: string
}

const [feeds = 1000, items = 30] = process.argv.slice(2).map(Number)
// Rounded to whole days, so that all collections made on one day are the same.
const now = Math.floor(Date.now() / DAY_MS) * DAY_MS
const documents = Array.from({ length: feeds }, (_, index) => make(index, 0))

const listener: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://feeds')
  if (pathname === '/_totals') {
    response.end(JSON.stringify({ bytes: documents.reduce((sum, each) => sum + each.plainBytes, 0) }))
    return
  }
  if (pathname === '/_change') {
    const count = Number(searchParams.get('feeds'))
    for (let index = 0; index < count; index += 1) documents[index] = make(index, ADDED)
    response.end('changed')
    return
  }
  const document = documents[Number(pathname.split('/').at(-1))]
  if (!document) {
    response.writeHead(404).end()
  } else if (request.headers['if-none-match'] === document.etag) {
    response.writeHead(304, { etag: document.etag }).end()
  } else {
    response.writeHead(200, {
      'content-type': 'application/xml; charset=utf-8',
      'content-encoding': 'gzip',
      'content-length': document.zipped.length,
      etag: document.etag,
    })
    response.end(document.zipped)
  }
}

const port = await listen('127.0.0.1', 0)
let hosts = 1
// Only Linux has more than one loopback address by default.
while (hosts < HOSTS && (await listen(`127.0.0.${hosts + 1}`, port).catch(() => 0)) > 0) hosts += 1
process.stdout.write(`http://127.0.0.1:${port} hosts=${hosts}\n`)

function make(index: number, added: number): Served {
  const text = benchFeed(index, feeds, { items, now, added })
  return {
    plainBytes: Buffer.byteLength(text),
    zipped: gzipSync(text),
    etag: `"${createHash('sha256').update(text).digest('hex').slice(0, 20)}"`,
  }
}

function listen(host: string, wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer(listener)
    server.once('error', reject)
    server.listen(wanted, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}
