import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DigestError } from '../../model/errors.ts'
import { pathOf } from '../base-url.ts'
import { hasKey } from './key-parameter.ts'
import type { KnownPaths } from './known-paths.ts'

export function addAllowHeader(app: FastifyInstance, known: KnownPaths): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'OPTIONS') return done()
    const path = pathOf(request.url)
    const allowed = known.allowedOn(path)
    if (allowed === undefined) return done(notFound(path, known))
    reply.header('allow', allowed)
    done()
  })
}

/** RFC 9112, section 3.2. Older versions have no `Host`. */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _, done) => {
    if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') return done()
    done(new DigestError('requestInvalid', 'A request of HTTP/1.1 needs the header Host.'))
  })
}

/**
 * Refuses unknown paths and methods before the body is read. Fastify itself answers 404 to an unknown method, or 415 if
 * it cannot parse the body.
 */
export function refuseUnknownPaths(app: FastifyInstance, known: KnownPaths): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    const path = pathOf(request.url)
    const allowed = known.allowedOn(path)
    if (allowed === undefined) return done(notFound(path, known))
    reply.header('allow', allowed)
    done(notAllowed(request, path, allowed))
  })
}

/**
 * Redirects a known path with trailing slashes to the path without them, and keeps the query. An address with a key is
 * not redirected, since the answer would repeat the key.
 */
export function redirectFinalSlash(
  app: FastifyInstance,
  known: KnownPaths,
  baseUrlOf: (request: FastifyRequest) => string,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { method, url } = request
    const given = pathOf(url)
    // Some routes match a trailing slash: `/digest/morning/` has an empty date.
    if (!given.endsWith('/') || (method !== 'GET' && method !== 'HEAD')) return undefined
    const path = given.replace(/\/+$/, '')
    const query = url.slice(given.length)
    if (path === '' || !known.has(path) || hasKey(query)) return undefined
    return reply.redirect(`${baseUrlOf(request)}${path}${query}`, 308)
  })
}

/** Answers `OPTIONS` where CORS is off. */
export function answerOptions(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'OPTIONS') return done()
    reply.code(204).send()
  })
}

function notFound(path: string, known: KnownPaths): DigestError {
  const near = known.near(path)
  const hint = near.length === 0 ? '' : `did you mean ${near.join(' or ')}? `
  const message = `Nothing is at ${path.slice(0, 200)}; ${hint}/api-docs.json lists what there is.`
  return new DigestError('notFound', message)
}

function notAllowed({ method }: FastifyRequest, path: string, allowed: string): DigestError {
  const why = allowed.startsWith('GET') ? 'it can only be read' : `its methods are ${allowed}`
  return new DigestError('methodNotAllowed', `${method} is not possible on ${path}: ${why}.`)
}
