import type { QueryNode, SearchField } from '../../model/search.ts'
import { graphemeEnd, graphemeStart } from '../../text/graphemes.ts'
import { escapeHtmlAndQuotes } from '../../text/html/escape-html.ts'
import { forEachJoinedWord } from '../../text/joined-words.ts'
import { lookup, type LookupUnit } from '../../text/lookup.ts'
import { forEachRun } from '../../text/runs.ts'
import { mayBeginLike, primaryLanguage } from '../../text/stems/stem.ts'
import { type Token, type WordForm, wordForms, words } from '../../text/words.ts'
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

/** What to mark in a text: like `findMarks`, but no mark begins or ends within a letter or an emoji. */
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

/** The positions of a query's words and phrases, in order, without overlaps. */
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

  const tokens = words(text, sought.hasStems ? language : null, false)
  const found: Mark[] = hyphenated
  tokens.forEach((token, i) => {
    for (const candidate of startingWith(token)) {
      const last = matchFrom(tokens, i, candidate.units)
      if (last !== undefined) found.push({ start: token.start, end: last, term: candidate.term })
    }
  })
  return withoutOverlaps(found)
}

/** The words of a text at which a word or phrase of the query starts. */
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

/** The terms of a query for texts of one field and language. */
interface SearchedTerms {
  readonly startingWith: CandidatesOf
  /** Whether a term of the query may start at a word, by the word's first UTF-16 unit. For scripts with spaces. */
  readonly mayStart: UnitTest
  /**
   * Gives the first of the query's terms that starts at a word, or -1. Caches the result, since texts repeat their words.
   * `undefined` if a term of the query starts in a script without spaces.
   */
  readonly termOf: ((raw: string) => number) | undefined
  /** Whether the query has only single words, no phrases. */
  readonly singleTerms: boolean
  /** Whether inflections of any of its words count. Otherwise the words of a text need no stems. */
  readonly hasStems: boolean
}

type UnitTest = (firstUnit: number) => boolean

type CandidatesOf = (form: WordForm) => readonly Candidate[]

/** A cache by query, field and language, since a page has many texts in few languages. */
const termsByQuery = new WeakMap<QueryNode, Map<string, SearchedTerms | undefined>>()

/** `undefined` if the query has no term for the field. */
function searchedTerms(
  node: QueryNode,
  field: SearchField | undefined,
  language: string | null,
): SearchedTerms | undefined {
  let ofQuery = termsByQuery.get(node)
  if (ofQuery === undefined) {
    ofQuery = new Map()
    termsByQuery.set(node, ofQuery)
  }
  const key = `${field ?? ''} ${primaryLanguage(language)}`
  if (!ofQuery.has(key)) {
    const wanted = candidatesOf(node, field, language)
    ofQuery.set(key, wanted.length === 0 ? undefined : makeSearchedTerms(wanted, language))
  }
  return ofQuery.get(key)
}

function makeSearchedTerms(wanted: readonly Candidate[], language: string | null): SearchedTerms {
  const startingWith = byFirstUnit(wanted)
  const spaced = wanted.every(({ units }) => isSpaced(units[0]?.text ?? ''))
  const firstUnits = wanted.flatMap(({ units }) => units.slice(0, 1))
  return {
    startingWith,
    mayStart: mayBeginLike(
      firstUnits.flatMap(({ folded, stem }) => [folded, stem ?? folded]),
      language,
    ),
    termOf: spaced ? termByWord(startingWith, language) : undefined,
    singleTerms: wanted.every(({ units }) => units.length === 1),
    hasStems: wanted.some(({ units }) => units.some((unit) => unit.stem !== undefined)),
  }
}

/** Whether a text is one word of a script with spaces. */
function isSpaced(text: string): boolean {
  let spaced = text !== ''
  forEachRun(text, (kind) => (spaced &&= kind === 'word'))
  return spaced
}

function termByWord(startingWith: CandidatesOf, language: string | null): (raw: string) => number {
  const formOf = wordForms(language)
  const known = new Map<string, number>()
  return (raw) => {
    const term = known.get(raw)
    if (term !== undefined) return term
    const form = formOf(raw)
    const first = form.folded === '' ? -1 : (startingWith(form)[0]?.term ?? -1)
    known.set(raw, first)
    return first
  }
}

interface CandidateUnit extends LookupUnit {
  /** `undefined` if inflections do not count. */
  readonly stem: string | undefined
}

interface Candidate {
  /** Index of the word or phrase in the query. A passage with more different terms is better. */
  readonly term: number
  readonly units: readonly CandidateUnit[]
}

function candidatesOf(root: QueryNode, field: SearchField | undefined, language: string | null): Candidate[] {
  const wanted: Candidate[] = []
  const formOf = wordForms(language)
  const visit = (node: QueryNode): void => {
    if (node.kind === 'and' || node.kind === 'or') node.children.forEach(visit)
    if (node.kind !== 'word' && node.kind !== 'phrase') return
    if (node.field !== undefined && node.field !== field) return
    const units = lookup(node.text, node.kind === 'word' && node.prefix)
    if (units.length === 0) return
    wanted.push({
      term: wanted.length,
      units: units.map((unit) => ({
        ...unit,
        // In quotes only the word as typed counts.
        stem: unit.kind === 'word' && node.kind === 'word' ? formOf(unit.text).stem : undefined,
      })),
    })
  }
  visit(root)
  return wanted
}

/**
 * Makes a function that finds the terms that may start at a word, without comparing it with each term of a long query.
 */
function byFirstUnit(wanted: readonly Candidate[]): CandidatesOf {
  const folded = new Map<string, Candidate[]>()
  const stems = new Map<string, Candidate[]>()
  const prefixes = wanted.filter((candidate) => candidate.units[0]?.prefix === true)
  for (const candidate of wanted) {
    const first = candidate.units[0]
    if (first === undefined || first.prefix) continue
    addTo(folded, first.folded, candidate)
    if (first.stem === undefined) continue
    addTo(stems, first.stem, candidate)
    if (first.folded !== first.stem) addTo(stems, first.folded, candidate)
  }
  return (form) => {
    // Candidates with the word as typed come first: a mark of single words gets the term of the first candidate.
    const same = union(union(folded.get(form.folded), stems.get(form.stem)), stems.get(form.folded)) ?? NONE
    if (prefixes.length === 0) return same
    const starting = prefixes.filter((candidate) => form.folded.startsWith(candidate.units[0]?.folded ?? ' '))
    return starting.length === 0 ? same : [...same, ...starting]
  }
}

/** The candidates of both lists, each once. Copies only if both lists exist, which is rare. */
function union(
  first: readonly Candidate[] | undefined,
  second: readonly Candidate[] | undefined,
): readonly Candidate[] | undefined {
  if (first === undefined || second === undefined || first === second) return first ?? second
  return [...new Set([...first, ...second])]
}

function addTo(map: Map<string, Candidate[]>, key: string, candidate: Candidate): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [candidate])
  else list.push(candidate)
}

const NONE: readonly Candidate[] = []

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

/** Sorts marks by position and joins those that overlap. */
function withoutOverlaps(found: readonly Mark[]): Mark[] {
  const marks: Mark[] = []
  for (const mark of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const before = marks.at(-1)
    if (before === undefined || mark.start >= before.end) marks.push(mark)
    else if (mark.end > before.end) marks[marks.length - 1] = { ...before, end: mark.end }
  }
  return marks
}
