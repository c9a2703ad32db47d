import { words } from '../../text/words.ts'
import type { Tuning } from '../index/fields.ts'
import { type ItemText, TEXT_CHARS } from '../request.ts'
import { idf } from './make-plan.ts'
import type { ScoredDoc } from './top-hits.ts'

/**
 * Score regularization: moves the score of each of the best hits towards the mean score of the hits whose texts are most
 * like its own. Similar texts answer the same query; a hit without similar hits matched the words by chance. The mean is
 * used, not the sum: a sum favours large groups whatever the query is.
 *
 * @param hits in order; all of them are ordered anew
 * @param texts the texts of these hits, by id
 * @see Diaz, "Regularizing ad hoc retrieval scores", 2005
 */
export function byRegularizedScore(
  hits: readonly ScoredDoc[],
  texts: ReadonlyMap<number, ItemText>,
  tuning: Tuning,
): ScoredDoc[] {
  const { weight, neighbours } = tuning.regularization
  const own = hits.map((hit) => hit.value)
  const lowest = own.at(-1)
  if (weight === 0 || lowest === undefined || hits.length <= 2) return [...hits]

  const nearest = nearestHits(hits.length, sharedWords(hits, texts, tuning), neighbours)
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
  return hits
    .map(({ id }, i) => ({ id, value: scores[i] ?? 0 }))
    .sort((a, b) => b.value - a.value || b.id - a.id)
}

/** Number of iterations. With 2, scores also reach the neighbours of neighbours. */
const STEPS = 2

/** A hit that has a word, as its index in the list of hits, and the TF-IDF weight of the word there. */
interface WordUse {
  readonly at: number
  readonly weight: number
}

/**
 * The uses of each word that several hits have. A word of most hits says little about one of them, so its inverse
 * frequency is that among the hits.
 */
function sharedWords(
  hits: readonly ScoredDoc[],
  texts: ReadonlyMap<number, ItemText>,
  tuning: Tuning,
): (readonly WordUse[])[] {
  const usesByStem = new Map<string, WordUse[]>()
  for (const [at, { id }] of hits.entries()) {
    const text = texts.get(id)
    if (text === undefined) continue
    for (const [stem, occurrences] of occurrencesIn(text, tuning)) {
      const use = { at, weight: occurrences / (occurrences + tuning.saturation) }
      const uses = usesByStem.get(stem)
      if (uses === undefined) usesByStem.set(stem, [use])
      else uses.push(use)
    }
  }
  return [...usesByStem.values()]
    .filter((uses) => uses.length > 1)
    .map((uses) => {
      const inverse = idf(uses.length, hits.length)
      return uses.map(({ at, weight }) => ({ at, weight: weight * inverse }))
    })
}

/** The number of occurrences of each stem, weighted by field. */
function occurrencesIn({ title, text, language }: ItemText, { weights }: Tuning): Map<string, number> {
  const found = new Map<string, number>()
  const add = (part: string, weight: number): void => {
    for (const { stem } of words(part, language, false)) found.set(stem, (found.get(stem) ?? 0) + weight)
  }
  add(title, weights.title)
  add(text.slice(0, TEXT_CHARS), weights.body)
  return found
}

interface Neighbour {
  readonly at: number
  /** Cosine, > 0. */
  readonly similarity: number
}

/** For each of `n` hits its nearest hits, at most `max`. */
function nearestHits(n: number, words: readonly (readonly WordUse[])[], max: number): Neighbour[][] {
  const products = new Float64Array(n * n)
  for (const uses of words) {
    for (const { at, weight } of uses) {
      for (const other of uses)
        products[at * n + other.at] = (products[at * n + other.at] ?? 0) + weight * other.weight
    }
  }
  const hits = Array.from({ length: n }, (_, at) => at)
  const norms = hits.map((at) => Math.sqrt(products[at * n + at] ?? 0))
  return hits.map((at) =>
    hits
      .filter((other) => other !== at && (products[at * n + other] ?? 0) > 0)
      .map((other) => ({
        at: other,
        similarity: (products[at * n + other] ?? 0) / ((norms[at] ?? 1) * (norms[other] ?? 1)),
      }))
      .sort((a, b) => b.similarity - a.similarity || a.at - b.at)
      .slice(0, max),
  )
}
