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

interface Limited {
  /** For addresses, and for keys without a limit of their own; `undefined` is no limit. */
  readonly limit: RateLimit | undefined
  readonly keyring: Keyring
  /** Requests with it are not counted. */
  readonly token: string
}

/**
 * Limits the requests of each key. Requests without one, or with a wrong one, are limited by network. The response
 * headers of draft-ietf-httpapi-ratelimit-headers give the limit, what remains, and when it resets.
 */
export function limitRate(app: FastifyInstance, limited: Limited): void {
  const { limit, keyring } = limited
  if (limit === undefined && keyring.keys.every(({ rateLimit }) => rateLimit === undefined)) return
  app.register(rateLimit, { global: false, store: RequestCounts })
  app.after(() => addLimitHook(app, limited))
}

/**
 * Requests of each client in its span of time. That ends by a clock that nobody sets: the package's own counts would refuse
 * every client until the time comes again from which the clock was set back.
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
    // Keys could otherwise be tried without end where nothing else is limited.
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

/** What one client has: an IPv4 address, or the IPv6 addresses that begin with the same 64 bits. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  return ip instanceof ipaddr.IPv6 ? ip.parts.slice(0, 4).join(':') : ip.toString()
}

function isUnlimited({ routeOptions: { url, config } }: FastifyRequest): boolean {
  return UNLIMITED.has(url) || ('isUnlimited' in config && config.isUnlimited === true)
}
