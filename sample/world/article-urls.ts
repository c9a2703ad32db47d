import { toIso, type EpochMs } from '../../src/model/time.ts'
import type { Outlet } from '../outlets/outlet.ts'
import type { Random } from '../random.ts'

const WORDS_MAX = 9

/**
 * Path of an article on its outlet's site, in the style of the outlet. It is unique on the site.
 *
 * @param key unique among the outlet's articles
 * @param title called only if the path contains words of it
 */
export function articlePath(outlet: Outlet, key: string, publishedAt: EpochMs, title: () => string): string {
  const number = numberOf(`${outlet.id}/${key}`)
  if (outlet.style.path === 'number') return `/news/${number}.html`
  const words = `${slug(title())}-${number.toString(36)}`
  return outlet.style.path === 'words'
    ? `/${words}`
    : `/${toIso(publishedAt).slice(0, 10).replaceAll('-', '/')}/${words}`
}

function slug(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .split('-')
    .filter(Boolean)
    .slice(0, WORDS_MAX)
    .join('-')
}

/** FNV-1a folded to ten digits, so that the few thousand articles of an outlet do not collide. */
function numberOf(key: string): number {
  let hash = 0xcb_f2_9c_e4_84_22_23_25n
  for (let index = 0; index < key.length; index += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(key.charCodeAt(index))) * 0x1_00_00_00_01_b3n)
  }
  return Number(hash % 9_000_000_000n) + 1_000_000_000
}

/** Variants of an article's address that circulate; each leads to the same article. */
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
