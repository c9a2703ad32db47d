import type { QueryNode, SearchField } from '../../model/search.ts'
import { lookup } from '../../text/lookup.ts'
import { isWordField } from '../index/fields.ts'
import type { Segment } from '../index/segment.ts'
import { asTerm } from '../index/term-table.ts'
import type { PlanSource } from '../ranking/plan.ts'

/*
 * Words are written together or apart as their writers please: Node.js and nodejs, #BlackFriday and Black Friday,
 * O'Brien and obrien. If no item has a query's words as typed, the other spelling is tried.
 */

/** Number of splits that are searched as phrases: those of the most frequent parts. */
const MAX_SPLITS = 3
const MIN_SPLIT = 3

/** A word split in two parts that some item has side by side. */
export interface Split {
  /** With a space between. */
  readonly phrase: string
  /** Items that have it so, at least. */
  readonly items: number
}

/**
 * The split of an unknown word that most items have.
 *
 * @param folded one word, letters and digits; of digits alone none is split, since a number is itself or another
 * @param itemsWith how many items a query finds at least, 0 where none
 */
export function splitWord(
  folded: string,
  segments: readonly Segment[],
  itemsWith: (node: QueryNode) => number,
): Split | undefined {
  if (folded.length < MIN_SPLIT || /^\p{N}+$/u.test(folded)) return undefined
  const splits: { readonly phrase: string; readonly most: number }[] = []
  for (let at = 1; at < folded.length; at += 1) {
    const [first, second] = [folded.slice(0, at), folded.slice(at)]
    const ahead = itemsOfTerm(first, segments)
    const most = ahead === 0 ? 0 : Math.min(ahead, itemsOfTerm(second, segments))
    if (most > 0) splits.push({ phrase: `${first} ${second}`, most })
  }
  let best: Split | undefined
  for (const { phrase, most } of splits.sort((a, b) => b.most - a.most).slice(0, MAX_SPLITS)) {
    if (best !== undefined && best.items >= most) break
    const items = itemsWith({ kind: 'phrase', text: phrase, field: undefined })
    if (items > (best?.items ?? 0)) best = { phrase, items }
  }
  return best
}

/** Syllables of each of two Korean words, and of a text that is cut in two: each cut is a look of its own. */
const MIN_KOREAN = 2
const MAX_KOREAN = 12

/**
 * The first cut of a Korean text in two that stand side by side somewhere, with a space between.
 *
 * @param itemsWith how many items a phrase finds at least, 0 where none
 */
export function splitKorean(text: string, itemsWith: (phrase: string) => number): string | undefined {
  const syllables = text.normalize('NFC')
  if (syllables.length > MAX_KOREAN) return undefined
  for (let at = MIN_KOREAN; at <= syllables.length - MIN_KOREAN; at += 1) {
    const phrase = `${syllables.slice(0, at)} ${syllables.slice(at)}`
    if (itemsWith(phrase) > 0) return phrase
  }
  return undefined
}

/**
 * A query with what it has side by side written as one word, wherever that is a word that items have in any form.
 *
 * @returns `undefined` where nothing can be joined
 */
export function joinCompounds(root: QueryNode, variantsOf: PlanSource['variantsOf']): QueryNode | undefined {
  if (root.kind === 'phrase') return joinPhrase(root, variantsOf)
  if (root.kind !== 'and') return undefined
  const children: QueryNode[] = []
  let joined = false
  for (let i = 0; i < root.children.length; i += 1) {
    const [child, next] = [root.children[i], root.children[i + 1]]
    if (child === undefined) break
    const both = next === undefined ? undefined : joinTwo(child, next, variantsOf)
    const one = both ?? joinPhrase(child, variantsOf)
    if (one !== undefined) joined = true
    if (both !== undefined) i += 1
    children.push(one ?? child)
  }
  if (!joined) return undefined
  const [only, ...more] = children
  return only !== undefined && more.length === 0 ? only : { kind: 'and', children }
}

/** A phrase as one word: `well-being` is one, too. */
function joinPhrase(node: QueryNode, variantsOf: PlanSource['variantsOf']): QueryNode | undefined {
  if (node.kind !== 'phrase' || !isWordField(node.field)) return undefined
  const units = lookup(node.text)
  const text = units.map((unit) => unit.folded).join('')
  if (units.length < 2 || units.some((unit) => unit.kind === 'gram')) return undefined
  return isKnown(text, variantsOf) ? plainWord(text, node.field) : undefined
}

function joinTwo(
  first: QueryNode,
  second: QueryNode,
  variantsOf: PlanSource['variantsOf'],
): QueryNode | undefined {
  const [ahead, behind] = [plainText(first), plainText(second)]
  if (ahead === undefined || behind === undefined) return undefined
  const text = ahead + behind
  return isKnown(text, variantsOf) ? plainWord(text, undefined) : undefined
}

/** Of a single word in any field. */
function plainText(node: QueryNode): string | undefined {
  if (node.kind !== 'word' || node.prefix || node.field !== undefined) return undefined
  const [unit, ...more] = lookup(node.text)
  return unit === undefined || more.length > 0 || unit.kind === 'gram' ? undefined : unit.folded
}

function plainWord(text: string, field: SearchField | undefined): QueryNode {
  return { kind: 'word', text, prefix: false, field }
}

/** Whether items have a word in any of its variants: `mc donalds` is *McDonald's*. */
function isKnown(text: string, variantsOf: PlanSource['variantsOf']): boolean {
  return variantsOf(text, text).some((variants) => variants.length > 0)
}

/** Items with exactly this term, gone ones among them. */
function itemsOfTerm(text: string, segments: readonly Segment[]): number {
  return segments.reduce((sum, { terms, postings }) => {
    const term = terms.find(asTerm(text))
    return term < 0 ? sum : sum + (postings.counts[term] ?? 0)
  }, 0)
}
