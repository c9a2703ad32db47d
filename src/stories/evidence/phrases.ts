import { fold } from '../../text/fold.ts'
import { commonWords } from '../story-words.ts'
import { termOf, withoutDates } from '../words/terms.ts'
import { readWords, type Word } from '../words/words.ts'

/** A word of a text as the clusterer reads it; a pair of characters in scripts without spaces. */
interface Token {
  readonly term: number
  readonly start: number
  readonly end: number
  readonly kind: 'name' | 'number' | 'plain' | 'pair'
  /** Not significant alone: "the", "of", a pair of hiragana. */
  readonly isCommon: boolean
}

/** Adjacent words of a text, as written. */
interface Phrase {
  readonly text: string
  /** Terms of its words, in order. */
  readonly terms: readonly number[]
}

export interface TokenText {
  readonly text: string
  readonly tokens: readonly Token[]
}

/** @param isCommon whether a word is not significant alone, besides the frequent short words of the language */
export function tokenText(
  text: string,
  space: number,
  language: string | null,
  isCommon: (word: string, term: number) => boolean,
): TokenText {
  const plain = withoutDates(text)
  const common = commonWords(language)
  const tokens = readWords(plain).map((read): Token => {
    const { start, end } = read
    const word = plain.slice(start, end)
    const kind = kindOf(word, read)
    const term = termOf(read.hash, space)
    const saysNothing = kind === 'pair' ? HIRAGANA.test(word) : common.has(fold(word)) || isCommon(word, term)
    return { term, start, end, kind, isCommon: saysNothing }
  })
  return { text: plain, tokens }
}

const HIRAGANA = /^\p{Script=Hiragana}+$/u

function kindOf(word: string, { isGram, isNumber }: Word): Token['kind'] {
  if (isGram) return 'pair'
  if (isNumber) return 'number'
  return /\p{Lu}/u.test(word) ? 'name' : 'plain'
}

/** Keys of the adjacent pairs of words in a text, for `phrasesOf`. */
export function neighboursIn({ text, tokens }: TokenText): number[] {
  return tokens.flatMap((token, at) => {
    const next = tokens[at + 1]
    return next !== undefined && isBeside(text, token, next) ? [pairOf(token, next)] : []
  })
}

function pairOf(token: Token, next: Token): number {
  return token.term * 2 ** 22 + next.term
}

/** Allowed between words of a phrase. */
const WITHIN = /^(?:\s*|['’&/-]|\s[&-]\s)$/

function isBeside(text: string, token: Token, next: Token): boolean {
  if (token.kind === 'pair' || next.kind === 'pair') return next.start <= token.end
  return WITHIN.test(text.slice(token.end, next.start))
}

/**
 * Returns the phrases of a text that consist of chosen words: "Bank of Japan", "3 killed", "1 %", a run of Han
 * characters. Common words occur only inside.
 *
 * @param isJoined whether two adjacent words may be in one phrase, by the keys of `neighboursIn`
 */
export function phrasesOf(
  { text, tokens }: TokenText,
  isChosen: (term: number) => boolean,
  isJoined: (pair: number) => boolean = () => true,
): Phrase[] {
  const phrases: Phrase[] = []
  let phrase: Token[] = []
  /** Common words after the phrase. */
  let after: Token[] = []
  let last: Token | undefined
  const end = () => {
    if (phrase.length > 0) phrases.push(phraseOf(text, phrase))
    phrase = []
    after = []
  }
  for (const token of tokens) {
    if (!isChosen(token.term)) {
      end()
      last = undefined
      continue
    }
    if (last === undefined || !isBeside(text, last, token) || !isJoined(pairOf(last, token))) end()
    last = token
    if (token.isCommon) {
      if (phrase.length > 0) after.push(token)
      continue
    }
    const before = phrase.at(-1)
    const isFull = token.kind !== 'pair' && phrase.length >= (token.kind === 'plain' ? MAX_PLAIN : MAX_WORDS)
    if (before !== undefined && (isFull || !fits(before, token, after.length))) end()
    phrase.push(...after, token)
    after = []
  }
  end()
  return phrases
}

/** Longer phrases are split. Names may be longer than other phrases. */
const MAX_WORDS = 6
const MAX_PLAIN = 3

/** Whether two words belong to one phrase. @param between number of common words between them */
function fits(before: Token, { kind }: Token, between: number): boolean {
  if (before.kind === 'pair' || kind === 'pair') {
    return before.kind === kind || before.kind === 'number' || kind === 'number'
  }
  if (before.kind === 'name' && kind === 'name') return between <= 1
  if (between > 0) return false
  if (kind === 'number') return before.kind === 'name'
  return kind === 'plain' && before.kind !== 'name'
}

const UNIT_BEFORE = /[$€£¥₹]\s?$/
const UNIT_AFTER = /^\s?(?:[%‰€£¥$]|°\s?[CF]?\b|(?:percent|per cent|Prozent|euros?|dollars?|yen)\b)/i

function phraseOf(text: string, tokens: readonly Token[]): Phrase {
  const first = tokens[0] as Token
  const last = tokens.at(-1) as Token
  const before = first.kind === 'number' ? (UNIT_BEFORE.exec(text.slice(0, first.start))?.[0].length ?? 0) : 0
  const after = last.kind === 'number' ? (UNIT_AFTER.exec(text.slice(last.end))?.[0].length ?? 0) : 0
  const written = text.slice(first.start - before, last.end + after)
  const isPairs = tokens.every(({ kind }) => kind === 'pair')
  return {
    text: isPairs ? written.replaceAll(OUTER_HIRAGANA, '') : written,
    terms: tokens.map(({ term }) => term),
  }
}

/** The text with a bar in place of each chosen word. */
export function withoutWords({ text, tokens }: TokenText, isChosen: (term: number) => boolean): string {
  let rest = ''
  let from = 0
  for (const { term, start, end } of tokens) {
    if (!isChosen(term)) continue
    if (start >= from) rest += `${text.slice(from, start)}|`
    from = Math.max(from, end)
  }
  return rest + text.slice(from)
}

/** The numbers of a text with their units. */
export function numbersIn({ text, tokens }: TokenText): string[] {
  return tokens.flatMap((token) => (token.kind === 'number' ? [phraseOf(text, [token]).text] : []))
}

/** Particles and endings around a Japanese word. */
const OUTER_HIRAGANA = /^\p{Script=Hiragana}+|\p{Script=Hiragana}+$/gu
