import { createServer, type IncomingMessage, type Server } from 'node:http'
import { codeOf } from '../src/model/errors.ts'
import type { Rule } from '../src/model/rule.ts'
import type { Source } from '../src/model/source.ts'
import { MINUTE_MS, type Clock, type EpochMs } from '../src/model/time.ts'
import { feedChangedAt, feedPath, iconPath, outletFeed, type Addresses } from './feeds/outlet-feed.ts'
import { MEDIA_TYPES, writeFeed } from './feeds/write-feed.ts'
import { drawIcon } from './images/icon.ts'
import { drawPicture } from './images/picture.ts'
import type { Outlet } from './outlets/outlet.ts'
import { OUTLETS } from './outlets/outlets.ts'
import { send, toBody, type Body } from './responses.ts'
import { articlePage, newsroomPage, outletPage } from './site.ts'
import { answerTrouble, isTrouble } from './trouble/trouble.ts'
import { canonicalUrl, textAt } from './world/article.ts'
import { expectedStoriesOf, type ExpectedStories } from './world/expected-stories.ts'
import { CATEGORIES } from './world/kinds.ts'
import { createWorld } from './world/world.ts'

/** Default port of the sample newsroom. */
export const NEWSROOM_PORT = 8079

/** How long idle connections stay open, ms: longer than a collector is busy between two requests. */
const KEEP_ALIVE_MS = 10 * MINUTE_MS

export interface NewsroomOptions {
  /** 0 chooses a free port. Default: 8079, or a free port if that is taken. */
  readonly port?: number | undefined
  readonly seed?: string | undefined
  readonly now?: Clock | undefined
  /**
   * `example` (default): links lead to invented hosts under the reserved `.example`. They do not depend on the port, so
   * that articles are recognised after a restart. `local`: links lead to the same hosts under `.localhost` at the
   * newsroom's port, which browsers can open.
   */
  readonly links?: 'example' | 'local' | undefined
}

export interface Newsroom {
  /** Without a slash at the end. */
  readonly url: string
  readonly port: number
  /** The outlets as sources, ready to be collected. */
  readonly sources: readonly Source[]
  /** Which articles report the same event, for evaluations. `/_truth.json` serves it too. */
  expectedStories(): ExpectedStories
  close(): Promise<void>
}

/**
 * Opens the sample newsroom on loopback: feeds, article pages and pictures of an invented world. `/trouble/KIND` serves
 * a failing source for each trouble in `trouble.ts`.
 * Rejects with the system's error if a requested port is taken.
 */
export async function startNewsroom(options: NewsroomOptions = {}): Promise<Newsroom> {
  const now = options.now ?? Date.now
  const world = createWorld({ seed: options.seed })
  const server = createServer()
  // A collector in the same process may be busy for seconds. If a connection closes in this time, the visit fails.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const port = await listen(server, options.port)
  const url = `http://127.0.0.1:${port}`
  const addresses: Addresses = {
    base: url,
    link: options.links === 'local' ? (link) => toLocal(link, port) : (link) => link,
  }
  const bodies = new Map<string, { readonly changedAt: EpochMs; readonly body: Body }>()

  const feedBody = (outlet: Outlet): Body => {
    const publications = world.publicationsOf(outlet.id, now())
    const changedAt = feedChangedAt(outlet, publications, now())
    const known = bodies.get(outlet.id)
    if (known?.changedAt === changedAt) return known.body
    const text = writeFeed(outletFeed(world, outlet, publications, now(), addresses))
    const body = toBody(text, MEDIA_TYPES[outlet.style.format], changedAt)
    bodies.set(outlet.id, { changedAt, body })
    return body
  }
  const siteBody = (outlet: Outlet, path: string): Body | undefined => {
    if (path === '/') {
      const titles = world
        .publicationsOf(outlet.id, now())
        .slice(0, 40)
        .map((each) => {
          const article = each.kind === 'article' ? each.article : each.link.article
          return { url: addresses.link(canonicalUrl(article)), title: textAt(article, now()).title }
        })
      return toBody(outletPage(outlet, url, titles), HTML)
    }
    const article = world.findArticle(outlet.id, path, now())
    return article && toBody(articlePage(article, now()), HTML)
  }
  const answer = (request: IncomingMessage): Body | undefined => {
    const path = decodePath(request.url)
    const host = outletOfHost(request.headers.host)
    if (host) return siteBody(host, path)
    const outlet = OUTLETS.find((each) => feedPath(each) === path)
    if (outlet) return feedBody(outlet)
    if (path === '/') return toBody(newsroomPage(), HTML)
    if (path === '/_truth.json') return toBody(JSON.stringify(expectedStoriesOf(world, now())), JSON_TYPE)
    const iconOutlet = OUTLETS.find((each) => iconPath(each) === path)
    if (iconOutlet) return toBody(drawIcon(iconOutlet.id), 'image/png')
    const [, picture] = /^\/images\/(.+)\.png$/.exec(path) ?? []
    if (picture) return toBody(drawPicture(picture), 'image/png')
    const [, site, rest] = /^\/read\/([^/]+)(\/.*)$/.exec(path) ?? []
    const read = outletOfHost(site)
    return read && rest ? siteBody(read, rest) : undefined
  }

  const visits = new Map<string, number>()
  const countVisit = (address: string): number => {
    const before = visits.get(address) ?? 0
    visits.set(address, before + 1)
    return before
  }

  server.on('request', (request, response) => {
    try {
      const [, trouble = ''] = /^\/trouble\/([^/]+)/.exec(request.url ?? '') ?? []
      if (isTrouble(trouble)) answerTrouble(trouble, request, response, countVisit(request.url ?? ''))
      else send(request, response, answer(request))
    } catch (error) {
      // A bug of the newsroom: the collector sees a failing source, and a developer reads the error.
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error))
    }
  })

  return {
    url,
    port,
    sources: OUTLETS.map((outlet) => toSource(outlet, url)),
    expectedStories: () => expectedStoriesOf(world, now()),
    close: () => close(server),
  }
}

const HTML = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'

function toSource(outlet: Outlet, url: string): Source {
  return {
    id: outlet.id,
    name: outlet.name,
    type: 'feed',
    url: url + feedPath(outlet),
    category: outlet.category,
    region: outlet.region,
    language: outlet.language,
    weight: outlet.weight,
    enabled: true,
    // Frequent visits to the same machine disturb nobody, and people who try the service see new items arrive.
    everyMs: MINUTE_MS,
    ...(outlet.category === 'general' ? { rules: DESKS } : {}),
  }
}

/** Articles of an outlet that reports on everything belong to the category that their tags name. */
const DESKS: readonly Rule[] = CATEGORIES.map((category) => ({
  label: category,
  when: { kind: 'field', field: 'tags', anyOf: [{ kind: 'words', words: category }] },
  action: { category },
}))

/** The outlet of a host, for any label (`www`, `m`, `amp`) and for `.example` or `.localhost`. */
function outletOfHost(host: string | undefined): Outlet | undefined {
  const [, name] = /([a-z0-9]+)\.(?:example|localhost)(?::\d+)?$/.exec(host?.toLowerCase() ?? '') ?? []
  return OUTLETS.find((outlet) => outlet.host === `www.${name}.example`)
}

function toLocal(url: string, port: number): string {
  return url.replace(/^https?:\/\/([^/]+)\.example/, `http://$1.localhost:${port}`)
}

function decodePath(url = '/'): string {
  const { pathname } = new URL(url, 'http://newsroom')
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

async function listen(server: Server, port: number | undefined): Promise<number> {
  try {
    return await listenOn(server, port ?? NEWSROOM_PORT)
  } catch (error) {
    if (port !== undefined || codeOf(error) !== 'EADDRINUSE') throw error
    return listenOn(server, 0)
  }
}

function listenOn(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
    server.closeAllConnections()
  })
}
