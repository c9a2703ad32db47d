import type { QueryNode } from '../../model/search.ts'
import { lookup } from '../../text/lookup.ts'
import { isWordField } from '../index/fields.ts'
import type { Segment } from '../index/segment.ts'
import { wholeWord } from '../query/node.ts'
import type { PlanSource } from '../ranking/plan.ts'
import { beginsTerm, countOfTerm } from './word-lookup.ts'

/*
 * Compounds are written together or apart: Node.js and nodejs, #BlackFriday and Black Friday, O'Brien and obrien. If no
 * item has a query's words as typed, the other spelling is searched.
 */

/** Number of splits searched as phrases, those with the most frequent parts. */
const MAX_SPLITS = 3
const MIN_SPLIT = 3

/** Numbers are never joined or split: `3.14` is not 314. */
const NUMBER = /^\p{N}+$/u

/** A word split into two parts that are adjacent in some items. */
export interface Split {
  /** The two parts, separated by a space. */
  readonly phrase: string
  /** Lower bound of the number of items with the phrase. */
  readonly items: number
}

/**
 * Finds the split of an unknown word with the most items.
 *
 * @param folded one word of letters and digits; a number is never split
 * @param itemsWith returns a lower bound of the number of items for a query, 0 if there are none
 */
export function splitWord(
  folded: string,
  segments: readonly Segment[],
  itemsWith: (node: QueryNode) => number,
): Split | undefined {
  if (folded.length < MIN_SPLIT || NUMBER.test(folded)) return undefined
  const splits: { readonly phrase: string; readonly most: number }[] = []
  for (let at = 1; at < folded.length; at += 1) {
    const [first, second] = [folded.slice(0, at), folded.slice(at)]
    const ahead = countOfTerm(segments, first)
    const most = ahead === 0 ? 0 : Math.min(ahead, countOfTerm(segments, second))
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

/** Minimum syllables of each Korean part, and maximum syllables of a text to split, since each split is a search. */
const MIN_KOREAN = 2
const MAX_KOREAN = 12

/**
 * Finds the first split of a Korean text into two words that are adjacent in some item, and joins them with a space.
 *
 * @param itemsWith returns a lower bound of the number of items for a phrase, 0 if there are none
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

type KnownWords = Pick<PlanSource, 'segments' | 'variantsOf'>

/**
 * Joins adjacent words of a query if items have the joined word in any inflection.
 *
 * @returns `undefined` if nothing can be joined
 */
export function joinCompounds(root: QueryNode, known: KnownWords): QueryNode | undefined {
  const { variantsOf } = known
  if (root.kind === 'phrase') return joinPhrase(root, variantsOf)
  if (root.kind !== 'and') return undefined
  const children: QueryNode[] = []
  let joined = false
  for (let i = 0; i < root.children.length; i += 1) {
    const [child, next] = [root.children[i], root.children[i + 1]]
    if (child === undefined) break
    const both = next === undefined ? undefined : joinTwo(child, next, known)
    const one = both ?? joinPhrase(child, variantsOf)
    if (one !== undefined) joined = true
    if (both !== undefined) i += 1
    children.push(one ?? child)
  }
  if (!joined) return undefined
  const [only, ...more] = children
  return only !== undefined && more.length === 0 ? only : { kind: 'and', children }
}

/** Joins a phrase, such as `well-being`, into one word. */
function joinPhrase(node: QueryNode, variantsOf: PlanSource['variantsOf']): QueryNode | undefined {
  if (node.kind !== 'phrase' || !isWordField(node.field)) return undefined
  const units = lookup(node.text)
  const text = units.map((unit) => unit.folded).join('')
  if (units.length < 2 || units.some((unit) => unit.kind === 'gram') || NUMBER.test(text)) return undefined
  return isKnown(text, variantsOf) ? wholeWord(text, node.field) : undefined
}

function joinTwo(
  first: QueryNode,
  second: QueryNode,
  { segments, variantsOf }: KnownWords,
): QueryNode | undefined {
  const [ahead, behind] = [plainText(first), plainText(second)]
  if (ahead === undefined || behind === undefined) return undefined
  const text = ahead + behind
  if (NUMBER.test(text)) return undefined
  // Most pairs begin no term. Looking up all their inflections would take ten times as long.
  if (behind.length > BEGINNING && !beginsTerm(segments, ahead + behind.slice(0, BEGINNING))) return undefined
  return isKnown(text, variantsOf) ? wholeWord(text) : undefined
}

/** Letters of the second word that any inflection of the joined word has. */
const BEGINNING = 2

/** The text of a single word in any field; `undefined` for other nodes. */
function plainText(node: QueryNode): string | undefined {
  if (node.kind !== 'word' || node.prefix || node.field !== undefined) return undefined
  const [unit, ...more] = lookup(node.text)
  return unit === undefined || more.length > 0 || unit.kind === 'gram' ? undefined : unit.folded
}

/** Whether items have a variant of the word: `mcdonalds` is a variant of *McDonald's*. */
function isKnown(text: string, variantsOf: PlanSource['variantsOf']): boolean {
  return variantsOf(text, text).some((variants) => variants.length > 0)
}
