// Serves feeds that publish all the time, from a process of its own: `busy-feed-server.ts FEEDS ITEMS_A_SECOND`.
// `/feed/N` is a feed of its 90 newest items, on any loopback address.

import { createServer } from 'node:http'
import type { FeedEntry } from '../../sample/feeds/feed-document.ts'
import { MINUTE_MS, SECOND_MS } from '../../src/model/time.ts'
import { benchEntry, feedOf } from './feed-documents.ts'

const SHOWN = 90

const [feeds = 300, perSecond = 300] = process.argv.slice(2).map(Number)
const startedAt = Date.now()
/** Time between two items of a feed. */
const everyMs = (SECOND_MS * feeds) / perSecond
const shown: FeedEntry[][] = Array.from({ length: feeds }, () => [])
const published = shown.map(() => 0)

const server = createServer((request, response) => {
  const index = Number(/^\/feed\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN)
  const entries = shown[index]
  if (entries === undefined) {
    response.writeHead(404).end()
    return
  }
  publish(index, entries)
  response.writeHead(200, { 'content-type': 'application/xml; charset=utf-8' })
  response.end(feedOf(index, Date.now(), entries))
})
server.listen(0, () => {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})

/** Adds what was published since the last request. At first the feed has items of the last 90 minutes. */
function publish(index: number, entries: FeedEntry[]): void {
  const due = SHOWN + Math.floor((Date.now() - startedAt) / everyMs)
  const from = Math.max(published[index] ?? 0, due - SHOWN)
  for (let number = from; number < due; number += 1) {
    const at =
      number < SHOWN ? startedAt - (SHOWN - number) * MINUTE_MS : startedAt + (number - SHOWN) * everyMs
    entries.unshift(benchEntry(index, feeds, -number, () => at, number))
  }
  entries.splice(SHOWN)
  published[index] = due
}
