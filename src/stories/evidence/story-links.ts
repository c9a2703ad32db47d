import { Neighbours } from '../cluster/neighbours.ts'
import { MAX_TOP_TERMS } from '../words/terms.ts'
import { type Evidence, evidenceOf } from './evidence.ts'
import { ComparedItem, type Comparison, type Explainer } from './explainer.ts'

/** Why an item belongs to its story: its evidence with the earlier item that most probably reports the same event. */
export interface StoryLink extends Evidence {
  readonly itemId: number
}

/**
 * Returns for each item of a story the earlier item that most probably reports the same event, with evidence. If no
 * earlier item shares two words, this is the previous item. Ties go to the later one.
 *
 * @param items of one story, oldest first
 * @returns in the order of `items`; `undefined` for the first item
 */
export function linkItems(explainer: Explainer, items: readonly ComparedItem[]): (StoryLink | undefined)[] {
  const neighbours = new Neighbours()
  return items.map((item, at) => {
    neighbours.add(item, explainer.comparer.topTerms(item, MAX_TOP_TERMS))
    const near = neighbours.find(item).filter((other) => other instanceof ComparedItem)
    const compared = explainer.compareAll(item, near)
    for (const { other, cosine, odds } of compared)
      if (cosine > 0) explainer.links.set(item, other, cosine, odds)
    const previous = items[at - 1]
    if (previous === undefined) return undefined
    const best = compared.reduce((best, one) => (isSurer(one, best) ? one : best), nothingShared(previous))
    return { itemId: best.other.itemId, ...evidenceOf(explainer, item, best) }
  })
}

function nothingShared(other: ComparedItem): Comparison {
  return { other, cosine: 0, features: [], odds: -Infinity }
}

function isSurer(one: Comparison, best: Comparison): boolean {
  if (one.odds !== best.odds) return one.odds > best.odds
  return one.other.publishedAt > best.other.publishedAt
}
