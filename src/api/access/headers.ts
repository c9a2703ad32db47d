import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** Response headers that scripts of other sites may read. */
const EXPOSED = [
  'ETag',
  'Last-Modified',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
]

/** How long a browser may cache a CORS preflight, seconds. */
const PREFLIGHT_SECONDS = 86_400

/** CORS headers for responses that are made before the request is parsed; none if only some origins are allowed. */
export function openOriginHeaders(origins: readonly string[]): Readonly<Record<string, string>> {
  if (!origins.includes('*')) return {}
  return { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED.join(', ') }
}

/** @param origins that browsers may call from; `*` allows any */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  app.register(cors, {
    origin: origins.includes('*') ? '*' : origins.length > 0 && [...origins],
    methods: ['GET', 'HEAD', 'OPTIONS'],
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: false,
  })
}

/**
 * Answers are data: a browser that opens one as a page must load and run nothing. `cross-origin` lets scripts of other
 * sites read answers, where CORS allows it.
 */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/** Sets the headers on every answer, errors included; routes that serve a page override the policy. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS)
    reply.header('x-request-id', request.id)
    done()
  })
}
