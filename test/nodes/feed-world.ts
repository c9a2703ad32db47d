import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { openLoopbackHosts } from '../loopback-hosts.ts'
import { randomOf } from '../random.ts'

const HOSTS = 20
/** Reports of one event. */
const REPORTS = 3
const MINUTE_MS = 60_000

/** A request for a feed. */
export interface FeedRequest {
  readonly source: number
  readonly round: number
  /** The name of the node, from its `User-Agent`. */
  readonly node: string
  /** Epoch ms */
  readonly at: number
}

/** Feeds that change from round to round, and what was asked of them. */
export interface FeedWorld {
  /** Feeds of rounds after it do not show yet. */
  round: number
  readonly requests: readonly FeedRequest[]
  /** Requests that came to a host while another node had one there. */
  readonly overlaps: () => number
  readonly urlOf: (source: number) => string
  /** The articles that all feeds show up to the present round, with the number of sources of each. */
  articles(): Map<string, number>
  close(): Promise<void>
}

interface Report {
  readonly url: string
  readonly title: string
  readonly text: string
  readonly at: number
}

/** @param maxDelayMs responses take up to this time */
export async function openFeedWorld(sources: number, maxDelayMs: number): Promise<FeedWorld> {
  const startedAt = Date.now()
  const random = randomOf(sources)
  const requests: FeedRequest[] = []
  /** The nodes with requests under way, by host. */
  const underWay = new Map<string, string[]>()
  let overlaps = 0

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const source = Number(/^\/feed\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN)
    if (Number.isNaN(source)) return void response.writeHead(404).end()
    const node = request.headers['user-agent'] ?? ''
    const { round } = world
    requests.push({ source, round, node, at: Date.now() })
    note(request.headers.host ?? '', node, response)
    const document = feedOf(source, round, startedAt)
    const etag = `"${createHash('sha256').update(document).digest('hex').slice(0, 16)}"`
    setTimeout(() => {
      if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
      else response.writeHead(200, { 'content-type': 'application/rss+xml', etag }).end(document)
    }, random() * maxDelayMs)
  }

  function note(host: string, node: string, response: ServerResponse): void {
    const nodes = underWay.get(host) ?? []
    underWay.set(host, nodes)
    if (nodes.some((other) => other !== node)) overlaps++
    nodes.push(node)
    // Also if the client died.
    response.once('close', () => void nodes.splice(nodes.indexOf(node), 1))
  }

  const hosts = await openLoopbackHosts(HOSTS, answer)
  const world: FeedWorld = {
    round: 1,
    requests,
    overlaps: () => overlaps,
    urlOf: (source) => `${hosts.originOf(source)}/feed/${source}`,
    articles() {
      const articles = new Map<string, number>()
      for (let source = 0; source < sources; source++)
        for (const { url } of reportsOf(source, world.round, startedAt))
          articles.set(url, (articles.get(url) ?? 0) + 1)
      return articles
    },
    close: () => hosts.close(),
  }
  return world
}

/** Each round most sources report an event, in the words of all who report it, and something of their own. */
function reportsOf(source: number, rounds: number, startedAt: number): Report[] {
  return Array.from({ length: rounds }, (_, index) => index + 1)
    .filter((round) => (source + round) % 5 !== 0)
    .flatMap((round) => {
      const event = Math.floor(source / REPORTS)
      const at = startedAt - (600 - round) * MINUTE_MS
      const place = `r${round}/e${event}`
      return [
        { ...wordsOf(place), at, url: `https://${event % 4 === 0 ? 'wire' : `s${source}`}.example/${place}` },
        { ...wordsOf(`own/${source}/${round}`), at, url: `https://s${source}.example/r${round}/own` },
      ]
    })
}

/** Title and text of invented words that nothing else has. */
function wordsOf(key: string): { readonly title: string; readonly text: string } {
  const words = Array.from({ length: 24 }, (_, index) => wordOf(`${key}/${index}`))
  return { title: words.slice(0, 6).join(' '), text: `${words.join(' ')}.` }
}

const SYLLABLES = 'ba de fi go ku la me ni po ru sa te vi wo zu'.split(' ')

function wordOf(key: string): string {
  const bytes = createHash('sha256').update(key).digest()
  return [0, 1, 2, 3, 4].map((at) => SYLLABLES[(bytes[at] ?? 0) % SYLLABLES.length]).join('')
}

function feedOf(source: number, round: number, startedAt: number): string {
  const items = reportsOf(source, round, startedAt).map(
    ({ url, title, text, at }) =>
      `<item><title>${title}</title><link>${url}</link><description>${text}</description><pubDate>${new Date(at).toUTCString()}</pubDate></item>`,
  )
  return `<rss version="2.0"><channel><title>Source ${source}</title>${items.join('')}</channel></rss>`
}
