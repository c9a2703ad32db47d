import { isIdeograph } from '../../src/text/word-count.ts'

/** Titles with fewer words, or fewer characters in scripts without spaces, are shared by many articles. */
const MIN_WORDS = 4
const MIN_IDEOGRAPHS = 8

/** Separates a headline from the name of the site. */
const SEPARATOR = /\s+(?:[-–—|·•»]|::)\s+|\s*[|｜_]\s*/g

/** Words of a site's name after a separator, at most. The name begins with no lower-case letter and has no digit. */
const MAX_NAME_WORDS = 4

/**
 * The folded words of a title without the site's name: titles of one article on several sites have the same key.
 *
 * @param title as `titleOf` makes it
 * @returns empty if the title is too short to identify an article
 */
export function titleKeyOf(title: string): string {
  const headline = foldedWords(withoutPlace(title))
  return isDistinctive(headline) ? headline.join(' ') : ''
}

function withoutPlace(title: string): string {
  const last = [...title.matchAll(SEPARATOR)].at(-1)
  if (last === undefined) return title
  const name = title.slice(last.index + last[0].length)
  const words = name.split(' ')
  const likeAName = words.length <= MAX_NAME_WORDS && /^[^\p{Ll}\p{N}]/u.test(name) && !/\p{N}/u.test(name)
  return likeAName || /^[\w-]+(?:\.[\w-]+)+$/.test(name) ? title.slice(0, last.index) : title
}

function foldedWords(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(\p{L})['’](?=\p{L})/gu, '$1')
  return folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

function isDistinctive(words: readonly string[]): boolean {
  if (words.length >= MIN_WORDS) return true
  let ideographs = 0
  for (const word of words)
    for (let at = 0; at < word.length; at++) if (isDense(word.charCodeAt(at))) ideographs++
  return ideographs >= MIN_IDEOGRAPHS
}

/** Scripts in which few characters say much: ideographs, Thai, Lao, and Korean, whose words are short. */
function isDense(code: number): boolean {
  return isIdeograph(code) || (code >= 0x0e00 && code < 0x0f00) || (code >= 0xac00 && code < 0xd7b0)
}
