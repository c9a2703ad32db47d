import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LoopbackHosts, openLoopbackHosts } from '../../test/loopback-hosts.ts'

/** Entries of a feed at first, and those that each `publish` adds. */
export const FIRST_ENTRIES = 12
export const NEW_ENTRIES = 3

const HOSTS = 20

/**
 * Feeds whose every entry is known: entry `n` of feed `f` has the address `https://news-f.example/n`. Feeds only grow.
 * They are on several loopback addresses, as publishers are on several hosts.
 */
export class NewsServer {
  readonly #hosts: LoopbackHosts
  readonly #sizes: number[]
  readonly #visits: number[]

  private constructor(hosts: LoopbackHosts, sizes: number[], visits: number[]) {
    this.#hosts = hosts
    this.#sizes = sizes
    this.#visits = visits
  }

  static async start(feeds: number): Promise<NewsServer> {
    const startedAt = Date.now()
    const sizes = Array.from({ length: feeds }, () => FIRST_ENTRIES)
    const visits = sizes.map(() => 0)
    const hosts = await openLoopbackHosts(HOSTS, (request, response) => {
      const feed = feedAsked(request.url)
      const size = sizes[feed]
      if (size === undefined) return void response.writeHead(404).end()
      visits[feed] = (visits[feed] ?? 0) + 1
      response.setHeader('content-type', 'application/rss+xml').end(newsFeed(feed, 0, size, startedAt))
    })
    return new NewsServer(hosts, sizes, visits)
  }

  get feeds(): number {
    return this.#sizes.length
  }

  /** Entries that a feed shows now. */
  sizeOf(feed: number): number {
    return this.#sizes[feed] ?? 0
  }

  /** Entries that each source shows now, by its id. */
  sizes(): Map<string, number> {
    return new Map(this.#sizes.map((size, feed) => [sourceId(feed), size]))
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
    writeFileSync(file, newsSettings(this.feeds, this.#hosts, `retention: { days: 365 }\n${more}`))
    return file
  }

  stop(): Promise<void> {
    return this.#hosts.close()
  }
}

/** Settings that collect from feeds at these hosts. */
export function newsSettings(feeds: number, hosts: LoopbackHosts, more: string): string {
  const sources = Array.from(
    { length: feeds },
    (_, feed) => `  - { id: ${sourceId(feed)}, url: '${hosts.originOf(feed)}/feed/${feed}', every: 5m }\n`,
  )
  return `${more}collect: { allowAddresses: [127.0.0.0/8], thumbnails: false }\nsources:\n${sources.join('')}`
}

/** Id of the source of a feed. */
export function sourceId(feed: number): string {
  return `news-${feed}`
}

/** The feed that a request is for, or `NaN`. */
export function feedAsked(path: string | undefined): number {
  return Number(/^\/feed\/(\d+)$/.exec(path ?? '')?.[1] ?? Number.NaN)
}

/** A feed with its entries `from` to before `to`. Entry `FIRST_ENTRIES * 40` was published at `startedAt`, one a minute. */
export function newsFeed(feed: number, from: number, to: number, startedAt: number): string {
  const items = Array.from({ length: to - from }, (_, n) => newsItem(feed, from + n, startedAt)).reverse()
  return `<rss version="2.0"><channel><title>News ${feed}</title><link>https://news-${feed}.example/</link>${items.join('')}</channel></rss>`
}

function newsItem(feed: number, n: number, startedAt: number): string {
  // Three feeds have the same news, so there are stories to keep right. Others share no names with them.
  const event = n * 1_000 + Math.floor(feed / 3)
  const [person, street] = [nameOf(event * 2), nameOf(event * 2 + 1)]
  const topic = `${WORDS[(n * 7 + Math.floor(feed / 3)) % WORDS.length]} ${WORDS[(n * 3 + feed) % WORDS.length]}`
  const at = new Date(startedAt - (FIRST_ENTRIES * 40 - n) * 60_000).toUTCString()
  return `<item><title>${person} council decides on ${topic} in ${street}</title><link>https://news-${feed}.example/${n}</link><guid>${feed}-${n}</guid><pubDate>${at}</pubDate><description>The decision number ${n} on ${topic} in ${street}, a district of ${person}, was told by paper ${feed} with many details of its own.</description></item>`
}

/** An invented name, another one for each number below a million. */
function nameOf(number: number): string {
  // Numbers in a row must not have names that begin alike.
  const mixed = (number * 730_021) % SYLLABLES.length ** 5
  const parts = Array.from({ length: 5 }, (_, place) => {
    const at = Math.floor(mixed / SYLLABLES.length ** place) % SYLLABLES.length
    return SYLLABLES[at]
  })
  const name = parts.join('')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const SYLLABLES = 'ba do fe gi ka lu mo ne pi ra so ti va wen zor qui'.split(' ')

const WORDS = (
  'bridges harbours schools libraries trams orchards markets theatres hospitals rivers gardens archives ' +
  'lanterns stadiums museums airports vineyards chapels quarries reservoirs'
).split(' ')
