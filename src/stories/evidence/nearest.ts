import { FEATURES, type Feature } from '../cluster/features.ts'
import { MAX_GAP_MS } from '../cluster/live-item.ts'
import { THRESHOLD } from '../cluster/operating-point.ts'
import { sampleOf } from '../sample.ts'
import { termIn, termsOf } from '../words/terms.ts'
import { type Evidence, evidenceOf, readTokens, textsOf } from './evidence.ts'
import { type ComparedItem, type Comparison, type Explainer, oddsOf } from './explainer.ts'
import { numbersIn, phrasesOf, withoutWords } from './phrases.ts'

/** Why two items were not joined. */
export const REASONS = [
  /** More than four days lie between the two. */
  'daysApart',
  /** Both titles name columns of their sources. */
  'columns',
  /** `words` are the few that they share. */
  'fewWords',
  /** `words` are only in the title of the story's item, `otherWords` only in that of the other. */
  'otherWords',
  /** `words` are the numbers of the story's item, `otherWords` those of the other. */
  'otherNumbers',
  'hoursApart',
  'samePublisher',
  /** The total chance is too small. */
  'unsure',
  /** These two alone are similar enough. */
  'others',
] as const

export interface Reason {
  readonly kind: (typeof REASONS)[number]
  readonly words: readonly string[]
  readonly otherWords: readonly string[]
}

/** The item of another story that most probably reports the event of a story. */
export interface Nearest extends Evidence {
  readonly itemId: number
  /** The item of the story that it is compared with. */
  readonly comparedWithId: number
  /** At least one. */
  readonly reasons: readonly Reason[]
}

/** Maximum number of pairs to check for shared words. Items found by an inflection or a tag have none. */
const MAX_TRIED = 24

/** Maximum number of the story's items to compare with a candidate, sampled evenly over time. */
const MAX_COMPARED = 40

/**
 * Finds the item that is nearest to a story, and why it was not joined.
 *
 * @param items of one story, with the links of `linkItems`
 * @param candidates items of other stories
 */
export function findNearest(
  explainer: Explainer,
  items: readonly ComparedItem[],
  candidates: readonly ComparedItem[],
): Nearest | undefined {
  const compared = sampleOf(items, MAX_COMPARED)
  const pairs = candidates
    .flatMap((item) => explainer.compareAll(item, compared).map((comparison) => ({ item, comparison })))
    .toSorted((a, b) => rankOf(b) - rankOf(a))
  for (const { item, comparison } of pairs.slice(0, MAX_TRIED)) {
    const evidence = evidenceOf(explainer, item, comparison)
    if (evidence.words.length === 0) continue
    return {
      ...evidence,
      itemId: item.itemId,
      comparedWithId: comparison.other.itemId,
      reasons: reasonsOf(explainer, item, comparison, evidence),
    }
  }
  return undefined
}

/** Minimum log odds for which a report near in time precedes one that is too far apart. */
const PLAUSIBLE = -3

/** Above any log odds. */
const FIRST = 1000

function rankOf({
  item,
  comparison,
}: {
  readonly item: ComparedItem
  readonly comparison: Comparison
}): number {
  const { odds, other } = comparison
  if (odds >= PLAUSIBLE && !isFar(item, other)) return odds + FIRST
  return Number.isFinite(odds) ? odds : -FIRST
}

/** Whether two items are too far apart in time to be joined. */
function isFar(a: ComparedItem, b: ComparedItem): boolean {
  return Math.abs(a.publishedAt - b.publishedAt) > MAX_GAP_MS
}

/** Minimum gain in log odds without a reason, for it to count. */
const MIN_GAIN = 0.3

/** Maximum coverage of titles with few words in common. */
const FEW = 0.5

/** Maximum number of words per reason. */
const MAX_WORDS = 3

function reasonsOf(
  explainer: Explainer,
  item: ComparedItem,
  { other, features, odds }: Comparison,
  { words }: Evidence,
): Reason[] {
  const reasons: Reason[] = []
  const add = (kind: Reason['kind'], here: readonly string[] = [], there: readonly string[] = []) =>
    reasons.push({ kind, words: here.slice(0, MAX_WORDS), otherWords: there.slice(0, MAX_WORDS) })
  const counts = (...names: Feature[]): boolean =>
    Number.isFinite(odds) && oddsWithout(features, names) - odds >= MIN_GAIN

  const areFar = isFar(item, other)
  if (areFar) add('daysApart')
  if (explainer.isColumn(item) && explainer.isColumn(other)) add('columns')
  if (odds < THRESHOLD) {
    if (valueOf(features, 'coverage') < FEW) {
      add(
        'fewWords',
        words.map(({ text }) => text),
      )
      const [here, there] = [onlyIn(explainer, other, item), onlyIn(explainer, item, other)]
      if (here.length + there.length > 0) add('otherWords', here, there)
    }
    // Readers see different numbers in titles as two events, whatever their weight.
    const numbers = [numbersOf(explainer, other), numbersOf(explainer, item)] as const
    const areInTitles = numbers.every(({ inTitle }) => inTitle) && valueOf(features, 'otherNumbers') > 0
    if (areInTitles || counts('otherNumbers')) add('otherNumbers', numbers[0].numbers, numbers[1].numbers)
    if (!areFar && counts('gap')) add('hoursApart')
    if (counts('samePublisher', 'sameSource')) add('samePublisher')
    add('unsure')
  }
  if (reasons.length === 0) add('others')
  return reasons
}

function valueOf(features: readonly number[], name: Feature): number {
  return features[FEATURES.indexOf(name)] ?? 0
}

function oddsWithout(features: readonly number[], names: readonly Feature[]): number {
  return oddsOf(features.map((value, at) => (names.includes(FEATURES[at] as Feature) ? 0 : value)))
}

/** Words of an item's title that the other item lacks, the rarest first. */
function onlyIn(explainer: Explainer, one: ComparedItem, other: ComparedItem): string[] {
  const { frequencies } = explainer
  const known = new Set(Array.from(termsOf(other.text), termIn))
  const items = frequencies.itemsOf(one.space)
  const rest = withoutWords(readTokens(explainer, one, one.item.title), (term) => known.has(term))
  return phrasesOf(readTokens(explainer, one, rest), () => true)
    .filter(({ text }) => text.length > 1)
    .map(({ text, terms }) => ({ text, idf: Math.max(...terms.map((term) => frequencies.idf(term, items))) }))
    .toSorted((a, b) => b.idf - a.idf)
    .map(({ text }) => text)
}

/** The numbers of the title, else of the summary. */
function numbersOf(
  explainer: Explainer,
  item: ComparedItem,
): { readonly inTitle: boolean; readonly numbers: readonly string[] } {
  const [title = [], summary = []] = textsOf(explainer, item).map(numbersIn)
  const inTitle = title.length > 0
  return { inTitle, numbers: [...new Set(inTitle ? title : summary)] }
}
