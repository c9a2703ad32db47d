import { cutText } from './summary.ts'
import { decodeLeftovers, oneLine } from './text.ts'
import { textOf } from './sanitize.ts'
import { isIdeograph } from './words.ts'

/** Longest title, in UTF-16 units; a longer one is an article in the wrong place. */
const MAX_TITLE_CHARS = 500

/** Titles with fewer words, or characters where words have no spaces, are given to many articles. */
const LEAST_WORDS = 4
const LEAST_IDEOGRAPHS = 8

/** Between a headline and the name of the place that has it. */
const SEPARATOR = /\s+(?:[-–—|·•»]|::)\s+|\s*[|｜_]\s*/g

/** A site's name after a separator: few words, the first of them capital or without case, no digit. */
const MOST_NAME_WORDS = 4

/**
 * What a browser would take for live markup, had somebody forgotten to escape a text. Of an element that is not
 * closed only the tag: who writes about `<script>` goes on.
 */
const LIVE_MARKUP = /<(script|style|iframe|object)\b(?:[^]*?<\/\1\s*>|[^<>]*>?)|<[/!?]?[a-z][^<>]*=[^<>]*>?/gi

/**
 * Makes one line of plain text of a title, an author's name or a tag, which feeds write as text or as HTML,
 * escaped once, twice or not at all.
 *
 * @param most in UTF-16 units; more is cut with an ellipsis
 */
export function plainLine(html: string, most: number): string {
  const line = /[<&]/.test(html)
    ? oneLine(textOf(html.slice(0, 4 * most + 2_000)))
    : oneLine(html.slice(0, 2 * most))
  return cutText(defused(oneLine(decodeLeftovers(line))), most)
}

/** A title as one line, at most 500 characters; empty where there is none, or nothing of it would be seen. */
export function titleOf(html: string): string {
  const title = plainLine(html, MAX_TITLE_CHARS)
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(title) ? title : ''
}

/**
 * Takes markup that could do something out of a plain text. It would be harmless as what it is, a text;
 * this is for those who show it as something else. A bare tag that is spoken about (`<canvas>`) stays.
 */
export function defused(text: string): string {
  return text.includes('<') ? oneLine(text.replace(LIVE_MARKUP, ' ')) : text
}

/**
 * Gives what the titles of one article in several sources have in common: words alone, folded, without the
 * name of the place.
 *
 * @param title as `titleOf` makes it
 * @returns empty where the title says too little to tell articles apart
 */
export function titleKeyOf(title: string): string {
  const headline = foldedWords(withoutPlace(title))
  return tellsApart(headline) ? headline.join(' ') : ''
}

function withoutPlace(title: string): string {
  const last = [...title.matchAll(SEPARATOR)].at(-1)
  if (last === undefined) return title
  const name = title.slice(last.index + last[0].length)
  const words = name.split(' ')
  const likeAName = words.length <= MOST_NAME_WORDS && /^[^\p{Ll}\p{N}]/u.test(name) && !/\p{N}/u.test(name)
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

function tellsApart(words: readonly string[]): boolean {
  if (words.length >= LEAST_WORDS) return true
  let ideographs = 0
  for (const word of words)
    for (let at = 0; at < word.length; at++) if (isDense(word.charCodeAt(at))) ideographs++
  return ideographs >= LEAST_IDEOGRAPHS
}

/** Scripts that say much in few characters without spaces; Korean words are short but spaced. */
function isDense(code: number): boolean {
  return isIdeograph(code) || (code >= 0x0e00 && code < 0x0f00) || (code >= 0xac00 && code < 0xd7b0)
}
