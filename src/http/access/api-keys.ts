import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { DigestError } from '../../domain/errors.ts'

/** What asks for no key: who watches the service needs to know that it lives, and the answer tells no content. */
const OPEN_PATHS = new Set(['/api/health'])

const BEARER = /^Bearer +([^ ]{1,512}) *$/i

/**
 * Asks for one of the keys under `/api` and `/feed`. Keys are kept as hashes, and all are compared in
 * constant time, so that neither the settings nor the clock give one away.
 *
 * @param hashes SHA-256, hex; none means that no key is asked for
 */
export function requireApiKeys(app: FastifyInstance, hashes: readonly string[]): void {
  if (hashes.length === 0) return
  const known = hashes.map((hash) => Buffer.from(hash, 'hex'))

  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'OPTIONS' || isOpen(request.routeOptions.url)) return done()
    if (hasKey(request.headers.authorization, known)) return done()
    reply.header('www-authenticate', 'Bearer realm="content-digest"')
    done(new DigestError('unauthorized', 'Give a valid API key: Authorization: Bearer KEY'))
  })
}

/**
 * @param path of the route, not of the request: that may be spelt in other ways, such as `/%61pi`.
 *   `undefined` where there is none and nothing to protect
 */
function isOpen(path: string | undefined): boolean {
  return path === undefined || OPEN_PATHS.has(path) || !/^\/(?:api|feed)(?:\/|$)/.test(path)
}

function hasKey(authorization: string | undefined, known: readonly Buffer[]): boolean {
  const key = BEARER.exec(authorization ?? '')?.[1]
  if (key === undefined) return false
  const hash = createHash('sha256').update(key).digest()
  let found = false
  for (const candidate of known) {
    if (candidate.length === hash.length && timingSafeEqual(candidate, hash)) found = true
  }
  return found
}
