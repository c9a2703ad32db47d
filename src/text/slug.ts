import { domainToASCII } from 'node:url'
import { fold } from './fold.ts'

const SPELLED: ReadonlyMap<string, string> = new Map([
  ['&', ' and '],
  ['+', ' plus '],
])

/** Gives `[a-z0-9][a-z0-9-]*`, at most 64 characters, or '' for a text without Latin letters and digits. */
export function slugOf(text: string): string {
  return fold(text.slice(0, 500))
    .replaceAll(/[&+]/g, (sign) => SPELLED.get(sign) ?? sign)
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 65)
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64)
    .replace(/-$/, '')
}

/** Gives the host of a URL without `www.`, for names and ids, or '' if the text is not a URL. */
export function hostWithoutWww(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : ''
}

/** Maximum length of a category's name, in characters. */
export const MAX_CATEGORY = 64

/**
 * Gives the slug of a category, for filters and URLs, or '' for a name without letters and digits. A name without Latin
 * ones is encoded as in domains: `日本語` is `xn--wgv71a119e`.
 */
export function categorySlug(name: string): string {
  const lower = name.toLowerCase()
  return /^[a-z0-9][a-z0-9-]*$/.test(lower) ? lower : slugOf(name) || encodedSlug(lower)
}

/** Gives the value for filters by category: the slug of a name. A text without letters and digits finds nothing. */
export function categoryName(text: string): string {
  return categorySlug(text) || text
}

function encodedSlug(lower: string): string {
  const letters = lower.normalize('NFKC').replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  return domainToASCII(letters.replaceAll(/^-+|-+$/g, '')).slice(0, 64)
}

/**
 * Maps slugs to the names of categories whose name differs from the slug. If sources spell a name
 * differently, the first spelling counts.
 */
export function categoryNames(written: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const name of written) {
    const slug = categorySlug(name)
    if (name !== slug && !names.has(slug)) names.set(slug, name)
  }
  return names
}
