import type { FastifyInstance } from 'fastify'

/**
 * An answer is data: should a browser ever show one as a page, that page may load and run nothing. Another
 * site's scripts may still read answers, as CORS says, hence `cross-origin`.
 */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/** Puts the headers on every answer, errors included; a route that serves a page sets its own policy. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS)
    reply.header('x-request-id', request.id)
    done()
  })
}
