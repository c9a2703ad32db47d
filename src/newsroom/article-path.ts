import { toIso, type EpochMs } from '../domain/time.ts'
import type { Outlet } from './outlet.ts'

const WORDS_MAX = 9

/**
 * Path of an article on its outlet's site, in the house's way of making paths; unique there.
 *
 * @param key unique among the outlet's articles
 * @param title asked for only where words of it stand in the path
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

/** FNV-1a folded to ten digits: among the few thousand articles of an outlet no two meet. */
function numberOf(key: string): number {
  let hash = 0xcb_f2_9c_e4_84_22_23_25n
  for (let index = 0; index < key.length; index += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(key.charCodeAt(index))) * 0x1_00_00_00_01_b3n)
  }
  return Number(hash % 9_000_000_000n) + 1_000_000_000
}
