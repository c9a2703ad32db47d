import type { QueryNode, SearchField } from '../../model/search.ts'
import { escapeHtmlAndQuotes } from '../../text/html/escape-html.ts'
import { findWholeMarks } from './find-marks.ts'
import { passage, type Mark } from './passage.ts'

export interface HighlightOptions {
  /** Maximum length of the passage, in UTF-16 units; default the whole text. */
  readonly maxChars?: number
  /** The field of the text. Words that the query limits to other fields are not marked. */
  readonly field?: SearchField
}

/**
 * Marks what a query found in a text.
 *
 * @param text plain text; not trusted
 * @param language BCP 47 tag of the text, which decides how words are stemmed
 * @returns HTML with `<mark>` as its only tag and everything else escaped. A passage has `…` at each end that was cut.
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

/** Joins adjacent marks, since a dictionary may cut a word of a script without spaces in two. */
function joinAdjacent(marks: readonly Mark[]): Mark[] {
  const joined: Mark[] = []
  for (const mark of marks) {
    const last = joined.at(-1)
    if (last?.end === mark.start) joined[joined.length - 1] = { ...last, end: mark.end }
    else joined.push(mark)
  }
  return joined
}
