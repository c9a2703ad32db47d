import type { SearchField } from '../../domain/search.ts'
import { stem } from '../../domain/text/stem.ts'
import { type Token, words } from '../../domain/text/words.ts'
import { canonicalKey } from '../../domain/url.ts'
import { stemToken } from './stem-table.ts'

/** Fields that the full-text table answers; the others are answered from the columns. */
export type TextField = Extract<SearchField, 'title' | 'author' | 'site'>

/** A word or phrase of a query. */
export interface TextTerm {
  readonly text: string
  readonly field: TextField | undefined
  /** Whether the forms of the word count too. */
  readonly forms: boolean
  readonly prefix: boolean
}

/**
 * Writes a term as an FTS5 expression. Every token is quoted, so that nothing a user writes is FTS5's syntax.
 *
 * @param languages primary subtags of the collection's languages: a word is looked for by its stem in each
 * @returns `undefined` where there is nothing to look for in the text
 */
export function matchOf(term: TextTerm, languages: readonly string[]): string | undefined {
  if (term.field === 'site') return siteMatch(term.text)
  const sought = soughtTokens(term.text)
  const first = sought[0]
  if (first === undefined) return undefined

  const lone = sought.length === 1
  const loneGram = lone && first.kind === 'gram' && /^.$/u.test(first.folded)
  const phrase = quoted(sought.map((token) => token.folded).join(' ')) + (term.prefix || loneGram ? ' *' : '')
  const forms = lone && term.forms && !term.prefix && first.kind === 'word' ? stemsOf(first, languages) : []
  const columns = term.field === undefined ? TEXT_COLUMNS : `{${term.field}}`
  return `${columns} : (${[phrase, ...forms].join(' OR ')})`
}

const TEXT_COLUMNS = '{title summary labels author content}'

/** The index's tokens for a text; the last character of a word without spaces stands in the pair before it already. */
function soughtTokens(text: string): Token[] {
  const tokens = words(text, null)
  const last = tokens.at(-1)
  const before = tokens.at(-2)
  const covered = last?.kind === 'gram' && before?.kind === 'gram' && before.end > last.start
  return covered ? tokens.slice(0, -1) : tokens
}

function stemsOf(token: Token, languages: readonly string[]): string[] {
  return languages.map((language) => quoted(stemToken(stem(token.text, language), language)))
}

function siteMatch(text: string): string | undefined {
  const key = canonicalKey(text)
  const host = key === undefined ? text.trim().toLowerCase() : new URL(key).hostname
  return host === '' ? undefined : `{site} : ${quoted(host)}`
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
