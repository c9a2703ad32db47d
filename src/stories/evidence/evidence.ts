import { getOrInsert } from '../../model/get-or-insert.ts'
import { HOUR_MS } from '../../model/time.ts'
import { fold } from '../../text/fold.ts'
import { titleOfAddress } from '../../url/title-of-address.ts'
import type { LiveItem } from '../cluster/live-item.ts'
import { sampleOf } from '../sample.ts'
import { weightOf } from '../words/term-weight.ts'
import { isOfAddress, termIn, termsOf, timesInTitle } from '../words/terms.ts'
import type { ComparedItem, Comparison, Explainer } from './explainer.ts'
import { neighboursIn, phrasesOf, tokenText, type TokenText } from './phrases.ts'

/** Words that two items share. */
interface SharedWords {
  /** As the item writes them. Words adjacent in both items are one text. */
  readonly text: string
  /** Their share of the items' similarity, 0..1. */
  readonly weight: number
  /** `title` if both titles have them; `address` if one item has them only there. */
  readonly where: 'title' | 'summary' | 'address'
}

/** Evidence that two items report one event. */
export interface Evidence {
  /** Cosine of all their words, 0..1; 0 if they share at most one word. */
  readonly similarity: number
  /** Shared words as the later item writes them, the highest weight first. */
  readonly words: readonly SharedWords[]
  readonly isSameTitle: boolean
  readonly isSamePublisher: boolean
  /** Hours between the two, >= 0, one decimal. */
  readonly hoursApart: number
  /** Whether the age of both is known. */
  readonly isDated: boolean
  /** Probability that they report one event, from their words, times and publishers, 0..1. */
  readonly chance: number
}

/** Maximum number of texts of shared words. */
const MAX_WORDS = 8

/** Minimum share of the similarity of shared words. */
const MIN_WEIGHT = 0.03

export function evidenceOf(
  explainer: Explainer,
  one: ComparedItem,
  { other, cosine, odds }: Comparison,
): Evidence {
  const [a, b] = [one.item, other.item]
  return {
    similarity: rounded(cosine, 100),
    words: sharedWords(explainer, one, other),
    isSameTitle: fold(a.title) === fold(b.title),
    isSamePublisher: a.publisher === b.publisher,
    hoursApart: rounded(Math.abs(a.publishedAt - b.publishedAt) / HOUR_MS, 10),
    isDated: a.dated && b.dated,
    chance: rounded(1 / (1 + Math.exp(-odds)), 100),
  }
}

function rounded(value: number, steps: number): number {
  return Math.round(steps * value) / steps
}

/** A cache, since each item of a story is compared with several. */
const TEXTS = new WeakMap<ComparedItem, readonly TokenText[]>()

/** The compared texts of an item: title, summary, words of the address. */
export function textsOf(explainer: Explainer, compared: ComparedItem): readonly TokenText[] {
  return getOrInsert(TEXTS, compared, ({ item: { title, summary, url } }) =>
    [title, summary, titleOfAddress(url)].map((text) => readTokens(explainer, compared, text)),
  )
}

/** Maximum letters of insignificant words; one more below a low idf. "AI" and "EU" are significant. */
const SHORTEST = 2
const LOW_IDF = 3

export function readTokens(
  { frequencies }: Explainer,
  { space, language }: LiveItem,
  text: string,
): TokenText {
  const items = frequencies.itemsOf(space)
  return tokenText(text, space, language, (word, term) => {
    if (word.length > SHORTEST + 1 || !/\p{Ll}$/u.test(word)) return false
    return word.length <= SHORTEST || frequencies.idf(term, items) < LOW_IDF
  })
}

/** A shared term's part of the similarity, and where the items have it. */
interface SharedTerm {
  readonly weight: number
  readonly where: SharedWords['where']
}

/** Shared words of two items as `one` writes them, the highest weight first. */
function sharedWords(explainer: Explainer, one: ComparedItem, other: ComparedItem): SharedWords[] {
  const terms = sharedTerms(explainer, one, other)
  const total = [...terms.values()].reduce((sum, { weight }) => sum + weight, 0)
  const neighbours = new Set(textsOf(explainer, other).flatMap(neighboursIn))
  const counted = new Set<number>()
  const found = textsOf(explainer, one).flatMap((text) =>
    phrasesOf(
      text,
      (term) => terms.has(term),
      (pair) => neighbours.has(pair),
    ).flatMap((phrase) => {
      const fresh = phrase.terms.filter((term) => !counted.has(term))
      for (const term of fresh) counted.add(term)
      const shared = fresh.flatMap((term) => terms.get(term) ?? []).toSorted((a, b) => b.weight - a.weight)
      const weight = shared.reduce((sum, term) => sum + term.weight, 0) / total
      return shared[0] === undefined || phrase.text === ''
        ? []
        : [{ text: phrase.text, weight, where: shared[0].where }]
    }),
  )
  return withoutParts(found)
    .filter(({ weight }) => weight >= MIN_WEIGHT)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MAX_WORDS)
    .map((words) => ({ ...words, weight: rounded(words.weight, 100) }))
}

/** Adds the weight of words within other words, such as "Japan" in "Bank of Japan", to those. */
function withoutParts(found: readonly SharedWords[]): SharedWords[] {
  const whole: { text: string; weight: number; where: SharedWords['where'] }[] = []
  for (const words of found.toSorted((a, b) => b.text.length - a.text.length)) {
    const wider = whole.find(({ text }) => text.includes(words.text))
    if (wider === undefined) whole.push({ ...words })
    else wider.weight += words.weight
  }
  return whole
}

function sharedTerms({ frequencies }: Explainer, one: LiveItem, other: LiveItem): Map<number, SharedTerm> {
  const items = frequencies.itemsOf(one.space)
  const entries = new Map(Array.from(termsOf(other.text), (entry) => [termIn(entry), entry]))
  return new Map(
    Array.from(termsOf(one.text)).flatMap((mine): [number, SharedTerm][] => {
      const term = termIn(mine)
      const its = entries.get(term)
      if (its === undefined) return []
      const idf = frequencies.idf(term, items)
      return [[term, { weight: weightOf(mine, idf) * weightOf(its, idf), where: placeOf(mine, its) }]]
    }),
  )
}

function placeOf(mine: number, its: number): SharedWords['where'] {
  if (timesInTitle(mine) > 0 && timesInTitle(its) > 0) return 'title'
  return isOfAddress(mine) || isOfAddress(its) ? 'address' : 'summary'
}

/** Number of words of a search near a story. */
const MAX_SEARCHED = 6

/** Number of terms per item. */
const TERMS = 12

/** Maximum number of items read of a story, sampled evenly over time. */
const MAX_ITEMS = 40

/** The words with the highest weights in a story, as its items write them, to find other items of its event. */
export function searchWords(explainer: Explainer, items: readonly ComparedItem[]): string[] {
  const weights = new Map<number, number>()
  const texts = new Map<number, string>()
  for (const item of sampleOf(items, MAX_ITEMS)) {
    const top = explainer.comparer.topTerms(item, TERMS)
    for (const [at, term] of top.terms.entries())
      weights.set(term, (weights.get(term) ?? 0) + (top.weights[at] ?? 0))
    for (const { text, tokens } of textsOf(explainer, item))
      for (const { term, start, end } of tokens) if (!texts.has(term)) texts.set(term, text.slice(start, end))
  }
  return [...weights]
    .toSorted(([, a], [, b]) => b - a)
    .flatMap(([term]) => texts.get(term) ?? [])
    .slice(0, MAX_SEARCHED)
}
