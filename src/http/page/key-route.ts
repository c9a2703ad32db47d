import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DigestError } from '../../domain/errors.ts'
import { KEY_COOKIE, type Keyring } from '../access/keyring.ts'
import { parseQueryString } from '../query/query-string.ts'
import { localPath } from './local-path.ts'

/** A year, s. */
const KEPT_SECONDS = 365 * 24 * 3600

/** A key and a path are all that it holds. */
const MAX_BODY_BYTES = 8_192

/**
 * POST /key: keeps a reader's key in a cookie that no script can read; an empty one forgets it. A form posts `key` and `back`,
 * and is led there; a script that does not accept HTML gets `204`, or the problem.
 */
export async function keyRoute(app: FastifyInstance, keyring: Keyring, prefix: string): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    (_, body, done) => done(null, parseQueryString(String(body))),
  )
  app.post('/key', { schema: { hide: true }, bodyLimit: MAX_BODY_BYTES }, (request, reply) =>
    keepKey(request, reply, keyring, prefix),
  )
}

function keepKey(
  request: FastifyRequest,
  reply: FastifyReply,
  keyring: Keyring,
  prefix: string,
): FastifyReply {
  const form = (request.body ?? {}) as Readonly<Record<string, readonly string[] | undefined>>
  const key = form['key']?.[0]?.trim() ?? ''
  const isForm = request.headers.accept?.includes('text/html') === true
  if (key !== '' && keyring.scopeOf(key) !== 'all')
    throw new DigestError('unauthorized', 'The API key is wrong, or opens feeds only.')
  const back = localPath(form['back']?.[0] ?? '')
  reply.header('cache-control', 'no-store')
  reply.header('set-cookie', cookieOf(key, prefix, request.protocol === 'https'))
  if (!isForm) return reply.code(204).send()
  return reply.redirect(`${prefix}${back}`, 303)
}

function cookieOf(key: string, prefix: string, isSecure: boolean): string {
  const attributes = [
    `${KEY_COOKIE}=${encodeURIComponent(key)}`,
    `Path=${prefix}/`,
    `Max-Age=${key === '' ? 0 : KEPT_SECONDS}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ]
  return attributes.join('; ')
}
