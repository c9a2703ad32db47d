import rateLimit, { type FastifyRateLimitStore, type RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import type { ApiKey, RateLimit } from '../../model/api-key.ts'
import { DigestError } from '../../model/errors.ts'
import { SECOND_MS } from '../../model/time.ts'
import { isInner } from './ask-self.ts'
import { logDenied } from './audit.ts'
import type { Keyring } from './keyring.ts'

/** Never limited: monitors must reach a busy service, and pages load many pictures. */
export const UNLIMITED: ReadonlySet<string | undefined> = new Set([
  '/api/health',
  '/livez',
  '/readyz',
  '/icons/:source',
  '/thumbnails/:item',
])

/** For cheap routes that a page calls often: files and icons. */
export const UNLIMITED_ROUTE = { isUnlimited: true } as const

interface Limited {
  /** For addresses, and for keys without their own limit; `undefined` for no limit. */
  readonly limit: RateLimit | undefined
  readonly keyring: Keyring
  /** Marks the service's requests to itself, which are not counted. */
  readonly token: string
}

/**
 * Limits requests by key. Requests without a valid key are limited by network. Responses report the limit, the rest and
 * the reset time (draft-ietf-httpapi-ratelimit-headers).
 */
export function limitRate(app: FastifyInstance, limited: Limited): void {
  const { limit, keyring } = limited
  if (limit === undefined && keyring.keys.every(({ rateLimit }) => rateLimit === undefined)) return
  app.register(rateLimit, { global: false, store: RequestCounts })
  app.after(() => addLimitHook(app, limited))
}

/**
 * Requests of each client in its window, on a monotonic clock. The package's own store uses the system clock: if that
 * is set back, it refuses every client until the old time is reached again.
 */
class RequestCounts implements FastifyRateLimitStore {
  readonly #counts: LRUCache<string, { current: number }>

  constructor({ cache = 5_000 }: RateLimitOptions) {
    this.#counts = new LRUCache({ max: cache })
  }

  incr(client: string, done: Parameters<FastifyRateLimitStore['incr']>[1], spanMs: number): void {
    const count = this.#counts.get(client) ?? { current: 0 }
    if (count.current === 0) this.#counts.set(client, count, { ttl: spanMs })
    count.current += 1
    done(null, { current: count.current, ttl: this.#counts.getRemainingTTL(client) })
  }

  child(options: object): RequestCounts {
    return new RequestCounts(options)
  }
}

function addLimitHook(app: FastifyInstance, { limit, keyring, token }: Limited): void {
  const counter = (rate: RateLimit | undefined, of?: ApiKey) =>
    rate && {
      ...rate,
      count: app.createRateLimit({
        max: rate.max,
        timeWindow: rate.perMs,
        keyGenerator: ({ ip }) => networkOf(ip),
        ...(of && { keyGenerator: () => of.hash, cache: 1 }),
      }),
    }
  const ofKeys = new Map(keyring.keys.map((key) => [key, counter(key.rateLimit ?? limit, key)]))
  const ofAddresses = counter(limit)

  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS' || isInner(request, token)) return
    const { access, key } = keyring.visitorOf(request)
    // Wrong keys are always counted, so that nobody can guess keys without a limit.
    if (isUnlimited(request) && access !== 'wrongKey') return
    const rate = key === undefined ? ofAddresses : ofKeys.get(key)
    if (rate === undefined) return
    const count = await rate.count(request)
    if (count.isAllowed) return
    const seconds = rate.perMs / SECOND_MS
    reply.header('ratelimit-policy', `"default";q=${rate.max};w=${Math.ceil(seconds)}`)
    reply.header('ratelimit', `"default";r=${Math.max(0, count.remaining)};t=${count.ttlInSeconds}`)
    if (!count.isExceeded) return
    logDenied(request, 'rateLimited', key?.name)
    reply.header('retry-after', Math.max(1, count.ttlInSeconds))
    throw new DigestError(
      'rateLimited',
      `At most ${rate.max} requests in ${seconds} seconds; try again in ${count.ttlInSeconds} seconds.`,
    )
  })
}

/** An IPv4 address, or the /64 of an IPv6 address. Some proxies add the client's port, another for each connection. */
function networkOf(client: string): string {
  const address = client.replace(/^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/, '$1$2')
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  return ip instanceof ipaddr.IPv6 ? ip.parts.slice(0, 4).join(':') : ip.toString()
}

function isUnlimited({ routeOptions: { url, config } }: FastifyRequest): boolean {
  return UNLIMITED.has(url) || ('isUnlimited' in config && config.isUnlimited === true)
}
