import { createRequire } from 'node:module'
import { isIPv6 } from 'node:net'

/** Host labels of other renderings of a site. */
const VARIANT_LABELS = new Set(['www', 'm', 'mobile', 'amp', 'touch'])
const HAS_VARIANT_LABEL = /(?:^|\.)(?:www|m|mobile|amp|touch)\./

/** The public suffix list, loaded on first use: a collection without new items never needs it. */
let suffixes: typeof import('tldts') | undefined

function domainOf(host: string): string | null {
  suffixes ??= createRequire(import.meta.url)('tldts') as typeof import('tldts')
  return suffixes.getDomain(host, SUFFIX_RULES)
}

/** Hosting domains such as `github.io` and `blogspot.com` count as suffixes: each name under them is a site. */
const SUFFIX_RULES = { allowPrivateDomains: true, extractHostname: false } as const

/**
 * Gives the registrable domain of a host: `news.bbc.co.uk` gives `bbc.co.uk`. An IP address, a single label
 * and a bare public suffix are returned unchanged.
 */
export function registrableDomain(host: string): string {
  return domainOf(host) ?? host
}

/** `host:port`, as addresses and requests to proxies write it: `[::1]:8080`. */
export function hostAndPort(host: string, port: number): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/** Whether a host, without its port, is this machine by its own name or address. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host)
}

/** Gives the host of a URL without its port. Text that is not a URL is returned unchanged. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url
}

/** Removes parts that do not distinguish sites: final dots, and variant labels before the registrable domain. */
export function siteHost(hostname: string): string {
  const host = hostname.endsWith('.') ? hostname.replace(/\.+$/, '') : hostname
  if (!HAS_VARIANT_LABEL.test(host)) return host
  const domain = domainOf(host)
  if (!domain || domain === host) return host
  const labels = host.slice(0, -domain.length - 1).split('.')
  return [...labels.filter((label) => !VARIANT_LABELS.has(label)), domain].join('.')
}

/** Gives a host and its parent domains, the longest first: `a.b.c`, `b.c`, `c`. */
export function* domainsOf(host: string): Generator<string> {
  for (let rest = host; ;) {
    yield rest
    const dot = rest.indexOf('.')
    if (dot < 0) return
    rest = rest.slice(dot + 1)
  }
}

/** Services that relay feeds or list the news of others, mostly to count clicks. They publish nothing themselves. */
const FEED_PROXIES: ReadonlySet<string> = new Set([
  'news.google.com',
  'feedproxy.google.com',
  'feedburner.com',
  'feedblitz.com',
  'feedsportal.com',
  'feedpress.me',
  'feedpress.it',
  'pheedo.com',
  'newsisfree.com',
  'fetchrss.com',
  'feed43.com',
  'rss.app',
])

export function isFeedProxyHost(host: string): boolean {
  return [...domainsOf(host)].some((domain) => FEED_PROXIES.has(domain))
}
