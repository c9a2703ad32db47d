import { randomUUID } from 'node:crypto'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { isInner } from './access/ask-self.ts'
import { SECURITY_HEADERS, addSecurityHeaders, allowOrigins, openOriginHeaders } from './access/headers.ts'
import { Keyring, requireApiKeys } from './access/keyring.ts'
import { KnownPaths } from './access/known-paths.ts'
import {
  addAllowHeader,
  answerOptions,
  redirectFinalSlash,
  refuseUnknownPaths,
  requireHost,
} from './access/methods.ts'
import { limitRate } from './access/rate-limit.ts'
import { mcpRoute } from './agents/mcp-route.ts'
import { Answers } from './answer/answers.ts'
import { answerRepeated } from './answer/repeated-requests.ts'
import { sendAnswer } from './answer/send.ts'
import { baseUrlFinder, originForm, pathOf, prefixStripper } from './base-url.ts'
import { newState, type RouteDeps, type ServerDeps, type ServerObserver } from './deps.ts'
import { apiCatalogRoute, llmsRoute, robotsRoute, securityTxtRoute } from './discovery/known-files.ts'
import { addServiceLinks } from './discovery/service-links.ts'
import { brokenRequestAnswerer, sendProblem } from './errors.ts'
import { apiDocsRoute, describeInterface } from './interface-document.ts'
import { CONNECTION_OPTIONS } from './listener.ts'
import { pageRoutes, sendView, showNotFoundPage, type PageDeps } from './page/page-routes.ts'
import { siteOf } from './page/site.ts'
import { parseQueryString } from './query/query-string.ts'
import { validatorCompiler } from './query/validate.ts'
import { articleRoute } from './routes/article.ts'
import { changesRoute } from './routes/changes.ts'
import { digestFeedRoute } from './routes/digest-feed.ts'
import { asksForView, digestsRoute, editionRoutes } from './routes/digests.ts'
import { feedHealthRoute } from './routes/feed-health.ts'
import { feedRoutes } from './routes/feed.ts'
import { healthRoute, probesRoute } from './routes/health.ts'
import { itemsRoute } from './routes/items.ts'
import { opmlRoute } from './routes/opml.ts'
import { iconRoute, thumbnailRoute } from './routes/pictures.ts'
import type { AddRoute } from './routes/route.ts'
import { searchRoute } from './routes/search.ts'
import { categoriesRoute, sourcesRoute } from './routes/sources.ts'
import { statsRoute } from './routes/stats.ts'
import { storyRoute } from './routes/story.ts'
import { suggestRoute } from './routes/suggest.ts'
import { trendingRoute } from './routes/trending.ts'

/** Cache of whole responses, bytes. */
const CACHE_BYTES = 64 * 1024 * 1024

/** Builds the server; the caller listens and closes. */
export function createServer(deps: ServerDeps): FastifyInstance {
  const { config, store, search, now, observer } = deps
  const known = new KnownPaths()
  const app = createApp(deps, prefixStripper(config.baseUrl, known))
  app.addHook('onRoute', ({ url, method }) => known.add(url, [method].flat()))

  const keyring = new Keyring(config.apiKeys)
  const innerToken = randomUUID()
  const answers = new Answers({ store, search }, now, CACHE_BYTES, (isKept) => observer?.answerFound(isKept))
  const baseUrlOf = baseUrlFinder(config.baseUrl)
  const sending = { now, baseUrlOf, isPrivate: keyring.isUsed }
  const send: RouteDeps['send'] = (request, reply, answer) => sendAnswer(sending, request, reply, answer)
  const answer: RouteDeps['answer'] = async (request, reply, plan) =>
    send(request, reply, await answers.find(plan))
  const remember = answerRepeated(app, answers, { baseUrlOf, send }, () => observer?.answerFound(true))
  const { site, siteAssets } = siteOf(config, deps.logo, deps.digests ?? [])
  const routeDeps: RouteDeps = {
    ...deps,
    site,
    state: deps.state ?? newState(),
    machineTroubles: deps.machineTroubles ?? (() => Promise.resolve([])),
    digests: deps.digests ?? [],
    baseUrlOf,
    answer: async (request, reply, plan) => {
      remember(request, plan)
      return answer(request, reply, plan)
    },
    answerByHeaders: answer,
    showView: deps.page && ((request, reply) => showView(request, reply)),
    send,
  }

  if (observer !== undefined) observeRequests(app, observer, innerToken)
  app.setErrorHandler(sendProblem)
  addSecurityHeaders(app)
  addServiceLinks(app, routeDeps)
  addAllowHeader(app, known)
  allowOrigins(app, config.corsOrigins)
  // The first hook that may answer: unknown paths and redirects count as well.
  limitRate(app, { limit: config.rateLimit, keyring, token: innerToken })
  const { page, notice } = deps
  // A view also depends on cookies and language, so repeated addresses are not answered from the cache.
  const pageDeps: PageDeps | undefined = page && {
    ...routeDeps,
    siteAssets,
    answer,
    page,
    notice,
    keyring,
    innerToken,
  }
  app.after(() => {
    requireHost(app)
    redirectFinalSlash(app, known, baseUrlOf)
    if (pageDeps !== undefined) showNotFoundPage(app, pageDeps)
    refuseUnknownPaths(app, known)
    requireApiKeys(app, keyring, innerToken, (request) => pageDeps !== undefined && asksForView(request))
    answerOptions(app)
  })
  describeInterface(app, config.baseUrl)
  app.register(async (within) => {
    for (const add of ROUTES) add(within, routeDeps)
  })
  app.register(mcpRoute, { innerToken, corsOrigins: config.corsOrigins, baseUrl: config.baseUrl })
  if (pageDeps !== undefined) app.register(pageRoutes, pageDeps)
  return app

  async function showView(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (pageDeps !== undefined) await sendView(app, pageDeps, pathOf(request.url), request, reply)
  }
}

/** @param strip removes the service's own path from an address */
function createApp(
  { config, logger, observer }: ServerDeps,
  strip: (url: string) => string,
): FastifyInstance {
  const early = openOriginHeaders(config.corsOrigins)
  const app = Fastify({
    loggerInstance: logger,
    // Failures are logged where they are answered; access logs are the proxy's task.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy !== undefined && config.trustProxy.length > 0 && [...config.trustProxy],
    genReqId: () => randomUUID(),
    // Lines that need the request's id contain it.
    childLoggerFactory: (parent) => parent,
    requestIdHeader: false,
    rewriteUrl: (request) => strip(originForm(request.url ?? '/')),
    routerOptions: { querystringParser: parseQueryString },
    ...CONNECTION_OPTIONS,
    frameworkErrors(error, request, reply) {
      reply.headers({ ...SECURITY_HEADERS, ...early, 'x-request-id': request.id })
      sendProblem(error, request, reply)
      // No hook sees these requests.
      observer?.requestEnded(undefined, reply.statusCode, performance.now())
    },
    clientErrorHandler: brokenRequestAnswerer(early),
  })
  app.setValidatorCompiler(validatorCompiler)
  // Responses are prepared bytes; tests check them against their schemas.
  app.setSerializerCompiler(() => JSON.stringify)
  return app
}

/** All routes, in the order of the OpenAPI document. */
const ROUTES: readonly AddRoute[] = [
  itemsRoute,
  searchRoute,
  suggestRoute,
  trendingRoute,
  articleRoute,
  storyRoute,
  changesRoute,
  categoriesRoute,
  ...feedRoutes,
  feedHealthRoute,
  sourcesRoute,
  opmlRoute,
  digestsRoute,
  ...editionRoutes,
  digestFeedRoute,
  iconRoute,
  thumbnailRoute,
  statsRoute,
  healthRoute,
  probesRoute,
  apiDocsRoute,
  robotsRoute,
  llmsRoute,
  apiCatalogRoute,
  securityTxtRoute,
]

/** Names of these files contain hashes that differ in each build. */
const ASSETS = '/assets/'

/** Reports each answered request, except the page's inner ones. */
function observeRequests(app: FastifyInstance, observer: ServerObserver, inner: string): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (!isInner(request, inner)) {
      const { url } = request.routeOptions
      const route = url?.startsWith(ASSETS) ? `${ASSETS}*` : url
      observer.requestEnded(route, reply.raw.statusCode, performance.now() - reply.elapsedTime)
    }
    done()
  })
}
