import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { DigestError } from '../../domain/errors.ts'
import { SECOND_MS } from '../../domain/time.ts'

/** Never limited: who watches the service must not lose sight of it while it is busy. */
export const UNLIMITED: ReadonlySet<string | undefined> = new Set(['/api/health', '/livez', '/readyz'])

/**
 * Limits how many requests one address may make, and says so in the fields of the IETF's draft
 * (draft-ietf-httpapi-ratelimit-headers): what is allowed, what is left, and when it begins anew.
 *
 * @param limit `undefined` is no limit
 */
export function limitRate(
  app: FastifyInstance,
  limit: { readonly max: number; readonly perMs: number } | undefined,
): void {
  if (limit === undefined) return
  app.register(rateLimit, { global: false, max: limit.max, timeWindow: limit.perMs })
  app.after(() => addLimitHook(app, limit))
}

function addLimitHook(app: FastifyInstance, limit: { readonly max: number; readonly perMs: number }): void {
  const check = app.createRateLimit()
  const policy = `"default";q=${limit.max};w=${Math.ceil(limit.perMs / SECOND_MS)}`

  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS' || UNLIMITED.has(request.routeOptions.url)) return
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
