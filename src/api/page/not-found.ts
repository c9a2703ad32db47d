import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Keyring } from '../access/keyring.ts'
import { pathOf, prefixOf } from '../base-url.ts'
import type { RouteDeps } from '../deps.ts'
import { embeddedMediaIn, policyOf } from './page-routes.ts'
import type { Notice, Page } from './page.ts'
import { preferencesOf } from './preferences.ts'

type NotFoundDeps = Pick<RouteDeps, 'baseUrl' | 'baseUrlOf' | 'now'> & {
  readonly page: Page
  readonly notice: Notice | undefined
  readonly keyring: Keyring
}

/**
 * Shows people who followed a wrong address a page that says so, with a way out. Programs get a problem, as
 * everywhere; below `/api` and `/feed` everybody does.
 */
export function showNotFoundPage(app: FastifyInstance, deps: NotFoundDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || !isReader(request)) return
    const preferences = preferencesOf(request)
    const answer = await deps.page.render({
      path: pathOf(request.url),
      query: '',
      preferences,
      baseUrl: deps.baseUrlOf(request),
      prefix: prefixOf(deps.baseUrl),
      categoryNames: {},
      notice: deps.notice?.[preferences.language] ?? null,
      now: deps.now(),
      isKeyKept: deps.keyring.isKept(request),
      feedKey: deps.keyring.feedKey(request),
      // No view exists at such a path, so the API is not called.
      ask: () => Promise.resolve({ status: 404, body: null }),
    })
    return reply
      .code(404)
      .header('content-security-policy', policyOf(embeddedMediaIn('')))
      .header('cache-control', 'no-store')
      .header('content-type', 'text/html; charset=utf-8')
      .send(answer.html)
  })
}

/** Browsers that open a document name HTML; scripts and feed readers do not. */
function isReader({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || /^\/(?:api|feed)(?:[/?]|$)/.test(url)) return false
  return headers.accept?.includes('text/html') === true
}
