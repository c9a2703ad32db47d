import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../../model/time.ts'
import type { ReadStore } from '../../store/read-store.ts'
import { askSelf } from '../access/ask-self.ts'
import { logDenied } from '../access/audit.ts'
import { queryWithoutKey } from '../access/key-parameter.ts'
import type { Keyring } from '../access/keyring.ts'
import { UNLIMITED_ROUTE } from '../access/rate-limit.ts'
import { Answer } from '../answer/answer.ts'
import { textDraft } from '../answer/drafts.ts'
import { pathOf, prefixOf } from '../base-url.ts'
import type { RouteDeps } from '../deps.ts'
import { RETRY_SECONDS } from '../errors.ts'
import { addAssetRoutes } from './assets.ts'
import { keyRoute, localPath } from './key-route.ts'
import type { Asset, Notice, Page, PageAnswer, PageRequest } from './page.ts'
import { cookiesFor, type Preferences, preferencesOf } from './preferences.ts'

const HTML_TYPE = 'text/html; charset=utf-8'

/** A view that cannot be shown; its answer says why and is not cached. */
class NotShown extends Error {
  readonly answer: PageAnswer
  constructor(answer: PageAnswer) {
    super(`status ${answer.status}`)
    this.answer = answer
  }
}

export interface PageDeps extends RouteDeps {
  readonly page: Page
  /** The site's own files, beside the page's. */
  readonly siteAssets: readonly Asset[]
  readonly notice: Notice | undefined
  readonly keyring: Keyring
  /** Marks a view's requests to the service itself. */
  readonly innerToken: string
}

/** The page: views as HTML, files, manifest, and the form that stores a preference without JavaScript. */
export async function pageRoutes(app: FastifyInstance, deps: PageDeps): Promise<void> {
  const { page, keyring, site } = deps
  const prefix = prefixOf(deps.config.baseUrl)
  const schema = { hide: true }

  addAssetRoutes(app, [...page.assets, ...deps.siteAssets])
  if (keyring.isUsed) {
    await keyRoute(app, {
      keyring,
      prefix,
      refuse: async (request, reply, { why, back }) => {
        const view = { path: pathOf(back), query: queryWithoutKey(back), keyRefusal: why, feedKey: undefined }
        const ask = async () => ({ status: 401, body: { code: 'unauthorized' } })
        const { html } = await page.render({ ...readerOf(deps, request), ...view, ask })
        sendUnkept(reply, { status: 401, html })
      },
    })
  }
  // Lists do not search text; the search has all their filters.
  const toSearch = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const query = queryWithoutKey(request.url)
    return /(?:^|&)q=[^&]/.test(query) ? reply.redirect(`${prefix}/search?${query}`) : undefined
  }
  // Paths with parameters also have other forms, so their routes call the view.
  for (const path of page.paths.filter((path) => !path.includes(':')))
    app.get(path, { schema, ...(path === '/list' ? { preHandler: toSearch } : {}) }, (request, reply) =>
      sendView(app, deps, path, request, reply),
    )

  app.get('/manifest.webmanifest', { schema, config: UNLIMITED_ROUTE }, (request, reply) => {
    reply.header('vary', 'Accept-Language, Cookie')
    const bytes = Buffer.from(page.manifest({ preferences: preferencesOf(request), prefix, site }))
    const mimeType = 'application/manifest+json; charset=utf-8'
    return deps.send(request, reply, new Answer({ bytes, mimeType, maxAgeSeconds: 3600 }))
  })
  // Browsers look here for the icon of documents other than pages, such as feeds.
  app.get('/favicon.ico', { schema, config: UNLIMITED_ROUTE }, (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .redirect(`${prefix}${site.logo?.path ?? '/icon-192.png'}`),
  )
  app.get('/preferences', { schema }, (request, reply) => {
    const query = request.query as Readonly<Record<string, unknown>>
    const one = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, first(value)]))
    reply.header('set-cookie', cookiesFor(one, prefix)).header('cache-control', 'no-store')
    return reply.redirect(`${prefix}${localPath(first(query['back']))}`, 303)
  })
}

/**
 * Shows people who followed a wrong address a page with a way out. Programs get a problem, as does everybody below
 * `/api` and `/feed`.
 */
export function showNotFoundPage(app: FastifyInstance, deps: PageDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || !isReader(request)) return
    // No view exists here, so the API is not called.
    const ask = async () => ({ status: 404, body: null })
    const view = { path: pathOf(request.url), query: '', ask }
    const { html } = await deps.page.render({
      ...readerOf(deps, request),
      ...(await storedOf(deps.store)),
      ...view,
    })
    sendUnkept(reply, { status: 404, html })
    return reply
  })
}

/** Browsers that open a document accept HTML; scripts and feed readers do not ask for it. */
function isReader({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || /^\/(?:api|feed)(?:[/?]|$)/.test(url)) return false
  return headers.accept?.includes('text/html') === true
}

/** Answers with the view at a path, or with the reason why it cannot be shown. */
export async function sendView(
  app: FastifyInstance,
  deps: PageDeps,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { keyring, page, store } = deps
  const query = queryWithoutKey(request.url)
  const varies = reply.getHeader('vary')
  reply.header('vary', [...(varies === undefined ? [] : [varies]), 'Accept-Language, Cookie'].join(', '))

  const { access, key } = keyring.visitorOf(request)
  const ask = async (address: string) => {
    const { status, body } = await askSelf(app, deps.innerToken, request, address)
    return { status, body: JSON.parse(body) as unknown }
  }
  const reader = readerOf(deps, request)
  if (access !== 'all') {
    logDenied(request, access, key?.name)
    // The same address has different answers with and without a key: no cache may mix them.
    const view = { path, query, keyRefusal: access, ask, feedKey: undefined }
    return sendUnkept(reply, await page.render({ ...reader, ...view }), query)
  }
  const { baseUrl, feedKey, isKeyKept, preferences } = reader
  try {
    reply.header('content-security-policy', policyOf(query))
    await deps.answer(request, reply, {
      key: viewKey([path, query, baseUrl, feedKey ?? '', String(isKeyKept)], preferences),
      mimeType: HTML_TYPE,
      maxAgeSeconds: 5,
      // Relative times in a view are exact to the minute.
      tickMs: MINUTE_MS,
      build: async () => {
        const answer = await page.render({ ...reader, ...(await storedOf(store)), path, query, ask })
        if (answer.status !== 200) throw new NotShown(answer)
        return textDraft(answer.html)
      },
    })
  } catch (error) {
    if (!(error instanceof NotShown)) throw error
    sendUnkept(reply, error.answer, query)
  }
}

/** @param query of the view, without `?` */
function sendUnkept(reply: FastifyReply, { status, html }: PageAnswer, query = ''): void {
  if (status === 503) reply.header('retry-after', RETRY_SECONDS)
  reply
    .code(status)
    .header('content-security-policy', policyOf(query))
    .header('cache-control', 'no-store')
    .header('content-type', HTML_TYPE)
    .send(html)
}

function readerOf(deps: PageDeps, request: FastifyRequest): Omit<PageRequest, 'path' | 'query' | 'ask'> {
  const preferences = preferencesOf(request)
  return {
    preferences,
    site: deps.site,
    baseUrl: deps.baseUrlOf(request),
    prefix: prefixOf(deps.config.baseUrl),
    isKeyKept: deps.keyring.isKept(request),
    feedKey: deps.keyring.feedKey(request),
    categoryNames: {},
    storeId: '',
    notice: deps.notice?.[preferences.language] ?? null,
    now: deps.now(),
  }
}

type Stored = Pick<PageRequest, 'categoryNames' | 'storeId'>

const lastRead = new WeakMap<ReadStore, Stored>()

/**
 * What every view needs of the store: the last values while it cannot be read. Browsers keep saved articles under the
 * store's id.
 */
async function storedOf(store: ReadStore): Promise<Partial<Stored>> {
  try {
    const [names, storeId] = await Promise.all([store.categoryNames(), store.storeId()])
    lastRead.set(store, { categoryNames: Object.fromEntries(names), storeId })
  } catch {
    // The view itself reports it.
  }
  return lastRead.get(store) ?? {}
}

function viewKey(parts: readonly string[], { theme, language, density }: Preferences): string {
  return `page ${[theme, language, density, ...parts].join(' ')}`
}

function first(value: unknown): string {
  const one: unknown = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' ? one : ''
}

/** Everything comes from the service; images and audio of articles only if the reader asked for them. */
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

/** The content security policy of a view, with the hosts of media that the reader asked for. */
function policyOf(query: string): string {
  const parameters = new URLSearchParams(query)
  const pictures =
    parameters.get('images') === 'show' ? "img-src 'self' data: https: http:" : "img-src 'self' data:"
  const sound = parameters.get('sound') === 'play' ? ['media-src https: http:'] : []
  return [...POLICY, pictures, ...sound].join('; ')
}
