import { getOrInsert } from '../../model/get-or-insert.ts'
import type { QueryNode, SearchField } from '../../model/search.ts'
import { lookup, type LookupUnit } from '../../text/lookup.ts'
import { forEachRun } from '../../text/runs.ts'
import { mayBeginLike, primaryLanguage } from '../../text/stems/stem.ts'
import { type WordForm, wordForms } from '../../text/words.ts'
import { termsOf } from '../query/node.ts'

/** The terms of a query for texts of one field and language. */
export interface SearchedTerms {
  readonly startingWith: CandidatesOf
  /** Whether a term may start at a word, by the word's first UTF-16 unit. For scripts with spaces. */
  readonly mayStart: UnitTest
  /**
   * Index of the query's first term that starts at a word, or -1. Cached, since texts repeat their words. `undefined`
   * if a term of the query starts in a script without spaces.
   */
  readonly termOf: ((raw: string) => number) | undefined
  /** Whether the query has no phrases. */
  readonly singleTerms: boolean
  /** Whether inflections of any of its words match. Otherwise the words of a text need no stems. */
  readonly hasStems: boolean
}

export type UnitTest = (firstUnit: number) => boolean

type CandidatesOf = (form: WordForm) => readonly Candidate[]

/** A cache by query, field and language, since a page has many texts in few languages. */
const termsByQuery = new WeakMap<QueryNode, Map<string, SearchedTerms | undefined>>()

/** `undefined` if the query has no term for the field. */
export function searchedTerms(
  node: QueryNode,
  field: SearchField | undefined,
  language: string | null,
): SearchedTerms | undefined {
  const ofQuery = getOrInsert(termsByQuery, node, () => new Map())
  const key = `${field ?? ''} ${primaryLanguage(language)}`
  if (!ofQuery.has(key)) {
    const wanted = candidatesOf(node, field, language)
    ofQuery.set(key, wanted.length === 0 ? undefined : makeSearchedTerms(wanted, language))
  }
  return ofQuery.get(key)
}

function makeSearchedTerms(wanted: readonly Candidate[], language: string | null): SearchedTerms {
  const startingWith = startingAt(wanted)
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

export interface CandidateUnit extends LookupUnit {
  /** `undefined` if inflections do not match. */
  readonly stem: string | undefined
}

interface Candidate {
  /** Index of the word or phrase in the query. */
  readonly term: number
  readonly units: readonly CandidateUnit[]
}

function candidatesOf(root: QueryNode, field: SearchField | undefined, language: string | null): Candidate[] {
  const wanted: Candidate[] = []
  const formOf = wordForms(language)
  for (const node of termsOf(root)) {
    if (node.field !== undefined && node.field !== field) continue
    const units = lookup(node.text, node.kind === 'word' && node.prefix)
    if (units.length === 0) continue
    wanted.push({
      term: wanted.length,
      units: units.map((unit) => ({
        ...unit,
        // In quotes only the word as typed matches.
        stem: unit.kind === 'word' && node.kind === 'word' ? formOf(unit.text).stem : undefined,
      })),
    })
  }
  return wanted
}

/**
 * Makes a function that finds the terms that may start at a word. Exact matches come first, since a mark gets the first
 * term.
 */
function startingAt(wanted: readonly Candidate[]): CandidatesOf {
  return (form) => {
    const rankOf = ({ units: [first] }: Candidate) => (first === undefined ? NO_RANK : rankAt(first, form))
    const found = wanted.filter((candidate) => rankOf(candidate) < NO_RANK)
    return found.length < 2 ? found : found.sort((a, b) => rankOf(a) - rankOf(b))
  }
}

/** Rank of a term for a word, the closest match first; `NO_RANK` if it does not match. */
function rankAt(first: CandidateUnit, { folded, stem }: WordForm): number {
  if (first.prefix) return folded.startsWith(first.folded) ? 3 : NO_RANK
  if (first.folded === folded) return 0
  if (first.stem === undefined) return NO_RANK
  if (first.stem === stem || first.folded === stem) return 1
  return first.stem === folded ? 2 : NO_RANK
}

const NO_RANK = 4
