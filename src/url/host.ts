import { createRequire } from 'node:module'

/** Labels that name a rendering of the same site. */
const VARIANT_LABELS = new Set(['www', 'm', 'mobile', 'amp', 'touch'])
const HAS_VARIANT_LABEL = /(?:^|\.)(?:www|m|mobile|amp|touch)\./

/**
 * The list of public suffixes: loaded where a host is first asked for, as a collection in which nothing is
 * new does not.
 */
let suffixes: typeof import('tldts') | undefined

function domainOf(host: string): string | null {
  suffixes ??= createRequire(import.meta.url)('tldts') as typeof import('tldts')
  return suffixes.getDomain(host, SUFFIX_RULES)
}

/** Names under which people have sites of their own (`github.io`, `blogspot.com`) count as suffixes. */
const SUFFIX_RULES = { allowPrivateDomains: true, extractHostname: false } as const

/**
 * Gives the registrable domain of a host: `news.bbc.co.uk` gives `bbc.co.uk`. An IP address, a single label
 * and a bare public suffix stand for themselves.
 */
export function registrableDomain(host: string): string {
  return domainOf(host) ?? host
}

/** The host of an address, without its port; what is no address stands for itself. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url
}

/** Removes what does not distinguish sites: a final dot, and variant labels left of the registrable domain. */
export function siteHost(hostname: string): string {
  const host = hostname.endsWith('.') ? hostname.replace(/\.+$/, '') : hostname
  if (!HAS_VARIANT_LABEL.test(host)) return host
  const domain = domainOf(host)
  if (!domain || domain === host) return host
  const labels = host.slice(0, -domain.length - 1).split('.')
  return [...labels.filter((label) => !VARIANT_LABELS.has(label)), domain].join('.')
}

/** A host and its parent domains, the longest first: `a.b.c`, `b.c`, `c`. */
export function* domainsOf(host: string): Generator<string> {
  for (let rest = host; ;) {
    yield rest
    const dot = rest.indexOf('.')
    if (dot < 0) return
    rest = rest.slice(dot + 1)
  }
}

/** Services that stand between a feed and its readers, and count who follows its links; they publish nothing. */
const FEED_PROXIES: ReadonlySet<string> = new Set([
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

/** Whether a host is that of a feed proxy, or lies under one. */
export function isFeedProxyHost(host: string): boolean {
  for (const domain of domainsOf(host)) if (FEED_PROXIES.has(domain)) return true
  return false
}
