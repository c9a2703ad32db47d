import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../../domain/time.ts'
import { prefixOf } from '../base-url.ts'
import type { Keyring } from '../access/keyring.ts'
import { type InnerMark, UNLIMITED_ROUTE } from '../access/rate-limit.ts'
import type { RouteDeps } from '../deps.ts'
import { addAssetRoutes } from './asset-routes.ts'
import { keyRoute } from './key-route.ts'
import { localPath } from './local-path.ts'
import type { Notice, Page, PageAnswer, Preferences } from './page.ts'
import { askedIn, policyOf } from './policy.ts'
import { cookiesFor, preferencesOf } from './preferences.ts'

const HTML_TYPE = 'text/html; charset=utf-8'

/** A view that cannot be shown as asked: its answer says why and is not kept. */
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
  /** Marks the requests that a view makes of the service itself. */
  readonly innerMark: InnerMark
}

/** The page: its views as HTML, its files, its manifest, and what remembers a choice without JavaScript. */
export async function pageRoutes(app: FastifyInstance, deps: PageDeps): Promise<void> {
  const { page } = deps
  const prefix = prefixOf(deps.baseUrl)
  const schema = { hide: true }

  addAssetRoutes(app, page.assets)
  if (deps.keyring.isUsed) await keyRoute(app, deps.keyring, prefix)
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
  const preferences = preferencesOf(request)
  const query = queryOf(request)
  const baseUrl = deps.baseUrlOf(request)
  reply.header('content-security-policy', policyOf(askedIn(query)))
  reply.header('vary', 'Accept-Language, Cookie')

  const isAllowed = deps.keyring.accessOf(request, path) === 'all'
  const feedKey = deps.keyring.isUsed && isAllowed ? deps.keyring.feedKey(request) : undefined
  const render = () =>
    deps.page.render({
      path,
      query,
      preferences,
      baseUrl,
      prefix,
      notice: deps.notice?.[preferences.language] ?? null,
      now: deps.now(),
      feedKey,
      ask: (address) => askSelf(app, deps.innerMark, request, address),
    })
  if (!isAllowed) {
    // What others may see is kept under the same address: it must not be found by who may not.
    const { status, html } = await render()
    reply.code(status).header('cache-control', 'no-store').header('content-type', HTML_TYPE).send(html)
    return
  }
  try {
    await deps.answer(request, reply, {
      key: viewKey([path, query, baseUrl, feedKey ?? ''], preferences),
      mimeType: HTML_TYPE,
      maxAgeSeconds: 5,
      // What it says of times is true to the minute.
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
    const { status, html } = error.answer
    reply.code(status).header('cache-control', 'no-store').header('content-type', HTML_TYPE).send(html)
  }
}

function viewKey(parts: readonly string[], { theme, language, density }: Preferences): string {
  return `page ${[theme, language, density, ...parts].join(' ')}`
}

/** The interface as its other callers meet it, in process, with the caller's key; the view was counted already. */
async function askSelf(app: FastifyInstance, mark: InnerMark, request: FastifyRequest, address: string) {
  const { host, cookie, authorization } = request.headers
  const given = { host, cookie, authorization }
  const answer = await app.inject({
    method: 'GET',
    url: address,
    remoteAddress: request.ip,
    headers: {
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      [mark.header]: mark.value,
    },
  })
  return { status: answer.statusCode, body: JSON.parse(answer.body) as unknown }
}

function queryOf(request: FastifyRequest): string {
  const start = request.url.indexOf('?')
  return start === -1 ? '' : request.url.slice(start + 1)
}

function first(value: unknown): string {
  const one: unknown = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' ? one : ''
}
