import type { Place } from '../../domain/filter.ts'
import type { AnswerWords } from './answer-words.ts'
import { type Scale, standing } from './document.ts'
import type { Tuning } from './fields.ts'
import type { TermForm } from './plan.ts'
import { PostingCursor } from './posting-cursor.ts'
import { IMPACT_BITS } from './postings.ts'
import { documentOf, type Segment } from './segment.ts'

export interface FeedbackSource {
  readonly segments: readonly Segment[]
  readonly tuning: Tuning
  readonly scale: Scale
}

/** A word that the best answers share, with how much it counts. */
interface Learned {
  readonly forms: readonly (readonly TermForm[])[]
  readonly weight: number
}

/**
 * Orders the best answers anew by the words that the very best have in common (Rocchio's feedback): a sentence as
 * a query names its matter with a few of the words that tell of it, and the answers know the others.
 *
 * @param places in order; only these are weighed anew, and all stay above what came after them
 * @param queryWeight how much the query's own words count together
 */
export function byFeedback(
  places: readonly Place[],
  words: AnswerWords,
  queryWeight: number,
  source: FeedbackSource,
): Place[] {
  const learned = learn(places, words, source.tuning)
  const total = learned.reduce((sum, word) => sum + word.weight, 0)
  if (total === 0) return [...places]

  const scale = (source.tuning.feedback.weight * queryWeight) / total
  const gains = gainsOf(places, learned, source)
  return places
    .map(({ id, value }) => ({ id, value: value + scale * (gains.get(id) ?? 0) }))
    .sort((a, b) => b.value - a.value || b.id - a.id)
}

function learn(places: readonly Place[], { answers, shared }: AnswerWords, { feedback }: Tuning): Learned[] {
  const best = places[0]?.value ?? 0
  const uses = new Float64Array(shared.length)
  let votes = 0
  for (const [rank, { id, value }] of places.slice(0, feedback.documents).entries()) {
    const answer = answers.get(id)
    if (answer === undefined || best <= 0) continue
    // The first are right more often than the tenth, even where their worth is nearly the same.
    const vote = (value / best) ** 2 / Math.log2(rank + 2)
    votes += vote
    answer.words.forEach((word, i) => {
      uses[word] = (uses[word] ?? 0) + vote * (answer.shares[i] ?? 0)
    })
  }
  return shared
    .map(({ forms, rarity }, word) => ({ forms, weight: ((uses[word] ?? 0) / votes) * rarity }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, feedback.words)
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
    const standings = held.map(({ doc }) => standing(columns, doc, source.scale))
    const impacts = new Uint8Array(held.length)
    const cursor = new PostingCursor()
    for (const { forms, weight } of held.length === 0 ? [] : learned) {
      impacts.fill(0)
      for (const { term } of forms[index] ?? []) {
        cursor.start(postings, term)
        held.forEach(({ doc }, i) => {
          if (cursor.seek(doc)) impacts[i] = Math.max(impacts[i] ?? 0, cursor.payload & IMPACT_BITS)
        })
      }
      held.forEach(({ id }, i) => {
        const impact = (impacts[i] ?? 0) / (IMPACT_BITS + 1)
        if (impact > 0) gains.set(id, (gains.get(id) ?? 0) + weight * impact * (standings[i] ?? 0))
      })
    }
  })
  return gains
}
