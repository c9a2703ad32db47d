import { randomUUID } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DigestError } from '../../model/errors.ts'
import { SECOND_MS } from '../../model/time.ts'

/** Never limited: monitors must reach the service while it is busy, and pages need many pictures. */
export const UNLIMITED: ReadonlySet<string | undefined> = new Set([
  '/api/health',
  '/livez',
  '/readyz',
  '/icons/:source',
  '/thumbnails/:item',
])

/** The `config` of routes that cost little and that a page calls often: files and icons. */
export const UNLIMITED_ROUTE = { isUnlimited: true } as const

/** A header that the service adds to its requests to itself; only the service knows its value. */
export interface InnerToken {
  readonly header: string
  readonly value: string
}

export function newInnerToken(): InnerToken {
  return { header: 'x-content-digest-inner', value: randomUUID() }
}

/**
 * Limits the requests of one address. The response headers of draft-ietf-httpapi-ratelimit-headers give the
 * limit, what remains, and when it resets.
 *
 * @param limit `undefined` is no limit
 */
export function limitRate(
  app: FastifyInstance,
  limit: { readonly max: number; readonly perMs: number } | undefined,
  token: InnerToken,
): void {
  if (limit === undefined) return
  app.register(rateLimit, { global: false, max: limit.max, timeWindow: limit.perMs })
  app.after(() => addLimitHook(app, limit, token))
}

function addLimitHook(
  app: FastifyInstance,
  limit: { readonly max: number; readonly perMs: number },
  token: InnerToken,
): void {
  const check = app.createRateLimit()
  const policy = `"default";q=${limit.max};w=${Math.ceil(limit.perMs / SECOND_MS)}`

  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS' || isUnlimited(request)) return
    if (request.headers[token.header] === token.value) return
    const count = await check(request)
    if (count.isAllowed) return
    reply.header('ratelimit-policy', policy)
    reply.header('ratelimit', `"default";r=${Math.max(0, count.remaining)};t=${count.ttlInSeconds}`)
    if (!count.isExceeded) return
    reply.header('retry-after', Math.max(1, count.ttlInSeconds))
    throw new DigestError(
      'rateLimited',
      `At most ${limit.max} requests in ${limit.perMs / SECOND_MS} seconds; try again in ${count.ttlInSeconds} seconds.`,
    )
  })
}

function isUnlimited({ routeOptions: { url, config } }: FastifyRequest): boolean {
  return UNLIMITED.has(url) || ('isUnlimited' in config && config.isUnlimited === true)
}
