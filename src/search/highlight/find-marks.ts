import type { QueryNode, SearchField } from '../../model/search.ts'
import { graphemeEnd, graphemeStart } from '../../text/graphemes.ts'
import { forEachJoinedWord } from '../../text/joined-words.ts'
import { forEachRun } from '../../text/runs.ts'
import { type Token, wordForms, words } from '../../text/words.ts'
import { type CandidateUnit, type SearchedTerms, searchedTerms, type UnitTest } from './searched-terms.ts'

/** A range of text that matches the query, `[start, end)` in UTF-16 units. */
export interface Mark {
  readonly start: number
  readonly end: number
  /** Index of the word or phrase in the query. */
  readonly term: number
}

/** Like `findMarks`, but no mark begins or ends within a letter or an emoji. */
export function findWholeMarks(
  text: string,
  node: QueryNode,
  language: string | null,
  field: SearchField | undefined,
): Mark[] {
  const marks = findMarks(text, node, language, field)
  return withoutOverlaps(
    marks.map(({ start, end, term }) => ({
      start: graphemeStart(text, start),
      end: graphemeEnd(text, end),
      term,
    })),
  )
}

/** Finds a query's words and phrases in a text, in order, without overlaps. */
export function findMarks(
  text: string,
  node: QueryNode,
  language: string | null,
  field: SearchField | undefined,
): Mark[] {
  const sought = searchedTerms(node, field, language)
  if (sought === undefined) return []
  const { startingWith, mayStart, termOf, singleTerms } = sought
  const hyphenated = findHyphenated(text, sought, language)
  if (termOf !== undefined) {
    const found = findWords(text, termOf, mayStart)
    if (singleTerms || found.length === 0)
      return hyphenated.length === 0 ? found : withoutOverlaps([...found, ...hyphenated])
  }

  const tokens = words(text, sought.hasStems ? language : null, { byDictionary: false })
  const found: Mark[] = hyphenated
  tokens.forEach((token, i) => {
    for (const candidate of startingWith(token)) {
      const last = matchFrom(tokens, i, candidate.units)
      if (last !== undefined) found.push({ start: token.start, end: last, term: candidate.term })
    }
  })
  return withoutOverlaps(found)
}

/** Words of a text at which a word or phrase of the query starts. */
function findWords(text: string, termOf: (raw: string) => number, mayStart: UnitTest): Mark[] {
  const found: Mark[] = []
  forEachRun(text, (kind, start, end) => {
    if (kind !== 'word' || !mayStart(text.charCodeAt(start))) return
    const term = termOf(text.slice(start, end))
    if (term >= 0) found.push({ start, end, term })
  })
  return found
}

/** Hyphenated words and grouped numbers that are searched as one word. */
function findHyphenated(text: string, sought: SearchedTerms, language: string | null): Mark[] {
  const found: Mark[] = []
  const formOf = wordForms(language)
  forEachJoinedWord(text, language, (start, end, joined) => {
    if (!sought.mayStart(joined.charCodeAt(0))) return
    const candidate = sought.startingWith(formOf(joined)).find(({ units }) => units.length === 1)
    if (candidate !== undefined) found.push({ start, end, term: candidate.term })
  })
  return found
}

/** @returns the end of the match in the text; `undefined` if the units do not match */
function matchFrom(
  tokens: readonly Token[],
  from: number,
  units: readonly CandidateUnit[],
): number | undefined {
  const first = tokens[from]
  if (first === undefined) return undefined
  let end = first.start
  let at = from
  for (const unit of units) {
    while ((tokens[at]?.position ?? Infinity) < first.position + unit.offset) at++
    const token = tokens[at]
    if (token === undefined || token.position !== first.position + unit.offset || !matches(token, unit))
      return undefined
    // A single character of the query matches the first of a pair.
    end = token.kind === 'gram' && unit.prefix ? firstCharacterEnd(token, tokens[at + 1]) : token.end
  }
  return end
}

function matches(token: Token, unit: CandidateUnit): boolean {
  if (unit.prefix) return token.folded.startsWith(unit.folded)
  return (
    token.folded === unit.folded ||
    (token.kind === 'word' && unit.stem !== undefined && isInflection(token, unit.folded, unit.stem))
  )
}

/** Inflections match by their stems, or if one is the stem of the other. */
function isInflection(token: Token, folded: string, stemmed: string): boolean {
  return token.stem === stemmed || token.folded === stemmed || token.stem === folded
}

function firstCharacterEnd(token: Token, next: Token | undefined): number {
  return next !== undefined && next.kind === 'gram' && next.start < token.end ? next.start : token.end
}

function withoutOverlaps(found: readonly Mark[]): Mark[] {
  const marks: Mark[] = []
  for (const mark of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const before = marks.at(-1)
    if (before === undefined || mark.start >= before.end) marks.push(mark)
    else if (mark.end > before.end) marks[marks.length - 1] = { ...before, end: mark.end }
  }
  return marks
}
