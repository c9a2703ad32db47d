import { getOrInsert } from '../model/get-or-insert.ts'
import { fold, isPlain } from './fold.ts'
import { ATTACHED, classAt, INVISIBLE, forEachRun, unitsAt, type RunKind } from './runs.ts'
import { primaryLanguage, stem, STEM_LANGUAGES, withoutPunctuation } from './stems/stem.ts'

/**
 * A unit of text in the search index: a word, or a pair of characters (`gram`) in Han, kana and Hangul.
 * Consecutive grams overlap and are one position apart, so every word is a sequence of grams, whatever word
 * boundaries a dictionary finds. The last character of a run is also a gram of its own, so a search for that
 * character finds it.
 */
export interface Token {
  /** The text from `start` to `end`, unchanged. */
  readonly text: string
  /** Without case, accents and compatibility forms; see `fold`. */
  readonly folded: string
  /** Equal for the inflections of a word in one language. For grams it is `folded`. */
  readonly stem: string
  /** UTF-16 units; `end` is exclusive. */
  readonly start: number
  readonly end: number
  /** Number of the token in the text, from 0. */
  readonly position: number
  readonly kind: 'word' | 'gram'
  /** Whether both characters of a gram belong to one word of the dictionary. */
  readonly whole: boolean
}

/**
 * Cuts text into tokens for the index and for highlights. All engines must use it or `forEachToken`, or their results
 * differ.
 *
 * @param language BCP 47, selects the stemmer; `null` if unknown
 * @param byDictionary as for `forEachToken`
 */
export function words(
  text: string,
  language: string | null,
  { byDictionary = true }: { readonly byDictionary?: boolean } = {},
): Token[] {
  const known = formsOf(primaryLanguage(language))
  const tokens: Token[] = []
  forEachToken(text, byDictionary, (raw, start, kind, whole, ready) => {
    const { folded, stem } = ready === undefined ? known(raw) : { folded: ready, stem: ready }
    if (folded === '') return
    const end = start + raw.length
    tokens.push({ text: raw, folded, stem, start, end, position: tokens.length, kind, whole })
  })
  return tokens
}

/**
 * Receives a token. `folded` is `undefined` for words, which `wordForms` analyses: a word without significant
 * characters is not a token.
 */
type TokenVisitor = (
  raw: string,
  start: number,
  kind: Token['kind'],
  whole: boolean,
  folded: string | undefined,
) => void

/**
 * Visits the tokens of a text in order.
 *
 * @param byDictionary `false` treats every pair of characters as whole; Chinese and Japanese then take 20 % of the time
 */
export function forEachToken(text: string, byDictionary: boolean, visit: TokenVisitor): void {
  forEachRun(text, (kind, start, end) => {
    if (kind === 'word') visit(text.slice(start, end), start, kind, true, undefined)
    else if (kind === 'thai') {
      for (const part of dictionaryWords(text, start, end, kind)) {
        const raw = text.slice(part.start, part.end)
        visit(raw, part.start, 'word', true, fold(raw))
      }
    } else forEachGram(text, start, end, byDictionary && kind === 'han', visit)
  })
}

/** A word as readers see it, with its range in UTF-16 units. */
export interface Segment {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly kind: RunKind
}

/** Cuts text into words as readers see them. Scripts without spaces are cut with a dictionary. */
export function segments(text: string): Segment[] {
  const found: Segment[] = []
  forEachRun(text, (kind, start, end) => {
    const parts =
      kind === 'han' || kind === 'thai' ? dictionaryWords(text, start, end, kind) : [{ start, end }]
    for (const part of kind === 'han' ? withWholeKatakana(text, parts) : parts) {
      const raw = text.slice(part.start, part.end)
      if (fold(raw) !== '') found.push({ text: raw, start: part.start, end: part.end, kind })
    }
  })
  return found
}

/**
 * Joins adjacent parts of katakana into one word. Dictionaries split new loanwords at random: ポッドキャスト after its first
 * character.
 */
function withWholeKatakana(text: string, parts: readonly Span[]): readonly Span[] {
  const whole: Span[] = []
  let before = false
  for (const part of parts) {
    const last = whole.at(-1)
    const isKatakana = KATAKANA.test(text.slice(part.start, part.end))
    if (isKatakana && before && last !== undefined) whole[whole.length - 1] = { ...last, end: part.end }
    else whole.push(part)
    before = isKatakana
  }
  return whole
}

const KATAKANA = /^[\u30a1-\u30fa\u30fc-\u30fe\uff66-\uff9f]+$/

interface Span {
  readonly start: number
  readonly end: number
}

/** Visits the grams of a run. A voicing mark is part of its kana, and a decomposed syllable is one character. */
function forEachGram(
  text: string,
  start: number,
  end: number,
  byDictionary: boolean,
  visit: TokenVisitor,
): void {
  const starts = byDictionary
    ? new Set(dictionaryWords(text, start, end, 'han').map((part) => part.start))
    : NO_STARTS
  const isWhole = (at: number, next: number): boolean =>
    next < end ? !starts.has(next) : at === start || starts.has(at)
  if (isPlain(text, start, end)) {
    for (let at = start; at < end; at += 1) {
      const raw = text.slice(at, Math.min(at + 2, end))
      visit(raw, at, 'gram', isWhole(at, at + 1), raw)
    }
    return
  }
  const characters = foldedCharacters(text, start, end)
  characters.forEach((character, i) => {
    const next = characters[i + 1]
    const raw = text.slice(character.start, next?.end ?? character.end)
    const whole = isWhole(character.start, next?.start ?? end)
    visit(raw, character.start, 'gram', whole, character.folded + (next?.folded ?? ''))
  })
}

function foldedCharacters(text: string, start: number, end: number): (Span & { readonly folded: string })[] {
  const characters: (Span & { readonly folded: string })[] = []
  let at = start
  while (at < end) {
    const characterStart = at
    at += unitsAt(text, at)
    while (at < end && isAttached(text, at)) at += unitsAt(text, at)
    const folded = fold(text.slice(characterStart, at))
    if (folded !== '') characters.push({ start: characterStart, end: at, folded })
  }
  return characters
}

function isAttached(text: string, at: number): boolean {
  const kind = classAt(text, at)
  return kind === ATTACHED || kind === INVISIBLE
}

const NO_STARTS: ReadonlySet<number> = new Set()

/**
 * ICU has one dictionary for Han and kana and one for each script of South-East Asia. The locale does not
 * matter. The segmenter is made on first use, because making it reads the dictionaries.
 */
let segmenter: Intl.Segmenter | undefined
/** UTF-16 units that the dictionary gets at once. This keeps the time linear for hostile texts. */
const MAX_SEGMENTED = 1_000

function dictionaryWords(text: string, start: number, end: number, kind: RunKind): Span[] {
  const isHanPair = kind === 'han' && end - start === 2 && !/[\u3040-\u30ff]/.test(text.charAt(start))
  if (end - start === 1 || isHanPair) return [{ start, end }]
  const spans: Span[] = []
  for (let from = start; from < end; from += MAX_SEGMENTED) {
    const part = text.slice(from, Math.min(end, from + MAX_SEGMENTED))
    segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
    for (const { segment, index } of segmenter.segment(part)) {
      const before = spans.at(-1)
      const end = from + index + segment.length
      // A mark that the dictionary splits off belongs to the character before it, including the long vowel mark: らーめん.
      if (before !== undefined && (segment.startsWith('ー') || isAttached(text, from + index)))
        spans[spans.length - 1] = { start: before.start, end }
      else spans.push({ start: from + index, end })
    }
  }
  return spans
}

/** Gives the analyser of a language. `folded` is empty for a word without significant characters. */
export function wordForms(language: string | null): (raw: string) => WordForm {
  return formsOf(primaryLanguage(language))
}

export type WordForm = Pick<Token, 'folded' | 'stem' | 'kind'>

/**
 * Maximum words in a language's cache, which is emptied when full. Stemming takes 20 times as long as a hit. An LRU
 * cache costs more per hit than it saves.
 */
const MAX_WORD_FORMS = 60_000

const formsByLanguage = new Map<string, (raw: string) => WordForm>()

function formsOf(tag: string): (raw: string) => WordForm {
  // Languages without a stemmer share a cache: otherwise invented tags would fill the memory.
  const language = STEM_LANGUAGES.includes(tag) ? tag : ''
  return getOrInsert(formsByLanguage, language, () => {
    const cache = new Map<string, WordForm>()
    return (raw) => {
      const cached = cache.get(raw)
      if (cached !== undefined) return cached
      const form = formOf(raw, language)
      if (cache.size === MAX_WORD_FORMS) cache.clear()
      cache.set(raw, form)
      return form
    }
  })
}

/** In UTF-16 units, longer than any word. URLs and codes are cut here. */
const MAX_FORM_LENGTH = 64

function formOf(raw: string, language: string): WordForm {
  const plain = withoutPunctuation(raw)
  const folded = fold(plain.slice(0, MAX_FORM_LENGTH))
  const stemmed = /[\p{L}]/u.test(folded) ? stem(plain.slice(0, MAX_FORM_LENGTH), language) : folded
  return { folded, stem: stemmed, kind: 'word' }
}
