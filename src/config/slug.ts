import { fold } from '../domain/text/fold.ts'

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
