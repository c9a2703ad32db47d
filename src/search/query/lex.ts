import { HAS_VALUES, type SearchField } from '../../model/search.ts'
import { NUMBER_SPACES } from '../../text/joined-words.ts'

/** A token of a query. Anything that is not an operator in its context is text. */
export type Lexeme =
  | { readonly kind: 'open' | 'close' | 'or' | 'minus' }
  /** Between the values of a field: `title:storm,flood`. */
  | { readonly kind: 'comma' }
  | { readonly kind: 'field'; readonly field: SearchField | 'before' | 'after' }
  | { readonly kind: 'quoted' | 'text'; readonly text: string }

/** Maximum depth of parentheses, which limits recursion. Deeper ones are ignored. */
const MAX_DEPTH = 20

/**
 * Splits a query into lexemes, in linear time. In the result, parentheses are balanced and at most `MAX_DEPTH` deep,
 * `or` is only between two operands, and `minus` only before an operand.
 */
export function lex(query: string): Lexeme[] {
  const text = query.replace(WIDTHLESS, '').replace(UNPRINTABLE, ' ').normalize('NFC')
  const lexemes: Lexeme[] = []
  const lastQuote = text.search(/["\u201c\u201d\u201e\u00ab\u00bb][^"\u201c\u201d\u201e\u00ab\u00bb]*$/)
  let at = 0

  while (at < text.length) {
    const character = text.charAt(at)
    if (WHITESPACE.test(character)) {
      at++
    } else if (character === '(' || character === ')') {
      lexemes.push({ kind: character === '(' ? 'open' : 'close' })
      at++
    } else if (QUOTES.includes(character) && at < lastQuote) {
      const end = nextQuote(text, at + 1)
      lexemes.push({ kind: 'quoted', text: text.slice(at + 1, end) })
      at = end + 1
    } else if (character === '-' && isOperator(text, at)) {
      lexemes.push({ kind: 'minus' })
      at++
    } else {
      const name = fieldAt(text, at)
      const field = name === undefined ? undefined : FIELDS.get(name.toLowerCase())
      if (name === undefined || field === undefined) {
        const end = textEnd(text, at, SPACED_NUMBER, /[\s()]/)
        lexemes.push({ kind: 'text', text: text.slice(at, end).replaceAll(' ', '\u00a0') })
        at = end
      } else {
        lexemes.push({ kind: 'field', field })
        at += name.length + 1
        at = field === 'before' || field === 'after' ? at : lexValues(text, at, lastQuote, lexemes)
      }
    }
  }
  return resolveOperators(balance(lexemes))
}

const WIDTHLESS = /\p{Default_Ignorable_Code_Point}/gu
/** Control characters and lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/gu
const WHITESPACE = /\s/
const QUOTES = '"\u201c\u201d\u201e\u00ab\u00bb'

const FIELD_NAMES = [
  'title', 'author', 'source', 'category', 'region', 'lang', 'site', 'tag', 'story', 'has', 'before', 'after',
] as const // prettier-ignore
/** Fields by name, and by the name of the parameter (`language`) or of other search engines. */
const FIELDS: ReadonlyMap<string, SearchField | 'before' | 'after'> = new Map([
  ...FIELD_NAMES.map((field) => [field, field] as const),
  ['language', 'lang'],
  ['domain', 'site'],
  ['intitle', 'title'],
])
const FIELD = new RegExp(`(${[...FIELDS.keys()].join('|')}):(?=[^\\s)])`, 'iy')
/** Fields that only take these values. With others they are text. */
const VALUES: Readonly<Record<string, RegExp>> = {
  story: /-?\d{1,15}(?:,-?\d{1,15})*(?=[\s)]|$)/y,
  has: new RegExp(`-?(?:${HAS_VALUES.join('|')})(?:,-?(?:${HAS_VALUES.join('|')}))*(?=[\\s)]|$)`, 'iy'),
}

function fieldAt(text: string, at: number): string | undefined {
  FIELD.lastIndex = at
  const name = FIELD.exec(text)?.[1]
  const values = VALUES[name?.toLowerCase() ?? '']
  if (name === undefined || values === undefined) return name
  values.lastIndex = at + name.length + 1
  return values.test(text) ? name : undefined
}

function nextQuote(text: string, from: number): number {
  let at = from
  while (at < text.length && !QUOTES.includes(text.charAt(at))) at++
  return at
}

/** Digits grouped by spaces, as in `12 500`: by spaces of numbers, or in thousands by any space. */
const SPACED_NUMBER = new RegExp(
  `(?<![\\p{L}\\p{N}])[1-9]\\d{0,2}(?:(?:[${NUMBER_SPACES}]\\d{3})+|(?: 000)+)(?![\\p{L}\\p{N}.,])`,
  'uy',
)

/** The end of a text that begins with a number, or with any character, before the next that stops it. */
function textEnd(text: string, from: number, number: RegExp, stop: RegExp): number {
  number.lastIndex = from
  let at = from + (number.exec(text)?.[0].length ?? 1)
  while (at < text.length && !stop.test(text.charAt(at))) at++
  return at
}

/**
 * Adds the values of a field, which are separated by commas. A minus excludes a value. A value is not a field:
 * `site:title:x` searches the site `title:x`. Parentheses, and a minus before them, are lexed as elsewhere.
 *
 * @returns the index after the values
 */
function lexValues(text: string, from: number, lastQuote: number, lexemes: Lexeme[]): number {
  let at = from
  let values = 0
  while (at < text.length && !/[\s()]/.test(text.charAt(at))) {
    if (text.charAt(at) === ',') {
      at++
      continue
    }
    const isOut = text.charAt(at) === '-' && /[^\s),-]/.test(text.charAt(at + 1))
    const start = isOut ? at + 1 : at
    const isGroup = text.charAt(start) === '('
    if (values > 0 && isGroup) break
    if (values++ > 0) lexemes.push({ kind: 'comma' })
    if (isOut) lexemes.push({ kind: 'minus' })
    if (isGroup) return start
    if (QUOTES.includes(text.charAt(start)) && start < lastQuote) {
      const end = nextQuote(text, start + 1)
      lexemes.push({ kind: 'quoted', text: text.slice(start + 1, end) })
      at = end + 1
      if (text.charAt(at) !== ',') return at
    } else {
      at = textEnd(text, start, COMMA_NUMBER, /[\s(),]/)
      lexemes.push({ kind: 'text', text: text.slice(start, at) })
    }
  }
  // A field must have a value, even if its text has only commas.
  if (values === 0 && at > from) lexemes.push({ kind: 'text', text: ',' })
  return at
}

/** A number with grouped digits, not a list: `title:5,000`. */
const COMMA_NUMBER = /(?<=(?:title|author):-?)[1-9]\d{0,2}(?:,\d{3})+(?!\p{N}|,\p{N})/iuy

/** Whether a minus is an operator: in `-word`, but not in `word-word` or between spaces. */
function isOperator(text: string, at: number): boolean {
  return (at === 0 || /[\s(]/.test(text.charAt(at - 1))) && /[^\s)-]/.test(text.charAt(at + 1))
}

/** Drops unmatched and too deep parentheses, and closes open ones. */
function balance(lexemes: readonly Lexeme[]): Lexeme[] {
  const balanced: Lexeme[] = []
  let depth = 0
  for (const lexeme of lexemes) {
    if (lexeme.kind === 'open' && ++depth > MAX_DEPTH) {
      // Otherwise the prefixes before it would accumulate.
      while (balanced.at(-1)?.kind === 'minus' || balanced.at(-1)?.kind === 'field') balanced.pop()
      continue
    }
    if (lexeme.kind === 'close' && (depth === 0 || depth-- > MAX_DEPTH)) continue
    balanced.push(lexeme)
  }
  for (let open = Math.min(depth, MAX_DEPTH); open > 0; open--) balanced.push({ kind: 'close' })
  return balanced
}

/**
 * Resolves words that are operators. `OR` between operands is an operator. `AND` between operands is dropped, since all
 * words are required by default. `NOT` before an operand is a minus. Elsewhere all three are words.
 */
function resolveOperators(lexemes: readonly Lexeme[]): Lexeme[] {
  const resolved: Lexeme[] = []
  lexemes.forEach((lexeme, i) => {
    const word = lexeme.kind === 'text' ? lexeme.text : ''
    const before = resolved.at(-1)?.kind
    const next = lexemes[i + 1]?.kind
    const between =
      (before === 'text' || before === 'quoted' || before === 'close') &&
      next !== undefined &&
      next !== 'close'
    if (word === 'OR' && between) resolved.push({ kind: 'or' })
    else if (word === 'NOT' && beginsOperand(lexemes[i + 1]) && !takesOperand(before))
      resolved.push({ kind: 'minus' })
    else if (word !== 'AND' || !between) resolved.push(lexeme)
  })
  return resolved
}

function beginsOperand(next: Lexeme | undefined): boolean {
  if (next === undefined || next.kind === 'close' || next.kind === 'or' || next.kind === 'comma') return false
  return next.kind !== 'text' || (next.text !== 'OR' && next.text !== 'AND')
}

/** Whether the previous lexeme takes the next one as its operand. */
function takesOperand(before: Lexeme['kind'] | undefined): boolean {
  return before === 'field' || before === 'comma' || before === 'minus'
}

/** A possible field name directly before its value. Addresses, times and C++ (`std::string`) do not match. */
const NAMED = /^-?(\p{L}{2,20}):(?=[\p{L}\p{N}"\u201c\u201e\u00ab(-])/u
/** Words that often precede a colon in headlines and mails. */
const NO_OPERATORS: ReadonlySet<string> = new Set([
  're',
  'fw',
  'fwd',
  'ps',
  'nb',
  'vs',
  'http',
  'https',
  'urn',
  'mailto',
  'doi',
])

/** Name of an unknown operator at the start of a text, in lower case: `filetype` of `filetype:pdf`. */
export function unknownOperator(text: string): string | undefined {
  const name = NAMED.exec(text)?.[1]?.toLowerCase()
  return name === undefined || NO_OPERATORS.has(name) ? undefined : name
}
