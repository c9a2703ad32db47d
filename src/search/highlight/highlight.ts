import type { QueryNode, SearchField } from '../../model/search.ts'
import { graphemeStart } from '../../text/graphemes.ts'
import { escapeHtmlAndQuotes } from '../../text/html/escape-html.ts'
import { findWholeMarks, type Mark } from './find-marks.ts'

export interface HighlightOptions {
  /** Maximum length of the passage, in UTF-16 units; default the whole text. */
  readonly maxChars?: number
  /** The field of the text. Words that the query limits to other fields are not marked. */
  readonly field?: SearchField
}

/**
 * Marks matches of a query in a text.
 *
 * @param text plain text; not trusted
 * @param language BCP 47 tag of the text, for stemming
 * @returns HTML with `<mark>` as its only tag and the rest escaped. A passage has `…` at each end that was cut.
 */
export function highlight(
  text: string,
  node: QueryNode,
  language: string | null,
  options: HighlightOptions = {},
): string {
  const marks = findWholeMarks(text, node, language, options.field)
  const part = passage(text, marks, options.maxChars ?? text.length)
  let html = part.start > 0 ? '…' : ''
  let at = part.start
  const within = marks.filter((mark) => mark.start >= part.start && mark.end <= part.end)
  for (const mark of joinAdjacent(within)) {
    html += escapeHtmlAndQuotes(text.slice(at, mark.start))
    html += `<mark>${escapeHtmlAndQuotes(text.slice(mark.start, mark.end))}</mark>`
    at = mark.end
  }
  html += escapeHtmlAndQuotes(text.slice(at, part.end))
  return part.end < text.length ? `${html}…` : html
}

/** Joins adjacent marks: a dictionary may split a word of a script without spaces. */
function joinAdjacent(marks: readonly Mark[]): Mark[] {
  const joined: Mark[] = []
  for (const mark of marks) {
    const last = joined.at(-1)
    if (last?.end === mark.start) joined[joined.length - 1] = { ...last, end: mark.end }
    else joined.push(mark)
  }
  return joined
}

interface Passage {
  readonly start: number
  readonly end: number
}

/**
 * Selects the best passage for a query: with the most different words of the query, then where they are closest, then
 * the earliest. It starts at a sentence or a word if one is near.
 *
 * @param marks in order of the text, without overlaps
 * @param maxChars > 0, in UTF-16 units
 */
function passage(text: string, marks: readonly Mark[], maxChars: number): Passage {
  if (text.length <= maxChars) return { start: 0, end: text.length }
  const best = densest(marks, maxChars)
  if (best === undefined) return { start: 0, end: endNear(text, 0, maxChars) }

  // Centres the marks in the passage, unless the text ends before.
  const spare = Math.max(0, maxChars - (best.end - best.start))
  const earliest = Math.max(0, best.start - Math.floor(spare / 2))
  const start = startNear(text, Math.min(earliest, text.length - maxChars), best.start)
  return { start, end: Math.max(best.end, endNear(text, start, maxChars)) }
}

/** The shortest range of at most `maxChars` with the most different words, by a sliding window. */
function densest(marks: readonly Mark[], maxChars: number): Passage | undefined {
  const counts = new Map<number, number>()
  let best: Passage | undefined
  let mostTerms = 0
  let first = 0
  for (const mark of marks) {
    counts.set(mark.term, (counts.get(mark.term) ?? 0) + 1)
    for (let left = marks[first]; left !== undefined && left !== mark; left = marks[first]) {
      const count = counts.get(left.term) ?? 1
      if (count === 1 && mark.end - left.start <= maxChars) break
      if (count === 1) counts.delete(left.term)
      else counts.set(left.term, count - 1)
      first++
    }
    const start = marks[first]?.start ?? mark.start
    const tighter = best === undefined || mark.end - start < best.end - best.start
    if (counts.size > mostTerms || (counts.size === mostTerms && tighter && counts.size > 1)) {
      best = { start, end: mark.end }
      mostTerms = counts.size
    }
  }
  return best
}

/** The start of a sentence, else of a word, at most 40 characters after `wanted` and not after `latest`. */
function startNear(text: string, wanted: number, latest: number): number {
  if (wanted <= 0) return 0
  const near = text.slice(wanted, Math.min(latest, wanted + 40))
  const sentence = /[.!?。！？]\s*(?=\S)/u.exec(text.slice(wanted - 1, Math.min(latest, wanted + 40)))
  if (sentence !== null) return wanted - 1 + sentence.index + sentence[0].length
  if (/\s/.test(text.charAt(wanted - 1))) return wanted
  const space = near.search(/\s\S/)
  return space === -1 ? graphemeStart(text, wanted) : wanted + space + 1
}

/** The end of a passage: at most `maxChars` after `start`, at the end of a word if one is near. */
function endNear(text: string, start: number, maxChars: number): number {
  const end = Math.min(text.length, start + maxChars)
  if (end === text.length || /\s/.test(text.charAt(end))) return end
  const space = text.slice(Math.max(start, end - 30), end).search(/\s\S*$/)
  return space === -1 ? graphemeStart(text, end) : Math.max(start, end - 30) + space
}
