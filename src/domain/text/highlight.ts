import type { QueryNode, SearchField } from '../search.ts'
import { lookup, type LookupUnit } from './lookup.ts'
import { passage, type Mark } from './passage.ts'
import { primaryLanguage, stem } from './stem.ts'
import { words, type Token } from './words.ts'

export interface HighlightOptions {
  /** At most so many characters of the text, the best passage of it; all of it where left out. */
  readonly maxChars?: number
  /** Which field the text is: what the query asks of other fields only is not marked. */
  readonly field?: SearchField
}

/**
 * Marks what a query found in a text.
 *
 * @param text plain text, nothing in it is trusted
 * @param language of the text, BCP 47: decides which word forms meet
 * @returns HTML with `<mark>` as its only tag, everything else escaped; a passage of a longer text has `…` where it was cut
 */
export function highlight(
  text: string,
  node: QueryNode,
  language: string | null,
  options: HighlightOptions = {},
): string {
  const marks = findMarks(text, node, language, options.field)
  const part = passage(text, marks, options.maxChars ?? text.length)
  let html = part.start > 0 ? '…' : ''
  let at = part.start
  const within = marks.filter((mark) => mark.start >= part.start && mark.end <= part.end)
  for (const mark of touchingAsOne(within)) {
    html += `${escapeHtml(text.slice(at, mark.start))}<mark>${escapeHtml(text.slice(mark.start, mark.end))}</mark>`
    at = mark.end
  }
  html += escapeHtml(text.slice(at, part.end))
  return part.end < text.length ? `${html}…` : html
}

/** A word that the dictionary of a script without spaces cut in two is still one to its reader. */
function touchingAsOne(marks: readonly Mark[]): Mark[] {
  const joined: Mark[] = []
  for (const mark of marks) {
    const last = joined.at(-1)
    if (last?.end === mark.start) joined[joined.length - 1] = { ...last, end: mark.end }
    else joined.push(mark)
  }
  return joined
}

/** Where a query's words and phrases stand, in order and apart from each other. */
export function findMarks(
  text: string,
  node: QueryNode,
  language: string | null,
  field: SearchField | undefined,
): Mark[] {
  const startingWith = startersOf(node, field, language)
  if (startingWith === undefined) return []
  const tokens = words(text, language, false)
  const found: Mark[] = []

  tokens.forEach((token, i) => {
    for (const candidate of startingWith(token)) {
      const last = matchFrom(tokens, i, candidate.units)
      if (last !== undefined) found.push({ start: token.start, end: last, term: candidate.term })
    }
  })
  return apart(found)
}

type Starters = (token: Token) => readonly Wanted[]

/** By query, by field and language: the texts of a page are many, its languages few. */
const knownStarters = new WeakMap<QueryNode, Map<string, Starters | undefined>>()

/** What of a query may start at a token; `undefined` where it looks for nothing in the field. */
function startersOf(
  node: QueryNode,
  field: SearchField | undefined,
  language: string | null,
): Starters | undefined {
  let ofQuery = knownStarters.get(node)
  if (ofQuery === undefined) {
    ofQuery = new Map()
    knownStarters.set(node, ofQuery)
  }
  const key = `${field ?? ''} ${primaryLanguage(language)}`
  if (!ofQuery.has(key)) {
    const wanted = wantedOf(node, field, language)
    ofQuery.set(key, wanted.length === 0 ? undefined : byFirstUnit(wanted))
  }
  return ofQuery.get(key)
}

interface WantedUnit extends LookupUnit {
  /** `undefined` where no other form counts. */
  readonly stem: string | undefined
}

interface Wanted {
  /** Which of the query's words: a passage with many different ones tells more. */
  readonly term: number
  readonly units: readonly WantedUnit[]
}

function wantedOf(root: QueryNode, field: SearchField | undefined, language: string | null): Wanted[] {
  const wanted: Wanted[] = []
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
        stem: unit.kind === 'word' && node.kind === 'word' ? stem(unit.text, language) : undefined,
      })),
    })
  }
  visit(root)
  return wanted
}

/** Finds what may start at a token without trying every word of a long query on every word of a long text. */
function byFirstUnit(wanted: readonly Wanted[]): Starters {
  const exact = new Map<string, Wanted[]>()
  const prefixes = wanted.filter((candidate) => candidate.units[0]?.prefix === true)
  for (const candidate of wanted) {
    const first = candidate.units[0]
    if (first === undefined || first.prefix) continue
    for (const key of first.stem === undefined
      ? [`=${first.folded}`]
      : [`=${first.folded}`, `~${first.stem}`]) {
      const list = exact.get(key)
      if (list === undefined) exact.set(key, [candidate])
      else list.push(candidate)
    }
  }
  return (token) => {
    const same = exact.get(`=${token.folded}`) ?? exact.get(`~${token.stem}`) ?? NONE
    if (prefixes.length === 0) return same
    const starting = prefixes.filter((candidate) =>
      token.folded.startsWith(candidate.units[0]?.folded ?? ' '),
    )
    return starting.length === 0 ? same : [...same, ...starting]
  }
}

const NONE: readonly Wanted[] = []

/** @returns where the match ends in the text */
function matchFrom(tokens: readonly Token[], from: number, units: readonly WantedUnit[]): number | undefined {
  const first = tokens[from]
  if (first === undefined) return undefined
  let end = first.start
  let at = from
  for (const unit of units) {
    while ((tokens[at]?.position ?? Infinity) < first.position + unit.offset) at++
    const token = tokens[at]
    if (token === undefined || token.position !== first.position + unit.offset || !matches(token, unit))
      return undefined
    // One character looked for is the first of a pair.
    end = token.kind === 'gram' && unit.prefix ? firstCharacterEnd(token, tokens[at + 1]) : token.end
  }
  return end
}

function matches(token: Token, unit: WantedUnit): boolean {
  if (unit.prefix) return token.folded.startsWith(unit.folded)
  return (
    token.folded === unit.folded ||
    (token.kind === 'word' && unit.stem !== undefined && token.stem === unit.stem)
  )
}

function firstCharacterEnd(token: Token, next: Token | undefined): number {
  return next !== undefined && next.kind === 'gram' && next.start < token.end ? next.start : token.end
}

/** In order of the text; of those that overlap, joined ones. */
function apart(found: readonly Mark[]): Mark[] {
  const marks: Mark[] = []
  for (const mark of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const before = marks.at(-1)
    if (before === undefined || mark.start >= before.end) marks.push(mark)
    else if (mark.end > before.end) marks[marks.length - 1] = { ...before, end: mark.end }
  }
  return marks
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
