/** Letters that decompose into nothing plain. */
const SPELLED: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['&', ' and '],
  ['+', ' plus '],
])

/** `[a-z0-9][a-z0-9-]*`, at most 64 characters; empty where nothing of the text is Latin or a digit. */
export function slugOf(text: string): string {
  return text
    .slice(0, 500)
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]/g, (letter) => SPELLED.get(letter) ?? letter)
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
