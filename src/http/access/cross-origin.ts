import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** What a script of another site may read besides the body. */
const EXPOSED = [
  'ETag',
  'Last-Modified',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
]

/** How long a browser may remember what was allowed, seconds. */
const PREFLIGHT_SECONDS = 86_400

/** What lets scripts read an answer that is made before a request is looked at; nothing where only some origins may. */
export function openOriginHeaders(origins: readonly string[]): Readonly<Record<string, string>> {
  if (!origins.includes('*')) return {}
  return { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED.join(', ') }
}

/** @param origins that browsers may call from; `*` among them is any */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  app.register(cors, {
    origin: origins.includes('*') ? '*' : origins.length > 0 && [...origins],
    methods: ['GET', 'HEAD', 'OPTIONS'],
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: false,
  })
}
