import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DigestError } from '../../model/errors.ts'
import { YEAR_SECONDS } from '../../model/time.ts'
import { logDenied } from '../access/audit.ts'
import { WHY, KEY_COOKIE, type Keyring } from '../access/keyring.ts'
import { parseQueryString } from '../query/query-string.ts'
import type { KeyRefusal } from './page.ts'

const MAX_BODY_BYTES = 8_192

interface KeyDeps {
  readonly keyring: Keyring
  /** The service's path behind a proxy. */
  readonly prefix: string
  /** Shows why a key was refused, with the form for another; `back` is the page that the reader wanted. */
  readonly refuse: (
    request: FastifyRequest,
    reply: FastifyReply,
    refused: { readonly why: KeyRefusal; readonly back: string },
  ) => Promise<void>
}

/**
 * POST /key: stores a reader's key in a cookie that scripts cannot read; an empty key deletes it. A form posts `key`
 * and `back`, and is redirected or shown the error. A script that does not accept HTML gets `204` or the problem.
 */
export async function keyRoute(app: FastifyInstance, deps: KeyDeps): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    (_, body, done) => done(null, parseQueryString(String(body))),
  )
  app.post('/key', { schema: { hide: true }, bodyLimit: MAX_BODY_BYTES }, (request, reply) =>
    keepKey(request, reply, deps),
  )
  // A reader who reloads after posting the form sends a GET.
  app.get('/key', { schema: { hide: true } }, (_, reply) => reply.redirect(`${deps.prefix}/`, 303))
}

async function keepKey(
  request: FastifyRequest,
  reply: FastifyReply,
  { keyring, prefix, refuse }: KeyDeps,
): Promise<void> {
  // Browsers tell where a form comes from. Other sites may not set or delete this browser's key.
  if (request.headers['sec-fetch-site'] === 'cross-site')
    throw new DigestError(
      'unauthorized',
      "a form of another site can neither set nor forget this service's key",
    )
  const form = (request.body ?? {}) as Readonly<Record<string, readonly string[] | undefined>>
  const key = form['key']?.[0]?.trim() ?? ''
  const isForm = request.headers.accept?.includes('text/html') === true
  const back = localPath(form['back']?.[0] ?? '')
  const scope = keyring.scopeOf(key)
  if (key !== '' && scope !== 'all') {
    const why = scope ?? 'wrongKey'
    logDenied(request, why, undefined)
    if (!isForm) throw new DigestError('unauthorized', WHY[why])
    return refuse(request, reply, { why, back })
  }
  reply.header('cache-control', 'no-store')
  reply.header('set-cookie', cookieOf(key, prefix, request.protocol === 'https'))
  if (isForm) reply.redirect(`${prefix}${back}`, 303)
  else reply.code(204).send()
}

function cookieOf(key: string, prefix: string, isSecure: boolean): string {
  const attributes = [
    `${KEY_COOKIE}=${encodeURIComponent(key)}`,
    `Path=${prefix}/`,
    `Max-Age=${key === '' ? 0 : YEAR_SECONDS}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ]
  return attributes.join('; ')
}

/** The path to return to; never leaves this service. */
export function localPath(given: string): string {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(given) && given.length <= 2000 ? given : '/'
}
