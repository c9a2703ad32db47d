import { isIdeograph } from '../../src/text/word-count.ts'

/** Titles with fewer words, or characters where words have no spaces, are given to many articles. */
const MIN_WORDS = 4
const MIN_IDEOGRAPHS = 8

/** Between a headline and the name of the place that has it. */
const SEPARATOR = /\s+(?:[-–—|·•»]|::)\s+|\s*[|｜_]\s*/g

/** A site's name after a separator: few words, the first of them capital or without case, no digit. */
const MAX_NAME_WORDS = 4

/**
 * What the titles of one article in several papers have in common: its words, folded, without the paper's name.
 *
 * @param title as `titleOf` makes it
 * @returns empty where the title says too little to tell articles apart
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

/** Scripts that say much in few characters without spaces; Korean words are short but spaced. */
function isDense(code: number): boolean {
  return isIdeograph(code) || (code >= 0x0e00 && code < 0x0f00) || (code >= 0xac00 && code < 0xd7b0)
}
