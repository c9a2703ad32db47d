import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest, FastifyInstance } from 'fastify'
import type { ApiKey, ApiKeyScope } from '../../model/api-key.ts'
import { DigestError } from '../../model/errors.ts'
import type { KeyRefusal } from '../page/page.ts'
import { readCookies } from '../page/preferences.ts'
import { isInner } from './ask-self.ts'
import { logDenied } from './audit.ts'

/** Keeps a reader's key in the browser, out of reach of scripts. */
export const KEY_COOKIE = 'digest-key'

/** Longest key that is compared, characters. */
const MAX_KEY = 512

const CREDENTIALS = /^(Bearer|Basic) +([^ ]{1,1024}) *$/i

/** Paths under which a key may stand in the address, since feed readers can send nothing else. */
const FEEDS = /^\/(?:feed(?:\/|$)|digest\/:name\/feed$|sources\.opml$)/

interface Visitor {
  readonly access: 'all' | KeyRefusal
  readonly key: ApiKey | undefined
}

/** A hash that opens something: of a configured key, or of the key made of it for feeds. */
interface KeyHash {
  readonly hash: Buffer
  readonly scope: ApiKeyScope
  readonly key: ApiKey
}

/**
 * The keys that are configured. Only their hashes are known, and all are compared in constant time: neither the settings nor
 * the clock give one away.
 */
export class Keyring {
  readonly keys: readonly ApiKey[]
  readonly #hashes: readonly KeyHash[]

  constructor(keys: readonly ApiKey[]) {
    this.keys = keys
    this.#hashes = keys.flatMap((key) => [
      { hash: Buffer.from(key.hash, 'hex'), scope: key.scope, key },
      { hash: sha256(feedKeyOf(key.hash)), scope: 'feeds' as const, key },
    ])
  }

  /** Whether any keys are configured. */
  get isUsed(): boolean {
    return this.keys.length > 0
  }

  /** What a request may see, and the configured key that it carries; of several, the first. */
  visitorOf(request: FastifyRequest): Visitor {
    if (!this.isUsed) return { access: 'all', key: undefined }
    const given = givenKeys(request, request.routeOptions.url)
    const found = given.map((key) => this.#find(key)).filter((hash) => hash !== undefined)
    const key = found[0]?.key
    if (found.some(({ scope }) => scope === 'all')) return { access: 'all', key }
    if (key !== undefined) return { access: 'feeds', key }
    return { access: given.length > 0 ? 'wrongKey' : 'noKey', key }
  }

  scopeOf(key: string): ApiKeyScope | undefined {
    return this.#find(key)?.scope
  }

  #find(given: string): KeyHash | undefined {
    if (given === '' || given.length > MAX_KEY) return undefined
    const hash = sha256(given)
    let found: KeyHash | undefined
    for (const candidate of this.#hashes)
      if (candidate.hash.length === hash.length && timingSafeEqual(candidate.hash, hash)) found = candidate
    return found
  }

  /** Whether the browser sent a key in the page's cookie, right or wrong. */
  isKept(request: FastifyRequest): boolean {
    return this.isUsed && cookieKey(request) !== undefined
  }

  /**
   * A key that opens feeds only, for links to feeds of a reader who may see all. The reader's key cannot be
   * derived from it.
   */
  feedKey(request: FastifyRequest): string | undefined {
    const key = givenKeys(request, undefined).find((given) => this.scopeOf(given) === 'all')
    return key === undefined ? undefined : feedKeyOf(sha256(key).toString('hex'))
  }
}

/** Made from the hash, so that it is the same for as long as the key is configured. */
function feedKeyOf(hash: string): string {
  return createHash('sha256').update(`content-digest feeds ${hash}`).digest('base64url').slice(0, 32)
}

function cookieKey(request: FastifyRequest): string | undefined {
  return readCookies(request.headers.cookie).get(KEY_COOKIE)
}

/** The keys that a request carries: `Authorization`, the page's cookie, and for feeds `?key=`. */
function givenKeys(request: FastifyRequest, path: string | undefined): string[] {
  const cookie = cookieKey(request)
  const query = request.query as Readonly<Record<string, readonly string[] | undefined>>
  return [
    ...authorizationKeys(request.headers.authorization),
    ...(cookie === undefined ? [] : [decoded(cookie)]),
    ...(path !== undefined && FEEDS.test(path) ? (query['key'] ?? []) : []),
  ]
}

/** A header that is neither counts as a wrong key, so its sender gets an error. */
function authorizationKeys(header: string | undefined): string[] {
  if (header === undefined) return []
  const [, scheme = '', value = ''] = CREDENTIALS.exec(header) ?? []
  if (scheme.toLowerCase() !== 'basic') return [value]
  // Some feed readers have only one field and send it as the user name.
  const [user = '', ...password] = Buffer.from(value, 'base64').toString('utf8').split(':')
  return [password.join(':') || user]
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Paths that need no key: monitors must reach the health checks, and these return no content. */
const OPEN_PATHS = new Set(['/api/health'])

const PROTECTED = /^\/(?:api(?:\/|$)|feed(?:\/|$)|digest\/|mcp$|thumbnails\/|sources\.opml$)/

/** Why a request with this key, or without one, is refused. */
export const WHY: Readonly<Record<KeyRefusal, string>> = {
  noKey:
    'Give an API key: Authorization: Bearer KEY, or Basic with the key as the password; for feeds also ?key=KEY.',
  wrongKey: 'The API key is wrong: it is none of those that are configured.',
  feeds: 'This API key opens feeds only.',
}

/**
 * Requires one of the keys under `/api`, `/feed`, `/digest` and `/thumbnails`, and for `/sources.opml` and `/mcp`.
 *
 * @param asksForView whether a view of the page answers, which asks for a key in its own way
 */
export function requireApiKeys(
  app: FastifyInstance,
  keyring: Keyring,
  token: string,
  asksForView: (request: FastifyRequest) => boolean,
): void {
  if (!keyring.isUsed) return

  app.addHook('onRequest', (request, reply, done) => {
    // The route's path: the path of a request may be spelt in other ways, such as `/%61pi`.
    const path = request.routeOptions.url
    if (request.method === 'OPTIONS' || path === undefined || OPEN_PATHS.has(path) || !PROTECTED.test(path))
      return done()
    if (asksForView(request)) return done()
    const { access, key } = keyring.visitorOf(request)
    if (access === 'all' || (access === 'feeds' && FEEDS.test(path))) return done()
    // The view that asks has been logged.
    if (!isInner(request, token)) logDenied(request, access, key?.name)
    reply.header('www-authenticate', challenge(request.headers['sec-fetch-mode']))
    done(new DigestError('unauthorized', WHY[access]))
  })
}

/** @param mode what a browser fetches for: a script must not make it ask its user for a password */
function challenge(mode: string | readonly string[] | undefined): string {
  const bearer = 'Bearer realm="content-digest"'
  return mode === undefined || mode === 'navigate' ? `${bearer}, Basic realm="content-digest"` : bearer
}
