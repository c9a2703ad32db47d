import { isFeedProxyHost, registrableDomain, siteHost } from './host.ts'
import { articleSegments, pathSegments, normalizeQuery } from './path.ts'
import { identifyingParameters, queryOf, withoutTracking } from './query.ts'
import { unwrap } from './unwrap.ts'

/** Longest address that is taken for one, in characters; servers refuse shorter ones already. */
const MAX_URL_CHARS = 8_192

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i
const LIKE_A_HOST = /^[^\s/?#:@\\]+\.[^\s/?#:@\\.]{2,}(?:[/?#]|$)/

/**
 * Gives the identity of the article that an address leads to: the same for http and https, with and
 * without `www`, on mobile and AMP pages, through redirectors that carry their target, with any tracking
 * parameters. For comparing only; what is shown to people is `displayUrl`. Never fetches; idempotent.
 *
 * @param url absolute; a bare `host/path` as people type it is taken as https
 * @returns an https address; `undefined` for anything that is not http or https
 * @see docs/scoring.md#identity
 */
export function canonicalKey(url: string): string | undefined {
  for (let address: string | undefined = withScheme(url); ;) {
    const parsed = parseHttp(address)
    if (!parsed) return undefined

    const site = siteHost(parsed.hostname)
    const host = site + port(parsed)
    const segments = pathSegments(parsed.pathname)
    const parameters = identifyingParameters(parsed.search, site)
    const article = articleSegments(segments)
    address = unwrap({ host, segments, parameters }) ?? unwrap({ host, segments: article, parameters })
    if (address !== undefined && parseHttp(address)) continue

    const path = article.join('/')
    const fragment = parsed.hash.startsWith('#!') ? `#${normalizeQuery(parsed.hash.slice(1))}` : ''
    const key = `https://${host}/${path}${queryOf(parameters)}${fragment}`
    return key.length <= MAX_URL_CHARS ? key : undefined
  }
}

/**
 * Gives the address that people are shown and led to: as the source gave it, without tracking parameters
 * and credentials.
 *
 * @returns `undefined` for anything that is not http or https
 */
export function displayUrl(url: string): string | undefined {
  const parsed = parseHttp(url)
  if (!parsed) return undefined
  const search = withoutTracking(parsed.search, siteHost(parsed.hostname))
  if (search !== parsed.search) parsed.search = search
  return hrefOf(parsed)
}

/**
 * Gives an address that is safe to link to and to load: http or https, without credentials.
 *
 * @param base what a relative address is relative to; without one only absolute addresses pass
 */
export function safeHttpUrl(url: string, base?: string): string | undefined {
  const parsed = parseHttp(url, base)
  return parsed && hrefOf(parsed)
}

/**
 * Gives the registrable domain of the article's own site, redirectors and AMP caches looked through.
 *
 * @returns `undefined` for an address of a feed proxy (FeedBurner), which does not identify the publisher,
 * and for text that is no address
 */
export function publisherOf(url: string): string | undefined {
  const key = canonicalKey(url)
  if (key === undefined) return undefined
  const host = new URL(key).hostname
  return isFeedProxyHost(host) ? undefined : registrableDomain(host)
}

function parseHttp(url: string, base?: string): URL | undefined {
  if (url.length > MAX_URL_CHARS) return undefined
  let parsed: URL
  try {
    // Feeds also pad with no-break spaces, which the standard would keep.
    parsed = new URL(url.trim(), base)
  } catch {
    return undefined
  }
  const http = parsed.protocol === 'https:' || parsed.protocol === 'http:'
  return http && parsed.href.length <= MAX_URL_CHARS ? parsed : undefined
}

/** The address as the WHATWG serialiser writes it, credentials left out. */
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

/** With http and https held equal, both of their ports are the usual one. */
function port(url: URL): string {
  return url.port === '' || url.port === '80' || url.port === '443' ? '' : `:${url.port}`
}
