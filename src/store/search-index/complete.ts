import { fold } from '../../domain/text/fold.ts'
import type { Segment } from './segment.ts'
import { asTerm } from './term-table.ts'
import type { WordForms } from './word-forms.ts'

/** A word that begins as asked, with how many documents have it, gone ones among them. */
export interface Completion {
  readonly word: string
  readonly documents: number
}

/** Pairs of characters are no words. */
const NO_WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Words of the index that begin with a text, the most frequent first. Reads the counts of all of them, but the words
 * of the best alone.
 *
 * @param limit > 0
 */
export function complete(segments: readonly Segment[], beginning: string, limit: number): Completion[] {
  const prefix = asTerm(fold(beginning))
  if (prefix === '') return []
  const words = new Map<string, number>()
  for (const { terms, postings, forms } of segments) {
    const { from, to } = terms.range(prefix)
    for (const term of mostFrequent(postings.counts, from, to, limit, forms)) {
      const word = terms.textAt(term)
      if (!NO_WORD.test(word)) words.set(word, (words.get(word) ?? 0) + (postings.counts[term] ?? 0))
    }
  }
  // What is frequent in all is frequent in most segments; only the chosen are counted everywhere.
  return [...words]
    .sort((a, b) => b[1] - a[1])
    .slice(0, limit)
    .map(([word]) => ({ word, documents: countOf(segments, word) }))
    .sort((a, b) => b.documents - a.documents || (a.word < b.word ? -1 : 1))
}

/** Terms of a range with the highest counts, in no order. */
function mostFrequent(
  counts: Uint32Array,
  from: number,
  to: number,
  most: number,
  forms: WordForms,
): number[] {
  const best: number[] = []
  let least = 0
  for (let term = from; term < to; term += 1) {
    const count = counts[term] ?? 0
    if (count <= least && best.length >= most) continue
    // Its writers would not know `selfdriving`.
    if (forms.isHyphenated(term)) continue
    best.push(term)
    // Sorted now and then: cheaper than keeping order at each step.
    if (best.length < most * 2) continue
    best.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
    best.length = most
    least = counts[best[most - 1] ?? 0] ?? 0
  }
  return best.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0)).slice(0, most)
}

function countOf(segments: readonly Segment[], word: string): number {
  return segments.reduce((sum, { terms, postings }) => {
    const term = terms.find(word)
    return term < 0 ? sum : sum + (postings.counts[term] ?? 0)
  }, 0)
}
