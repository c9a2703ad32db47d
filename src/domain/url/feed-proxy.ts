import { domainsOf } from './host.ts'

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
