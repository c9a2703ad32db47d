import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DigestError } from '../../model/errors.ts'
import { pathOf } from '../base-url.ts'

/** Gives the methods of a path as `Allow` has them; `undefined` for a path that has no route. */
export type AllowedOn = (path: string) => string | undefined

/** Adds the `Allow` header of a path before CORS answers its `OPTIONS`. */
export function addAllowHeader(app: FastifyInstance, allowedOn: AllowedOn): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'OPTIONS') return done()
    const path = pathOf(request.url)
    const allowed = allowedOn(path)
    if (allowed === undefined) return done(notFound(path, allowedOn))
    reply.header('allow', allowed)
    done()
  })
}

/**
 * Refuses unknown paths and methods before a body is read: Fastify itself would answer 404 to a `POST`, and
 * 415 to one of a type that it cannot parse.
 */
export function refuseUnknownPaths(app: FastifyInstance, allowedOn: AllowedOn): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    const path = pathOf(request.url)
    const allowed = allowedOn(path)
    if (allowed === undefined) return done(notFound(path, allowedOn))
    reply.header('allow', allowed)
    done(notAllowed(request, path, allowed))
  })
}

/**
 * Leads from a known path with slashes at its end to the path without, with the query. An address with a key is not
 * repeated in an answer: its path is unknown, as before.
 */
export function redirectFinalSlash(
  app: FastifyInstance,
  isKnown: (path: string) => boolean,
  baseUrlOf: (request: FastifyRequest) => string,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { method, url } = request
    const given = pathOf(url)
    // A path with a slash can be that of a route: `/digest/morning/` is one with an empty date.
    if (!given.endsWith('/') || (method !== 'GET' && method !== 'HEAD')) return undefined
    const path = given.replace(/\/+$/, '')
    const query = url.slice(given.length)
    if (path === '' || !isKnown(path) || /[?&]key=/i.test(query)) return undefined
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

function notFound(path: string, allowedOn: AllowedOn): DigestError {
  const shorter = path.replace(/\/+$/, '')
  const hint = shorter !== path && allowedOn(shorter) !== undefined ? 'leave out the slash at its end. ' : ''
  const message = `Nothing is at ${path.slice(0, 200)}; ${hint}/api-docs.json lists what there is.`
  return new DigestError('notFound', message)
}

function notAllowed({ method }: FastifyRequest, path: string, allowed: string): DigestError {
  const why = allowed.startsWith('GET') ? 'it can only be read' : `its methods are ${allowed}`
  return new DigestError('methodNotAllowed', `${method} is not possible on ${path}: ${why}.`)
}
