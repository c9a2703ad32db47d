import type { Place } from '../../domain/filter.ts'
import { type Token, words } from '../../domain/text/words.ts'
import { standing } from './document.ts'
import type { Tuning } from './fields.ts'
import { idf } from './make-plan.ts'
import type { TermForm } from './plan.ts'
import { PostingCursor } from './posting-cursor.ts'
import { IMPACT_BITS } from './postings.ts'
import type { ItemText } from './request.ts'
import { documentOf, type Segment } from './segment.ts'
import { countOf, formsOfWord } from './word-lookup.ts'

export interface FeedbackSource {
  readonly segments: readonly Segment[]
  readonly tuning: Tuning
  /** Documents that are not gone. */
  readonly documents: number
  /** Seconds since the epoch. */
  readonly now: number
  readonly textOf: (id: number) => ItemText | undefined
}

/** A word that the best answers share, with how much it counts. */
interface Learned {
  readonly forms: readonly (readonly TermForm[])[]
  readonly weight: number
}

/** Words in a larger part of all documents tell nothing. */
const COMMON = 0.1

/**
 * Orders the best answers anew by the words that the very best have in common (Rocchio's feedback): a sentence as
 * a query names its matter with a few of the words that tell of it, and the answers know the others.
 *
 * @param places in order; only these are weighed anew, and all stay above what came after them
 * @param queryWeight how much the query's own words count together
 */
export function rerank(places: readonly Place[], queryWeight: number, source: FeedbackSource): Place[] {
  const learned = learn(places, source)
  const total = learned.reduce((sum, word) => sum + word.weight, 0)
  if (total === 0) return [...places]

  const scale = (source.tuning.feedback.weight * queryWeight) / total
  const gains = gainsOf(places, learned, source)
  return places
    .map(({ id, value }) => ({ id, value: value + scale * (gains.get(id) ?? 0) }))
    .sort((a, b) => b.value - a.value || b.id - a.id)
}

function learn(places: readonly Place[], source: FeedbackSource): Learned[] {
  const { tuning, segments, documents } = source
  const best = places[0]?.value ?? 0
  const uses = new Map<string, { readonly token: Token; share: number }>()
  let votes = 0
  for (const [rank, { id, value }] of places.slice(0, tuning.feedback.documents).entries()) {
    const text = source.textOf(id)
    if (text === undefined || best <= 0) continue
    // The first are right more often than the tenth, even where their worth is nearly the same.
    const vote = (value / best) ** 2 / Math.log2(rank + 2)
    votes += vote
    for (const [stem, { token, weight }] of weightedWords(text, tuning)) {
      const use = uses.get(stem)
      const share = (vote * weight) / (weight + tuning.saturation)
      if (use === undefined) uses.set(stem, { token, share })
      else use.share += share
    }
  }
  const learned: Learned[] = []
  for (const { token, share } of uses.values()) {
    const forms = formsOfWord(segments, token.text, token.folded)
    const count = countOf(segments, forms)
    if (count < 2 || count > documents * COMMON) continue
    learned.push({ forms, weight: (share / votes) * idf(count, documents) })
  }
  return learned.sort((a, b) => b.weight - a.weight).slice(0, tuning.feedback.words)
}

/** By stem: how often a text has the word, weighted by field. */
function weightedWords(
  { title, summary, language }: ItemText,
  { weights }: Tuning,
): Map<string, { readonly token: Token; weight: number }> {
  const found = new Map<string, { readonly token: Token; weight: number }>()
  const add = (text: string, weight: number): void => {
    for (const token of words(text, language)) {
      const known = found.get(token.stem)
      if (known === undefined) found.set(token.stem, { token, weight })
      else known.weight += weight
    }
  }
  add(title, weights.title)
  add(summary, weights.body)
  return found
}

/** By id: what the learned words add to a document's score, times its standing. */
function gainsOf(
  places: readonly Place[],
  learned: readonly Learned[],
  source: FeedbackSource,
): Map<number, number> {
  const gains = new Map<number, number>()
  const ids = places.map((place) => place.id).sort((a, b) => a - b)
  source.segments.forEach((segment, index) => {
    const { columns, postings } = segment
    const held = ids
      .map((id) => ({ id, doc: documentOf(columns, id) }))
      .filter(({ doc }) => doc >= 0 && columns.coverage[doc] !== 0)
    for (const { forms, weight } of held.length === 0 ? [] : learned) {
      const cursors = (forms[index] ?? []).map((form) => new PostingCursor().start(postings, form.term))
      for (const { id, doc } of held) {
        let impact = 0
        for (const cursor of cursors) {
          if (cursor.seek(doc)) impact = Math.max(impact, (cursor.payload & IMPACT_BITS) / (IMPACT_BITS + 1))
        }
        if (impact > 0)
          gains.set(id, (gains.get(id) ?? 0) + weight * impact * standing(columns, doc, source.now))
      }
    }
  })
  return gains
}
