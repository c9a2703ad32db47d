import { sampleOf } from '../sample.ts'
import { textsOf } from './evidence.ts'
import type { ComparedItem, Explainer } from './explainer.ts'

/** Words of a search for what is near a story. */
const MAX_WORDS = 6

/** Terms of each item that count. */
const TERMS = 12

/** The items of a long story that are read, spread evenly over time. */
const MAX_ITEMS = 40

/** The words of most weight in a story, as its items write them: what other items of its event would have too. */
export function searchWords(explainer: Explainer, items: readonly ComparedItem[]): string[] {
  const weights = new Map<number, number>()
  const texts = new Map<number, string>()
  for (const item of sampleOf(items, MAX_ITEMS)) {
    for (const { term, weight } of explainer.comparer.topTerms(item.live, TERMS))
      weights.set(term, (weights.get(term) ?? 0) + weight)
    for (const { text, tokens } of textsOf(explainer, item))
      for (const { term, start, end } of tokens) if (!texts.has(term)) texts.set(term, text.slice(start, end))
  }
  return [...weights]
    .toSorted(([, a], [, b]) => b - a)
    .flatMap(([term]) => texts.get(term) ?? [])
    .slice(0, MAX_WORDS)
}
