import type { FastifyInstance } from 'fastify'
import { DigestError } from '../../domain/errors.ts'
import type { KeyRefusal } from '../page/page.ts'
import { isFeedPath, type Keyring } from './keyring.ts'

/** What asks for no key: who watches the service needs to know that it lives, and the answer tells no content. */
const OPEN_PATHS = new Set(['/api/health'])

const PROTECTED = /^\/(?:api(?:\/|$)|feed(?:\/|$)|sources\.opml$)/

/** Why a key, or none, does not open what was asked for. */
export const WHY: Readonly<Record<KeyRefusal, string>> = {
  noKey:
    'Give an API key: Authorization: Bearer KEY, or Basic with the key as the password; for feeds also ?key=KEY.',
  wrongKey: 'The API key is wrong: it is none of those that are configured.',
  feeds: 'This API key opens feeds only.',
}

/** Asks for one of the keys under `/api` and `/feed`, and for `/sources.opml`. */
export function requireApiKeys(app: FastifyInstance, keyring: Keyring): void {
  if (!keyring.isUsed) return

  app.addHook('onRequest', (request, reply, done) => {
    // Of the route, not of the request: that may be spelt in other ways, such as `/%61pi`.
    const path = request.routeOptions.url
    if (request.method === 'OPTIONS' || path === undefined || OPEN_PATHS.has(path) || !PROTECTED.test(path))
      return done()
    const access = keyring.accessOf(request, path)
    if (access === 'all' || (access === 'feeds' && isFeedPath(path))) return done()
    reply.header('www-authenticate', challenge(request.headers['sec-fetch-mode']))
    done(new DigestError('unauthorized', WHY[access]))
  })
}

/** @param mode what a browser fetches for: a script must not make it ask its user for a password */
function challenge(mode: string | readonly string[] | undefined): string {
  const bearer = 'Bearer realm="content-digest"'
  return mode === undefined || mode === 'navigate' ? `${bearer}, Basic realm="content-digest"` : bearer
}
