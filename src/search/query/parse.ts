import type { QueryNode, SearchField } from '../../model/search.ts'
import type { EpochMs } from '../../model/time.ts'
import { NUMBER_SPACES } from '../../text/joined-words.ts'
import { languageName } from '../../text/language/language-tag.ts'
import { categoryName } from '../../text/slug.ts'
import { segments, type Segment } from '../../text/words.ts'
import { lex, unknownOperator, type Lexeme } from './lex.ts'
import { allOf, anyOf, noneOf, printQuery, wholeWord, withSpellings } from './node.ts'

interface ParsedQuery {
  /** `undefined` if the query has no words, fields or times. */
  readonly node: QueryNode | undefined
  /** The query in normal form, for the response. Parsing it gives the same query. */
  readonly text: string
}

/**
 * Parses a query. Any text is valid: misplaced operators count as text. Never throws; linear in the length of the text.
 *
 * @see docs/search.md for the grammar
 */
export function parseQuery(text: string): ParsedQuery {
  const node = new Reader(lex(text)).readAny(undefined)
  if (node === undefined) return { node, text: '' }
  return { node: withSpellings(node), text: printQuery(node) }
}

/** Lists names that look like operators and are searched as text: unknown fields, and fields with invalid values. */
export function ignoredOperators(text: string): string[] {
  const lexemes = lex(text)
  const names = lexemes.map((lexeme, i) => {
    const before = lexemes[i - 1]
    const isValue = before?.kind === 'field' || before?.kind === 'comma'
    if (lexeme.kind === 'text' && !isValue) return unknownOperator(lexeme.text)
    if (lexeme.kind !== 'field' || (lexeme.field !== 'before' && lexeme.field !== 'after')) return undefined
    const next = lexemes[i + 1]
    return next?.kind === 'text' && parseDay(next.text) !== undefined ? undefined : lexeme.field
  })
  return [...new Set(names.filter((name) => name !== undefined))]
}

/** The parser's state. Its recursion is limited by the depth that `lex` allows. */
class Reader {
  readonly #lexemes: readonly Lexeme[]
  #at = 0

  constructor(lexemes: readonly Lexeme[]) {
    this.#lexemes = lexemes
  }

  /** any := all (OR all)* */
  readAny(field: SearchField | undefined): QueryNode | undefined {
    const children = [this.#readAll(field)]
    while (this.#lexemes[this.#at]?.kind === 'or') {
      this.#at++
      children.push(this.#readAll(field))
    }
    return anyOf(children)
  }

  /** all := one* */
  #readAll(field: SearchField | undefined): QueryNode | undefined {
    const children: (QueryNode | undefined)[] = []
    for (;;) {
      const kind = this.#lexemes[this.#at]?.kind
      if (kind === undefined || kind === 'close' || kind === 'or') return allOf(children)
      children.push(this.#readOne(field))
    }
  }

  /** one := - one | field: one | ( any ) | "phrase" | text */
  #readOne(field: SearchField | undefined): QueryNode | undefined {
    const lexeme = this.#lexemes[this.#at++]
    if (lexeme === undefined) return undefined
    switch (lexeme.kind) {
      case 'minus':
        return noneOf(this.#readOperand(field))
      case 'field':
        return lexeme.field === 'before' || lexeme.field === 'after'
          ? this.#readDay(lexeme.field, field)
          : this.#readValues(lexeme.field)
      case 'open': {
        const group = this.readAny(field)
        this.#at++ // its close: lex has balanced them
        return group
      }
      case 'quoted':
        return phrase(lexeme.text, field)
      case 'text':
        return chunk(lexeme.text, field)
      case 'close':
      case 'or':
      case 'comma':
        return undefined // the callers stop before these
    }
  }

  /** values := [ - ] one ("," [ - ] one)*: any of them, and none of those with a minus */
  #readValues(field: SearchField): QueryNode | undefined {
    const wanted: (QueryNode | undefined)[] = []
    const unwanted: (QueryNode | undefined)[] = []
    do {
      if (this.#lexemes[this.#at]?.kind === 'comma') this.#at++
      const isOut = this.#lexemes[this.#at]?.kind === 'minus'
      if (isOut) this.#at++
      const list = isOut ? unwanted : wanted
      list.push(this.#readOperand(field))
    } while (this.#lexemes[this.#at]?.kind === 'comma')
    return allOf([wanted.length === 0 ? undefined : anyOf(wanted), ...unwanted.map(noneOf)])
  }

  #readOperand(field: SearchField | undefined): QueryNode | undefined {
    const kind = this.#lexemes[this.#at]?.kind
    return kind === undefined || kind === 'close' || kind === 'or' || kind === 'comma'
      ? undefined
      : this.#readOne(field)
  }

  /** An invalid day is text. */
  #readDay(kind: 'before' | 'after', field: SearchField | undefined): QueryNode | undefined {
    const next = this.#lexemes[this.#at]
    const at = next?.kind === 'text' ? parseDay(next.text) : undefined
    if (at === undefined) return allOf([chunk(kind, field), this.#readOperand(field)])
    this.#at++
    return { kind, at }
  }
}

function phrase(text: string, field: SearchField | undefined): QueryNode | undefined {
  const plain = text.trim().replace(/\s+/g, ' ')
  if (segments(plain).length === 0) return undefined
  const read = field && READ_NAMES[field]
  return read ? wholeWord(read(plain), field) : { kind: 'phrase', text: plain, field }
}

/** A run without spaces: a word, words joined by hyphens, or a sentence of a script without spaces. */
function chunk(text: string, field: SearchField | undefined): QueryNode | undefined {
  if (field !== undefined && NAME_FIELDS.has(field)) return name(text, field)
  const prefix = /\*+$/.test(text)
  const pieces = piecesOf(text)
  const parts = pieces.map((piece) => segments(piece))
  const last = parts.findLastIndex((part) => part.length > 0)
  return allOf(pieces.map((piece, i) => joined(piece, parts[i] ?? [], prefix && i === last, field)))
}

/** Splits a run at punctuation, except in numbers: `5,000`, `3,14`. Several commas without groups are a list. */
function piecesOf(text: string): string[] {
  // Queries have no control characters.
  const kept = text.replace(NUMBER, (number) => number.replaceAll(',', '\0'))
  return kept.split(/[:,;|，、。：；！？]+/).map((piece) => piece.replaceAll('\0', ','))
}

const NUMBER = /(?<!\p{N}|\p{N},)(?:[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}|\d+,\d+)(?!\p{N}|,\p{N})/gu

/** Matches text whose meaning survives printing and parsing. */
const AS_WRITTEN = new RegExp(`^[\\p{L}\\p{M}\\p{N}.,&'’/+_#@${NUMBER_SPACES}-]+$`, 'u')

/** `covid-19` becomes a phrase, since its parts must be adjacent. Scripts without spaces are searched word by word. */
function joined(
  text: string,
  parts: readonly Segment[],
  prefix: boolean,
  field: SearchField | undefined,
): QueryNode | undefined {
  if (parts.length > 1 && !prefix && parts.every((part) => part.kind === 'word')) {
    const written = text.slice(parts[0]?.start, parts.at(-1)?.end)
    const texts = parts.map((part) => part.text)
    return {
      kind: 'phrase',
      text: texts.join(' '),
      field,
      joined: AS_WRITTEN.test(written) ? written : texts.join('-'),
    }
  }
  const significant = parts.filter((part) => !isParticle(part))
  const wanted = significant.length > 0 ? significant : parts
  return allOf(wanted.map((part, i) => word(part.text, prefix && i === wanted.length - 1, field)))
}

function word(text: string, prefix: boolean, field: SearchField | undefined): QueryNode {
  // Printed, a word like `or` must not become an operator.
  return { kind: 'word', text: OPERATORS.has(text) ? text.toLowerCase() : text, prefix, field }
}

const OPERATORS: ReadonlySet<string> = new Set(['OR', 'AND', 'NOT'])

/** Fields whose value is a name, which is not split into words: `site:bbc.co.uk`, `source:hacker-news`. */
export const NAME_FIELDS: ReadonlySet<SearchField> = new Set<SearchField>([
  'source',
  'category',
  'region',
  'lang',
  'site',
  'tag',
  'story',
  'has',
])

function name(text: string, field: SearchField): QueryNode | undefined {
  // Tags may contain any characters: `c++`, `#election`.
  if (field === 'tag') return tag(text)
  const bare = field === 'site' ? text.replace(/^https?:\/\//i, '').replace(/[/?#].*$/s, '') : text
  const prefix = /\*+$/.test(bare)
  const value = bare
    .replace(/["\u201c\u201d\u201e\u00ab\u00bb]/g, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '')
    .normalize('NFC')
  if (value === '') return undefined
  const read = prefix ? undefined : READ_NAMES[field]
  return { kind: 'word', text: read?.(value) ?? value, prefix, field }
}

/** Normalises names that have several spellings. */
const READ_NAMES: { readonly [Field in SearchField]?: (name: string) => string } = {
  lang: languageName,
  category: categoryName,
}

function tag(text: string): QueryNode | undefined {
  const value = text
    .replace(/["\u201c\u201d\u201e\u00ab\u00bb]/g, '')
    .toLowerCase()
    .normalize('NFC')
  return value === '' ? undefined : wholeWord(value, 'tag')
}

/** Whether a part is a single kana or one of the commonest Han particles, like `the` in English. */
function isParticle(part: Segment): boolean {
  return part.kind === 'han' && /^(\p{Script=Hiragana}|[的了是在和与與])$/u.test(part.text)
}

/**
 * Parses the start of a day, month or year (`2026-01-31`, `2026-01`, `2026`), or an RFC 3339 time.
 *
 * @returns `undefined` for anything else, and for an impossible day
 */
function parseDay(text: string): EpochMs | undefined {
  const parts = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text)
  if (parts !== null) {
    const iso = `${parts[1]}-${parts[2] ?? '01'}-${parts[3] ?? '01'}`
    const at = Date.parse(`${iso}T00:00:00Z`)
    return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== iso ? undefined : at
  }
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i.test(text)) return undefined
  const at = Date.parse(text.toUpperCase())
  const printable = at >= Date.parse('0000-01-01T00:00:00Z') && at <= Date.parse('9999-12-31T23:59:59.999Z')
  return printable ? at : undefined
}
