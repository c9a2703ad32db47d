import { isFeedProxyHost, registrableDomain, siteHost } from './host.ts'
import { articleSegments, pathSegments, normalizeQuery, urlOf } from './path.ts'
import { identifyingParameters, type Parameter, queryOf, withoutTracking } from './query.ts'
import { mainHost, samePage } from './same-page.ts'
import { mayCarry, unwrap } from './unwrap.ts'

/** The longest URL that is accepted, in characters. Many servers already refuse shorter ones. */
const MAX_URL_CHARS = 8_192

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i
const LIKE_A_HOST = /^[^\s/?#:@\\]+\.[^\s/?#:@\\.]{2,}(?:[/?#]|$)/

/**
 * The identity of the article at a URL, independent of http or https, `www`, tracking parameters, mobile and AMP
 * variants, mirror hosts, and redirectors that carry their target. Only for comparing; `displayUrl` is for people.
 * Fetches nothing; idempotent.
 *
 * @param url absolute; a bare `host/path` is read as https
 * @returns an https URL; `undefined` if `url` is not http or https, or too long
 * @see docs/scoring.md#identity
 */
export function canonicalKey(url: string): string | undefined {
  const parsed = parseHttp(withScheme(url))
  if (!parsed) return undefined
  const { target, host: given, article, parameters: asked } = followCarried(parsed)
  const { host, segments, parameters } = samePage({ host: given, segments: article, parameters: asked })
  const path = segments.join('/')
  const fragment = target.hash.startsWith('#!') ? `#${normalizeQuery(target.hash.slice(1))}` : ''
  const key = `https://${host}/${path}${queryOf(parameters)}${fragment}`
  return key.length <= MAX_URL_CHARS ? key : undefined
}

/**
 * The URL for people: the source's own, or a redirector's target, without tracking parameters and credentials.
 *
 * @returns `undefined` if `url` is not http or https, or too long
 */
export function displayUrl(url: string): string | undefined {
  const given = parseHttp(url)
  if (!given) return undefined
  const target = targetOf(given)
  const host = siteHost(target.hostname)
  const search = withoutTracking(target.search, host)
  if (search !== target.search) target.search = search
  // Some publishers' counters read the fragment (`#xtor=RSS-1`).
  const hash = /^#[\w-]+=/.test(target.hash) ? withoutTracking(target.hash, host) : target.hash
  if (hash !== target.hash) target.hash = hash.slice(1)
  return hrefOf(target)
}

/** The target of a redirector's URL; any other URL unchanged. */
export function carriedUrl(url: string): string {
  const given = parseHttp(url)
  const target = given && targetOf(given)
  return target === undefined || target === given ? url : target.href
}

function targetOf(url: URL): URL {
  return mayCarry(siteHost(url.hostname) + port(url)) ? followCarried(url).target : url
}

/** The final target of a URL, and the parts of it that identify an article. */
interface Carried {
  readonly target: URL
  /** Site host, with its port if that is not the default one. */
  readonly host: string
  readonly article: readonly string[]
  readonly parameters: readonly Parameter[]
}

/** A redirector's URL may carry that of another redirector. */
function followCarried(url: URL): Carried {
  for (let target = url; ;) {
    const site = siteHost(target.hostname)
    const host = site + port(target)
    const segments = pathSegments(target.pathname)
    const parameters = identifyingParameters(target.search, site)
    const article = articleSegments(segments)
    const carried = unwrap({ host, segments, parameters }) ?? unwrap({ host, segments: article, parameters })
    const next = carried === undefined ? undefined : parseHttp(carried)
    if (next === undefined) return { target, host, article, parameters }
    target = next
  }
}

/**
 * A URL that is safe to link and load: http or https, without credentials.
 *
 * @param base resolves relative URLs; without it only absolute ones are accepted
 * @returns `undefined` for any other URL
 */
export function safeHttpUrl(url: string, base?: string): string | undefined {
  const parsed = parseHttp(url, base)
  return parsed && hrefOf(parsed)
}

/**
 * The registrable domain of the article's own site, after redirectors and AMP caches.
 *
 * @returns `undefined` for a URL of a feed proxy such as FeedBurner, which does not identify the publisher, and for
 *   text that is not an http or https URL
 */
export function publisherOf(url: string): string | undefined {
  const key = canonicalKey(url)
  return key === undefined ? undefined : publisherOfKey(key)
}

/** As `publisherOf`, for a result of `canonicalKey`. */
export function publisherOfKey(key: string): string | undefined {
  const host = new URL(key).hostname
  return isFeedProxyHost(host) ? undefined : mainHost(registrableDomain(host))
}

/** The publisher of an item; `undefined` if its address is a file, since many publishers share a file host. */
export function publisherOfItem({ url, enclosures }: Addressed): string | undefined {
  return enclosures.some((enclosure) => enclosure.url === url) ? undefined : publisherOf(url)
}

interface Addressed {
  readonly url: string
  readonly enclosures: readonly { readonly url: string }[]
}

function parseHttp(url: string, base?: string): URL | undefined {
  if (url.length > MAX_URL_CHARS) return undefined
  // Some feeds pad URLs with no-break spaces, which only `trim` removes.
  const parsed = urlOf(url.trim(), base)
  const http = parsed?.protocol === 'https:' || parsed?.protocol === 'http:'
  return http && parsed.href.length <= MAX_URL_CHARS ? parsed : undefined
}

/** Gives the URL without credentials, as the WHATWG serialiser writes it. */
function hrefOf(url: URL): string {
  if (url.username !== '' || url.password !== '') Object.assign(url, { username: '', password: '' })
  return url.href
}

function withScheme(url: string): string {
  const trimmed = url.trim()
  if (HAS_SCHEME.test(trimmed)) return trimmed
  if (trimmed.startsWith('//')) return `https:${trimmed}`
  return LIKE_A_HOST.test(trimmed) ? `https://${trimmed}` : trimmed
}

/** Omits both default ports, 80 and 443, since http and https have the same identity. */
function port(url: URL): string {
  return url.port === '' || url.port === '80' || url.port === '443' ? '' : `:${url.port}`
}
