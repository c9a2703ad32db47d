import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest, FastifyInstance } from 'fastify'
import type { ApiKey, ApiKeyScope } from '../../model/api-key.ts'
import { DigestError } from '../../model/errors.ts'
import { decodeLeniently } from '../../url/path.ts'
import type { KeyRefusal } from '../page/page.ts'
import { readCookies } from '../page/preferences.ts'
import { isInner } from './ask-self.ts'
import { logDenied } from './audit.ts'

/** Keeps a reader's key in the browser, out of reach of scripts. */
export const KEY_COOKIE = 'digest-key'

const MAX_KEY = 512

const CREDENTIALS = /^(Bearer|Basic) +([^ ]{1,1024}) *$/i

/** Paths that accept a key in the address, since many feed readers can send nothing else. */
const FEEDS = /^\/(?:feed(?:\/|$)|digest\/:name\/feed$|sources\.opml$)/

interface Visitor {
  readonly access: 'all' | KeyRefusal
  readonly key: ApiKey | undefined
}

/** Hash of a configured key, or of the feed key that is derived from it. */
interface KeyHash {
  readonly hash: Buffer
  readonly scope: ApiKeyScope
  readonly key: ApiKey
}

/** The configured keys. Only hashes are held, and all of them are compared in constant time. */
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

  get isUsed(): boolean {
    return this.keys.length > 0
  }

  /** The request's access, and its configured key; if it carries several, the first. */
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
   * A key that opens only feeds, for feed links of a reader with full access. The reader's key cannot be derived from
   * it.
   */
  feedKey(request: FastifyRequest): string | undefined {
    const key = givenKeys(request, undefined).find((given) => this.scopeOf(given) === 'all')
    return key === undefined ? undefined : feedKeyOf(sha256(key).toString('hex'))
  }
}

/** Derived from the hash, so it stays the same while the key is configured. */
function feedKeyOf(hash: string): string {
  return createHash('sha256').update(`content-digest feeds ${hash}`).digest('base64url').slice(0, 32)
}

function cookieKey(request: FastifyRequest): string | undefined {
  return readCookies(request.headers.cookie).get(KEY_COOKIE)
}

/** All keys of a request: `Authorization`, the page's cookie, and for feeds `?key=`. */
function givenKeys(request: FastifyRequest, path: string | undefined): string[] {
  const cookie = cookieKey(request)
  const query = request.query as Readonly<Record<string, readonly string[] | undefined>>
  return [
    ...authorizationKeys(request.headers.authorization),
    ...(cookie === undefined ? [] : [decodeLeniently(cookie)]),
    ...(path !== undefined && FEEDS.test(path) ? (query['key'] ?? []) : []),
  ]
}

/** A header of another scheme counts as a wrong key, so that its sender gets an error. */
function authorizationKeys(header: string | undefined): string[] {
  if (header === undefined) return []
  const [, scheme = '', value = ''] = CREDENTIALS.exec(header) ?? []
  if (scheme.toLowerCase() !== 'basic') return [value]
  // Some feed readers have a single field, and send it as the user name.
  const [user = '', ...password] = Buffer.from(value, 'base64').toString('utf8').split(':')
  return [password.join(':') || user]
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Need no key, since monitors call them; their answers have no content. */
const OPEN_PATHS = new Set(['/api/health'])

const PROTECTED = /^\/(?:api(?:\/|$)|feed(?:\/|$)|digest\/|mcp(?:\/|$)|thumbnails\/|sources\.opml$)/

export const WHY: Readonly<Record<KeyRefusal, string>> = {
  noKey:
    'Give an API key: Authorization: Bearer KEY, or Basic with the key as the password; for feeds also ?key=KEY.',
  wrongKey: 'The API key is wrong: it is none of those that are configured.',
  feeds: 'This API key opens feeds only.',
}

/**
 * Requires a key under `/api`, `/feed`, `/digest` and `/thumbnails`, and for `/sources.opml` and `/mcp`.
 *
 * @param asksForView whether a view of the page answers; views handle missing keys themselves
 */
export function requireApiKeys(
  app: FastifyInstance,
  keyring: Keyring,
  token: string,
  asksForView: (request: FastifyRequest) => boolean,
): void {
  if (!keyring.isUsed) return

  app.addHook('onRequest', (request, reply, done) => {
    // The route's path: the request may spell it differently, such as `/%61pi`.
    const path = request.routeOptions.url
    if (request.method === 'OPTIONS' || path === undefined || OPEN_PATHS.has(path) || !PROTECTED.test(path))
      return done()
    if (asksForView(request)) return done()
    const { access, key } = keyring.visitorOf(request)
    if (access === 'all' || (access === 'feeds' && FEEDS.test(path))) return done()
    // For inner requests, the request for the view was logged already.
    if (!isInner(request, token)) logDenied(request, access, key?.name)
    reply.header('www-authenticate', challenge(request.headers['sec-fetch-mode']))
    done(new DigestError('unauthorized', WHY[access]))
  })
}

/** @param mode of `Sec-Fetch-Mode`: requests of scripts must not open the browser's password dialog */
function challenge(mode: string | readonly string[] | undefined): string {
  const bearer = 'Bearer realm="content-digest"'
  return mode === undefined || mode === 'navigate' ? `${bearer}, Basic realm="content-digest"` : bearer
}
