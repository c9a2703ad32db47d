import { fold } from '../../text/fold.ts'

const SPELLED: ReadonlyMap<string, string> = new Map([
  ['&', ' and '],
  ['+', ' plus '],
])

/** `[a-z0-9][a-z0-9-]*`, at most 64 characters; empty where nothing of the text is Latin or a digit. */
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

/** The host of an address without `www.`, for names and ids. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : ''
}

/** Longest name, characters. */
export const MAX_CATEGORY = 64

/** The slug that filters and addresses take for a category as people write it; empty where it has no Latin letter and no digit. */
export function categorySlug(name: string): string {
  const lower = name.toLowerCase()
  return /^[a-z0-9][a-z0-9-]*$/.test(lower) ? lower : slugOf(name)
}

/**
 * The name of each category that is written otherwise than its slug. Where sources spell one differently, the first
 * spelling counts.
 */
export function categoryNames(written: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const name of written) {
    const slug = categorySlug(name)
    if (name !== slug && !names.has(slug)) names.set(slug, name)
  }
  return names
}
