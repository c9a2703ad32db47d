import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { allowOrigins, openOriginHeaders } from './access/cross-origin.ts'
import { answerOptions, refuseStrangers, tellAllowedMethods } from './access/methods.ts'
import { limitRate, newInnerMark } from './access/rate-limit.ts'
import { Keyring } from './access/keyring.ts'
import { requireApiKeys } from './access/api-keys.ts'
import { addSecurityHeaders, SECURITY_HEADERS } from './access/security-headers.ts'
import { Answers } from './answer/answers.ts'
import { Fragments } from './answer/fragments.ts'
import { sendAnswer } from './answer/send.ts'
import { CONNECTION_OPTIONS } from './connections.ts'
import { KnownPaths } from './known-paths.ts'
import { baseUrlFinder, prefixStripper } from './base-url.ts'
import type { RouteDeps, ServerDeps } from './deps.ts'
import { describeInterface } from './openapi.ts'
import { showTheLost } from './page/lost.ts'
import { pageRoutes } from './page/page-routes.ts'
import { answerProblems, brokenRequestAnswerer, sendProblem } from './problems.ts'
import { parseQueryString } from './query/query-string.ts'
import { validatorCompiler } from './query/validate.ts'
import { routes } from './routes/routes.ts'

/** Memory for items' prepared JSON, and as much again for whole answers. */
const CACHE_BYTES = 64 * 1024 * 1024

/** Builds the whole interface; whoever calls it listens, and closes. */
export function createServer(deps: ServerDeps): FastifyInstance {
  const { config, store, now } = deps
  const known = new KnownPaths()
  const isKnown = (path: string) => known.has(path)
  const app = createApp(deps, prefixStripper(config.baseUrl, isKnown))
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' || (Array.isArray(route.method) && route.method.includes('GET')))
      known.add(route.url)
  })

  const keyring = new Keyring(config.apiKeys)
  const innerMark = newInnerMark()
  const fragments = new Fragments(store, CACHE_BYTES)
  const answers = new Answers(store, now, CACHE_BYTES)
  const baseUrlOf = baseUrlFinder(config.baseUrl)
  const sending = { now, baseUrlOf, isPrivate: keyring.isUsed }
  const send: RouteDeps['send'] = (request, reply, answer) => sendAnswer(sending, request, reply, answer)
  const routeDeps: RouteDeps = {
    store,
    now,
    version: deps.version,
    startedAt: deps.startedAt,
    isCollectorWell: deps.isCollectorWell ?? (() => true),
    fragments,
    baseUrl: config.baseUrl,
    baseUrlOf,
    answer: async (request, reply, plan) => send(request, reply, await answers.find(plan)),
    send,
  }
  app.addHook('onClose', () => fragments.close())

  answerProblems(app)
  addSecurityHeaders(app)
  tellAllowedMethods(app, isKnown)
  allowOrigins(app, config.corsOrigins)
  const { page, notice } = deps
  app.after(() => {
    if (page !== undefined) showTheLost(app, { ...routeDeps, page, notice, keyring })
    refuseStrangers(app, isKnown)
  })
  limitRate(app, config.rateLimit, innerMark)
  app.after(() => {
    requireApiKeys(app, keyring)
    answerOptions(app)
  })
  describeInterface(app, config.baseUrl)
  app.register(routes, routeDeps)
  if (page !== undefined) app.register(pageRoutes, { ...routeDeps, page, notice, keyring, innerMark })
  return app
}

/** @param strip takes the service's own path off an address */
function createApp({ config, logger }: ServerDeps, strip: (url: string) => string): FastifyInstance {
  const early = openOriginHeaders(config.corsOrigins)
  const app = Fastify({
    loggerInstance: logger,
    // Failures are logged where they are answered; a line for each request is the proxy's business.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy !== undefined && config.trustProxy.length > 0 && [...config.trustProxy],
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    rewriteUrl: (request) => strip(request.url ?? '/'),
    routerOptions: { querystringParser: parseQueryString },
    ...CONNECTION_OPTIONS,
    frameworkErrors: (error, request, reply) =>
      sendProblem(
        error,
        request,
        reply.headers({ ...SECURITY_HEADERS, ...early, 'x-request-id': request.id }),
      ),
    clientErrorHandler: brokenRequestAnswerer(early),
  })
  app.setValidatorCompiler(validatorCompiler)
  // Answers are made of bytes prepared beforehand; their schemas describe them and tests hold them to it.
  app.setSerializerCompiler(() => JSON.stringify)
  return app
}
