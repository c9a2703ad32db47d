import type { Tuning } from '../index/fields.ts'
import { type EventTimes, similarityFactor } from './event-time.ts'
import type { HitWords, SharedHitWords } from './hit-words.ts'
import type { ScoredDoc } from './top-hits.ts'

/**
 * Score regularization: moves the score of each of the best hits towards the mean score of the hits whose texts are most
 * like its own. Similar texts answer the same query; a hit without similar hits matched the words by chance. Similarity
 * counts less between texts of different times. The mean is used, not the sum: a sum favours large groups whatever the
 * query is.
 *
 * @param hits in order; the best `regularization.hits` are ordered anew and stay before the others
 * @see Diaz, "Regularizing ad hoc retrieval scores", 2005
 */
export function byRegularizedScore(
  hits: readonly ScoredDoc[],
  words: SharedHitWords,
  times: EventTimes,
  { regularization }: Tuning,
): ScoredDoc[] {
  const { weight, neighbours } = regularization
  const best = hits.slice(0, regularization.hits)
  const own = best.map((hit) => hit.value)
  const lowest = own.at(-1)
  if (weight === 0 || lowest === undefined || best.length <= 2) return [...hits]

  const nearest = nearestHits(
    best.map(({ id }) => ({ id, words: words.byId.get(id) })),
    words,
    times,
    neighbours,
  )
  let scores = own
  for (let step = 0; step < STEPS; step += 1) {
    const before = scores
    scores = own.map((value, i) => {
      const others = nearest[i] ?? []
      const mass = others.reduce((sum, other) => sum + other.similarity, 0)
      const theirs = others.reduce((sum, other) => sum + other.similarity * (before[other.at] ?? 0), 0)
      return (1 - weight) * value + weight * (mass > 0 ? theirs / mass : lowest)
    })
  }
  return [
    ...best
      .map(({ id }, i) => ({ id, value: scores[i] ?? 0 }))
      .sort((a, b) => b.value - a.value || b.id - a.id),
    ...hits.slice(best.length),
  ]
}

/** Number of iterations. With 2, scores also reach the neighbours of neighbours. */
const STEPS = 2

interface Neighbour {
  readonly at: number
  /** Cosine, less between texts of different times; > 0. */
  readonly similarity: number
}

/** For each hit its nearest hits, at most `max`. */
function nearestHits(
  hits: readonly { readonly id: number; readonly words: HitWords | undefined }[],
  shared: SharedHitWords,
  times: EventTimes,
  max: number,
): Neighbour[][] {
  const n = hits.length
  const postings = postingsOf(
    hits.map(({ words }) => words),
    shared,
  )
  const products = new Float64Array(n * n)
  for (const held of postings) {
    for (const { at, weight } of held) {
      for (const other of held)
        products[at * n + other.at] = (products[at * n + other.at] ?? 0) + weight * other.weight
    }
  }
  const norms = normsOf(
    hits.map(({ words }) => words),
    products,
    postings,
  )
  return hits.map((one, at) =>
    hits
      .map(({ id }, other) => {
        const cosine = (products[at * n + other] ?? 0) / ((norms[at] ?? 1) * (norms[other] ?? 1))
        return { at: other, similarity: cosine === 0 ? 0 : cosine * similarityFactor(times, one.id, id) }
      })
      .filter((neighbour) => neighbour.at !== at && neighbour.similarity > 0)
      .sort((a, b) => b.similarity - a.similarity || a.at - b.at)
      .slice(0, max),
  )
}

/** By shared word: the hits that have it, and its TF-IDF weight in each. */
function postingsOf(
  hits: readonly (HitWords | undefined)[],
  { shared }: SharedHitWords,
): readonly (readonly { readonly at: number; readonly weight: number }[])[] {
  const postings = shared.map((): { readonly at: number; readonly weight: number }[] => [])
  hits.forEach((hit, at) => {
    hit?.words.forEach((word, i) => {
      postings[word]?.push({ at, weight: (hit.frequencies[i] ?? 0) * (shared[word]?.idf ?? 0) })
    })
  })
  return postings
}

/** The norms of the hits' vectors. A word that no other hit has is not looked up; it gets the mean weight. */
function normsOf(
  hits: readonly (HitWords | undefined)[],
  products: Float64Array,
  postings: readonly (readonly { readonly weight: number }[])[],
): number[] {
  const n = hits.length
  const weights = postings.flat()
  const square = weights.reduce((sum, { weight }) => sum + weight ** 2, 0) / Math.max(1, weights.length)
  return hits.map((hit, at) =>
    Math.max(1e-9, Math.sqrt((products[at * n + at] ?? 0) + (hit?.unshared ?? 0) * square)),
  )
}
