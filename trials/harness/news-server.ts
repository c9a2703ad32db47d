import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** Entries of a feed at first, and those that each `publish` adds. */
export const FIRST_ENTRIES = 12
export const NEW_ENTRIES = 3

const HOSTS = 20

/**
 * Feeds whose every entry is known: entry `n` of feed `f` has the address `https://news-f.example/n`. Feeds only grow.
 * They are on several loopback addresses, as publishers are on several hosts.
 */
export class NewsServer {
  readonly #server: Server
  readonly #sizes: number[]
  readonly #visits: number[]
  readonly startedAt = Date.now()

  private constructor(server: Server, feeds: number) {
    this.#server = server
    this.#sizes = Array.from({ length: feeds }, () => FIRST_ENTRIES)
    this.#visits = this.#sizes.map(() => 0)
  }

  static async start(feeds: number): Promise<NewsServer> {
    const server = createServer()
    const news = new NewsServer(server, feeds)
    server.on('request', (request, response) => {
      const feed = Number(/^\/feed\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN)
      const size = news.#sizes[feed]
      if (size === undefined) {
        response.writeHead(404).end()
        return
      }
      news.#visits[feed] = (news.#visits[feed] ?? 0) + 1
      response.setHeader('content-type', 'application/rss+xml').end(news.#document(feed, size))
    })
    await new Promise<void>((listening) => server.listen(0, listening))
    return news
  }

  get feeds(): number {
    return this.#sizes.length
  }

  /** Entries that a feed shows now. */
  sizeOf(feed: number): number {
    return this.#sizes[feed] ?? 0
  }

  /** Requests for each feed since `forgetVisits`. */
  visits(): readonly number[] {
    return this.#visits
  }

  forgetVisits(): void {
    this.#visits.fill(0)
  }

  /** Adds entries to every feed. */
  publish(): void {
    for (const feed of this.#sizes.keys()) this.#sizes[feed] = this.sizeOf(feed) + NEW_ENTRIES
  }

  /** Writes settings that collect from all feeds, and returns the file. */
  writeSettings(folder: string, more = ''): string {
    const file = join(folder, 'digest.yaml')
    const { port } = this.#server.address() as AddressInfo
    const sources = Array.from(this.#sizes, (_, feed) => {
      const host = process.platform === 'linux' ? (feed % HOSTS) + 1 : 1
      return `  - { id: ${sourceId(feed)}, url: 'http://127.0.0.${host}:${port}/feed/${feed}', every: 5m }`
    })
    writeFileSync(
      file,
      `collect: { allowAddresses: [127.0.0.0/8], thumbnails: false }\nretention: { days: 365 }\n${more}sources:\n${sources.join('\n')}\n`,
    )
    return file
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((closed) => this.#server.close(closed))
  }

  #document(feed: number, size: number): string {
    const items = Array.from({ length: size }, (_, n) => this.#entry(feed, n)).reverse()
    return `<rss version="2.0"><channel><title>News ${feed}</title><link>https://news-${feed}.example/</link>${items.join('')}</channel></rss>`
  }

  #entry(feed: number, n: number): string {
    // Three feeds have the same news, so there are stories to keep right.
    const topic = `${WORDS[(n * 7 + Math.floor(feed / 3)) % WORDS.length]} ${WORDS[(n * 3 + feed) % WORDS.length]}`
    const at = new Date(this.startedAt - (FIRST_ENTRIES * 40 - n) * 60_000).toUTCString()
    return `<item><title>Council ${n} decides on ${topic} in district ${Math.floor(feed / 3)}</title><link>https://news-${feed}.example/${n}</link><guid>${feed}-${n}</guid><pubDate>${at}</pubDate><description>The decision number ${n} on ${topic} was told by paper ${feed} with many details of its own.</description></item>`
  }
}

/** Id of the source of a feed. */
export function sourceId(feed: number): string {
  return `news-${feed}`
}

const WORDS = (
  'bridges harbours schools libraries trams orchards markets theatres hospitals rivers gardens archives ' +
  'lanterns stadiums museums airports vineyards chapels quarries reservoirs'
).split(' ')
