import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../../model/time.ts'
import { logDenied } from '../access/audit.ts'
import type { InnerToken } from '../access/inner-token.ts'
import type { Keyring } from '../access/keyring.ts'
import { UNLIMITED_ROUTE } from '../access/rate-limit.ts'
import { pathOf, prefixOf } from '../base-url.ts'
import type { RouteDeps } from '../deps.ts'
import { addAssetRoutes } from './assets.ts'
import { keyRoute, localPath } from './key-route.ts'
import type { KeyRefusal, Notice, Page, PageAnswer, Preferences } from './page.ts'
import { cookiesFor, preferencesOf } from './preferences.ts'

const HTML_TYPE = 'text/html; charset=utf-8'

/** A view that cannot be shown: the response says why and is not cached. */
class NotShown extends Error {
  readonly answer: PageAnswer
  constructor(answer: PageAnswer) {
    super(`status ${answer.status}`)
    this.answer = answer
  }
}

export interface PageDeps extends RouteDeps {
  readonly page: Page
  readonly notice: Notice | undefined
  readonly keyring: Keyring
  /** A header of the requests that a view makes to the service itself. */
  readonly innerToken: InnerToken
}

/** The page: its views as HTML, its files, its manifest, and what remembers a choice without JavaScript. */
export async function pageRoutes(app: FastifyInstance, deps: PageDeps): Promise<void> {
  const { page } = deps
  const prefix = prefixOf(deps.baseUrl)
  const schema = { hide: true }

  addAssetRoutes(app, page.assets)
  if (deps.keyring.isUsed) {
    await keyRoute(app, {
      keyring: deps.keyring,
      prefix,
      refuse: (request, reply, refused) => sendRefusal(deps, prefix, refused, request, reply),
    })
  }
  for (const path of page.paths) {
    app.get(path, { schema }, (request, reply) => sendView(app, deps, { path, prefix }, request, reply))
  }
  app.get('/manifest.webmanifest', { schema, config: UNLIMITED_ROUTE }, (request, reply) =>
    reply
      .header('content-type', 'application/manifest+json')
      .header('vary', 'Accept-Language, Cookie')
      .header('cache-control', 'public, max-age=3600')
      .send(page.manifest({ preferences: preferencesOf(request), prefix })),
  )
  app.get('/preferences', { schema }, (request, reply) => {
    const query = request.query as Readonly<Record<string, unknown>>
    const one = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, first(value)]))
    reply.header('set-cookie', cookiesFor(one, prefix)).header('cache-control', 'no-store')
    return reply.redirect(`${prefix}${localPath(first(query['back']))}`, 303)
  })
}

async function sendView(
  app: FastifyInstance,
  deps: PageDeps,
  { path, prefix }: { readonly path: string; readonly prefix: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const query = queryOf(request)
  reply.header('content-security-policy', policyOf(embeddedMediaIn(query)))
  reply.header('vary', 'Accept-Language, Cookie')

  const access = deps.keyring.accessOf(request, path)
  const feedKey = deps.keyring.feedKey(request)
  const reader = readerOf(deps, prefix, request)
  const { preferences, baseUrl } = reader
  const ask = (address: string) => askSelf(app, deps.innerToken, request, address)
  const render = async () => {
    // If the store cannot be read, the view says so.
    const names = await deps.store.categoryNames().catch(() => new Map<string, string>())
    const categoryNames = Object.fromEntries(names)
    return deps.page.render({ ...reader, categoryNames, path, query, feedKey, ask })
  }
  if (access !== 'all') {
    logDenied(request, access, deps.keyring.keyOf(request, path)?.name)
    // Responses for readers with and without a key share one address: a cache must not mix them.
    sendUnkept(reply, await deps.page.render({ ...reader, path, query, keyRefusal: access, ask }))
    return
  }
  try {
    await deps.answer(request, reply, {
      key: viewKey([path, query, baseUrl, feedKey ?? '', String(reader.isKeyKept)], preferences),
      mimeType: HTML_TYPE,
      maxAgeSeconds: 5,
      // Relative times in it are true to the minute.
      tickMs: MINUTE_MS,
      build: async () => {
        const answer = await render()
        if (answer.status !== 200) throw new NotShown(answer)
        const bytes = Buffer.from(answer.html)
        return { bytes: () => bytes }
      },
    })
  } catch (error) {
    if (!(error instanceof NotShown)) throw error
    sendUnkept(reply, error.answer)
  }
}

/** The view that a refused key was meant for: it explains the refusal. */
async function sendRefusal(
  deps: PageDeps,
  prefix: string,
  { why, back }: { readonly why: KeyRefusal; readonly back: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { html } = await deps.page.render({
    ...readerOf(deps, prefix, request),
    path: pathOf(back),
    query: queryOf({ url: back }),
    keyRefusal: why,
    ask: () => Promise.resolve({ status: 401, body: { code: 'unauthorized' } }),
  })
  reply.header('content-security-policy', policyOf(embeddedMediaIn('')))
  sendUnkept(reply, { status: 401, html })
}

function sendUnkept(reply: FastifyReply, { status, html }: PageAnswer): void {
  reply.code(status).header('cache-control', 'no-store').header('content-type', HTML_TYPE).send(html)
}

/** What every view needs of a request. */
function readerOf(deps: PageDeps, prefix: string, request: FastifyRequest) {
  const preferences = preferencesOf(request)
  return {
    preferences,
    baseUrl: deps.baseUrlOf(request),
    prefix,
    isKeyKept: deps.keyring.isKept(request),
    categoryNames: {},
    notice: deps.notice?.[preferences.language] ?? null,
    now: deps.now(),
  }
}

function viewKey(parts: readonly string[], { theme, language, density }: Preferences): string {
  return `page ${[theme, language, density, ...parts].join(' ')}`
}

/** Calls the API in process, with the caller's key; the view's request was rate-limited already. */
async function askSelf(app: FastifyInstance, token: InnerToken, request: FastifyRequest, address: string) {
  const { host, cookie, authorization } = request.headers
  const given = { host, cookie, authorization }
  const answer = await app.inject({
    method: 'GET',
    url: address,
    remoteAddress: request.ip,
    headers: {
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      [token.header]: token.value,
    },
  })
  return { status: answer.statusCode, body: JSON.parse(answer.body) as unknown }
}

function queryOf({ url }: { readonly url: string }): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1)
}

function first(value: unknown): string {
  const one: unknown = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' ? one : ''
}

/** Everything comes from the service itself; images and audio of articles only if a reader asked for them. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
]

/** Media of other hosts that a reader asked for. */
export interface EmbeddedMedia {
  readonly showsPictures: boolean
  readonly playsSound: boolean
}

/** Reads them from an address. @param query without `?` */
export function embeddedMediaIn(query: string): EmbeddedMedia {
  const parameters = new URLSearchParams(query)
  return {
    showsPictures: parameters.get('images') === 'show',
    playsSound: parameters.get('sound') === 'play',
  }
}

/** The content security policy of a view. */
export function policyOf({ showsPictures, playsSound }: EmbeddedMedia): string {
  const pictures = showsPictures ? "img-src 'self' data: https: http:" : "img-src 'self' data:"
  return [...POLICY, pictures, ...(playsSound ? ['media-src https: http:'] : [])].join('; ')
}
