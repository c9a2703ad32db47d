import { type Scale, prior } from '../index/document.ts'
import type { Tuning } from '../index/fields.ts'
import { PostingsIterator } from '../index/postings-reader.ts'
import { IMPACT_BITS } from '../index/postings.ts'
import { documentOf, type Segment, type TermVariant } from '../index/segment.ts'
import type { SharedHitWords } from './hit-words.ts'
import type { ScoredDoc } from './top-hits.ts'

export interface FeedbackSource {
  readonly segments: readonly Segment[]
  readonly tuning: Tuning
  readonly scale: Scale
}

/** A word that the best hits share, and its weight. */
interface FeedbackTerm {
  readonly variants: readonly (readonly TermVariant[])[]
  readonly weight: number
}

/**
 * Reranks the best hits by pseudo-relevance feedback (Rocchio): words that the first hits share add to the
 * score. A sentence as a query has only a few of the words of its subject; the hits have the others.
 *
 * @param hits in order; only these are reranked
 * @param queryWeight the sum of the weights of the query's own words
 */
export function byRelevanceFeedback(
  hits: readonly ScoredDoc[],
  words: SharedHitWords,
  queryWeight: number,
  source: FeedbackSource,
): ScoredDoc[] {
  const terms = feedbackTerms(hits, words, source.tuning)
  const total = terms.reduce((sum, word) => sum + word.weight, 0)
  if (total === 0) return [...hits]

  const scale = (source.tuning.relevanceFeedback.weight * queryWeight) / total
  const gains = gainsOf(hits, terms, source)
  return hits
    .map(({ id, value }) => ({ id, value: value + scale * (gains.get(id) ?? 0) }))
    .sort((a, b) => b.value - a.value || b.id - a.id)
}

function feedbackTerms(
  hits: readonly ScoredDoc[],
  { byId, shared }: SharedHitWords,
  { relevanceFeedback }: Tuning,
): FeedbackTerm[] {
  const best = hits[0]?.value ?? 0
  const uses = new Float64Array(shared.length)
  let votes = 0
  for (const [rank, { id, value }] of hits.slice(0, relevanceFeedback.documents).entries()) {
    const hit = byId.get(id)
    if (hit === undefined || best <= 0) continue
    // The first hit is relevant more often than the tenth, even if their scores are nearly equal.
    const vote = (value / best) ** 2 / Math.log2(rank + 2)
    votes += vote
    hit.words.forEach((word, i) => {
      uses[word] = (uses[word] ?? 0) + vote * (hit.frequencies[i] ?? 0)
    })
  }
  return shared
    .map(({ variants, idf }, word) => ({ variants, weight: ((uses[word] ?? 0) / votes) * idf }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, relevanceFeedback.words)
}

/** By id: what the feedback words add to a document's score, times its prior. */
function gainsOf(
  hits: readonly ScoredDoc[],
  terms: readonly FeedbackTerm[],
  source: FeedbackSource,
): Map<number, number> {
  const gains = new Map<number, number>()
  const ids = hits.map((hit) => hit.id).sort((a, b) => a - b)
  source.segments.forEach((segment, index) => {
    const { columns, postings } = segment
    const held = ids
      .map((id) => ({ id, doc: documentOf(columns, id) }))
      .filter(({ doc }) => doc >= 0 && columns.coverage[doc] !== 0)
    const priors = held.map(({ doc }) => prior(columns, doc, source.scale))
    const impacts = new Uint8Array(held.length)
    const cursor = new PostingsIterator()
    for (const { variants, weight } of held.length === 0 ? [] : terms) {
      impacts.fill(0)
      for (const { term } of variants[index] ?? []) {
        cursor.start(postings, term)
        held.forEach(({ doc }, i) => {
          if (cursor.seek(doc)) impacts[i] = Math.max(impacts[i] ?? 0, cursor.payload & IMPACT_BITS)
        })
      }
      held.forEach(({ id }, i) => {
        const impact = (impacts[i] ?? 0) / (IMPACT_BITS + 1)
        if (impact > 0) gains.set(id, (gains.get(id) ?? 0) + weight * impact * (priors[i] ?? 0))
      })
    }
  })
  return gains
}
