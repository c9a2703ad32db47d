import type { QueryNode } from '../../model/search.ts'
import { fold } from '../../text/fold.ts'
import { graphemeStart } from '../../text/graphemes.ts'
import { lookup } from '../../text/lookup.ts'
import { termsOf } from '../query/node.ts'
import { highlight } from './highlight.ts'

/** Number of characters of a text that are searched. */
const MAX_CHARS = 100_000
/** Length in characters of the range that is read word by word. Several passages fit in it. */
const WINDOW_CHARS = 1_000
/** Maximum number of offsets per word. */
const MAX_OFFSETS = 50

/**
 * Returns the best passage of a long text as `highlight` does. Reads only one range word by word: the one with prefixes
 * of most words of the query.
 *
 * @returns `undefined` if the range has none of the words
 */
export function highlightPassage(
  text: string,
  node: QueryNode,
  language: string | null,
  maxChars: number,
): string | undefined {
  const from = bestWindow(text.slice(0, MAX_CHARS), node)
  const range = text.slice(from, graphemeStart(text, from + WINDOW_CHARS))
  const html = highlight(range, node, language, { maxChars })
  if (!html.includes('<mark>')) return undefined
  const before = from > 0 && !html.startsWith('…') ? '…' : ''
  const after = from + range.length < text.length && !html.endsWith('…') ? '…' : ''
  return before + html + after
}

/** Start of the first range with the most different words. */
function bestWindow(text: string, node: QueryNode): number {
  if (text.length <= WINDOW_CHARS) return 0
  const lower = text.toLowerCase()
  // Some letters get longer in lower case, which would shift the offsets.
  if (lower.length !== text.length) return 0

  const offsets = prefixesOf(node)
    .flatMap((beginning, term) => offsetsOf(lower, beginning).map((at) => ({ at, term })))
    .sort((a, b) => a.at - b.at)
  let best = 0
  let most = 0
  for (const [i, first] of offsets.entries()) {
    const terms = new Set<number>()
    for (let j = i; j < offsets.length; j += 1) {
      const next = offsets[j]
      if (next === undefined || next.at > first.at + WINDOW_CHARS / 2) break
      terms.add(next.term)
    }
    if (terms.size <= most) continue
    most = terms.size
    best = first.at
  }
  return wordStart(text, Math.max(0, best - WINDOW_CHARS / 4))
}

function offsetsOf(lower: string, beginning: string): number[] {
  const offsets: number[] = []
  for (let at = lower.indexOf(beginning); at >= 0; at = lower.indexOf(beginning, at + beginning.length)) {
    if (at === 0 || !isLatin(lower.charCodeAt(at - 1)) || !isLatin(lower.charCodeAt(at))) offsets.push(at)
    if (offsets.length === MAX_OFFSETS) break
  }
  return offsets
}

/** For each word, the prefix that its inflections usually share: the first 70 % of its letters. */
function prefixesOf(root: QueryNode): string[] {
  const beginnings = new Set<string>()
  for (const { text, field } of termsOf(root)) {
    if (field !== undefined) continue
    for (const { folded, kind } of lookup(fold(text))) {
      beginnings.add(kind === 'gram' ? folded : folded.slice(0, Math.max(3, Math.ceil(folded.length * 0.7))))
    }
  }
  return [...beginnings].filter((beginning) => beginning !== '').slice(0, 50)
}

function isLatin(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39)
}

/** Start of the next word if one is near, else `at`. Never splits a grapheme. */
function wordStart(text: string, at: number): number {
  if (at === 0) return 0
  const space = text.slice(at, at + 40).search(/\s\S/)
  if (space >= 0) return at + space + 1
  return graphemeStart(text, at)
}
