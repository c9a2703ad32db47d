// Serves feeds that publish all the time, from a process of its own: `busy-feed-server.ts FEEDS ITEMS_A_SECOND`.
// `/feed/N` is a feed of its 90 newest items, on any loopback address.

import { createServer } from 'node:http'
import type { FeedEntry } from '../../sample/feeds/feed-document.ts'
import { writeFeed } from '../../sample/feeds/write-feed.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../src/model/time.ts'
import { randomOf } from '../../test/random.ts'
import { inventText, inventTopic } from '../million/article-text.ts'
import { type InventedSource, inventSources, LANGUAGES } from '../million/sources.ts'
import { GrowingStories } from '../million/stories.ts'
import { type Language, languageOf } from '../million/words.ts'

const SHOWN = 90
const SEED = 31
const MINUTE_S = 60

/** Stories grow as in a collection of this many items a day. Else they would have as many reports as a year brings. */
const ITEMS_IN_A_DAY_OF_STORIES = 2_500

const [feeds = 300, perSecond = 300] = process.argv.slice(2).map(Number)
const sources = inventSources().slice(0, feeds)
const startedAt = Date.now()
const random = randomOf(SEED)
const places = new Map<string, { readonly language: Language; readonly stories: GrowingStories }>(
  LANGUAGES.map((code) => [code, { language: languageOf(code), stories: new GrowingStories() }]),
)
/** Time between two items of a feed. */
const everyMs = (SECOND_MS * feeds) / perSecond
const shown: FeedEntry[][] = sources.map(() => [])
const published = sources.map(() => 0)
let invented = 0

const server = createServer((request, response) => {
  const index = Number(/^\/feed\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN)
  const [source, entries] = [sources[index], shown[index]]
  if (source === undefined || entries === undefined) {
    response.writeHead(404).end()
    return
  }
  // The first visits are all at once. This spreads the second ones over a minute, as they are on the web.
  const maxAge = published[index] === 0 ? Math.round(MINUTE_S * (1 + index / feeds)) : 0
  publish(index, source, entries)
  response.writeHead(200, {
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': `max-age=${maxAge}`,
  })
  response.end(feedOf(source, entries))
})
server.listen(0, () => {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})

/** Adds what was published since the last request. At first the feed has items of the last 90 minutes. */
function publish(index: number, source: InventedSource, entries: FeedEntry[]): void {
  const due = SHOWN + Math.floor((Date.now() - startedAt) / everyMs)
  const from = Math.max(published[index] ?? 0, due - SHOWN)
  for (let number = from; number < due; number += 1) {
    const at =
      number < SHOWN ? startedAt - (SHOWN - number) * MINUTE_MS : startedAt + (number - SHOWN) * everyMs
    entries.unshift(inventEntry(source, number, at))
  }
  entries.splice(SHOWN)
  published[index] = due
}

function inventEntry(source: InventedSource, number: number, publishedAt: number): FeedEntry {
  const { language, stories } = places.get(source.language) ?? raise(source.language)
  const storyTime = (invented++ / ITEMS_IN_A_DAY_OF_STORIES) * DAY_MS
  stories.forget(storyTime)
  const topic = stories.follow(random)?.topic ?? newTopic()
  const { title, summary, html } = inventText(
    { language, topic, length: source.textLength, isMarkedUp: source.textLength > 300, imageUrl: null },
    random,
  )
  const url = `https://${source.host}/${source.category}/${number}.html`
  return {
    guid: url,
    url,
    title,
    summary,
    contentHtml: html,
    author: `${source.name} Desk`,
    tags: [],
    publishedAt,
    updatedAt: publishedAt,
    imageUrl: undefined,
    commentsUrl: undefined,
    enclosure: undefined,
    points: undefined,
    comments: undefined,
  }

  function newTopic() {
    const fresh = inventTopic(language, random)
    return stories.begin(invented, fresh, storyTime, random)?.topic ?? fresh
  }
}

function feedOf(source: InventedSource, entries: readonly FeedEntry[]): string {
  return writeFeed({
    format: 'rss',
    title: source.name,
    siteUrl: `https://${source.host}/`,
    selfUrl: `https://${source.host}/feed`,
    description: `News from ${source.name}`,
    language: source.language,
    updatedAt: Date.now(),
    entries,
  })
}

function raise(language: string): never {
  throw new Error(`no words in ${language}`)
}
