import type { Outlet } from './outlet.ts'
import type { Random } from './random.ts'

/** Ways in which the same article's address goes round; every one of them still means that article. */
const VARIANTS: readonly ((url: string, outlet: Outlet) => string)[] = [
  (url) => url,
  (url, { id }) => `${url}?utm_source=${id}&utm_medium=social&utm_campaign=daily`,
  (url) => `${url}?fbclid=IwAR0newsroom`,
  (url) => url.replace('https://www.', 'https://'),
  (url) => url.replace('https://', 'http://'),
  (url) => url.replace('https://www.', 'https://m.'),
  (url) => `${url.replace('https://www.', 'https://amp.')}?utm_source=amp`,
  (url) => `${url}#comments`,
]

/** The address as an aggregator spells it. */
export function urlVariant(url: string, outlet: Outlet, random: Random): string {
  return random.pick(VARIANTS)(url, outlet)
}
