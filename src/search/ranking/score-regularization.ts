import { countWhile } from '../../model/count-while.ts'
import { getOrInsert } from '../../model/get-or-insert.ts'
import { fnv1a } from '../../text/fnv.ts'
import { forEachRun } from '../../text/runs.ts'
import type { Tuning } from '../index/fields.ts'
import { type ItemText, TEXT_CHARS } from '../request.ts'
import { idf } from './make-plan.ts'
import type { ScoredDoc } from './top-hits.ts'

/**
 * Score regularization: moves the score of each of the best hits towards the mean score of the hits with the most
 * similar texts. Similar texts answer the same query; a hit without similar ones matched by chance. A sum instead of
 * the mean would favour large groups for any query.
 *
 * @param hits in order; all are reranked
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

  const nearest = nearestHits(hits.length, products(hits, texts, tuning), neighbours)
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

/** With 2 iterations, scores also reach the neighbours of neighbours. */
const STEPS = 2

/** For each pair of hits, the product of their texts' TF-IDF vectors. Document frequencies are those among the hits. */
function products(
  hits: readonly ScoredDoc[],
  texts: ReadonlyMap<number, ItemText>,
  { weights, saturation }: Tuning,
): Float64Array {
  /** By word: its weighted occurrences by text. */
  const words = new Map<number, Map<number, number>>()
  const add = (word: number, at: number, weight: number): void => {
    const uses = getOrInsert(words, word, () => new Map<number, number>())
    uses.set(at, (uses.get(at) ?? 0) + weight)
  }
  for (const [at, { id }] of hits.entries()) {
    const found = texts.get(id)
    if (found === undefined) continue
    forEachBeginning(found.title, (word) => add(word, at, weights.title))
    forEachBeginning(found.text.slice(0, TEXT_CHARS), (word) => add(word, at, weights.text))
  }
  const products = new Float64Array(hits.length ** 2)
  for (const uses of words.values()) {
    if (uses.size < 2) continue
    const inverse = idf(uses.size, hits.length)
    const weighed = Array.from(uses, ([at, occurrences]) => ({
      at,
      weight: (occurrences / (occurrences + saturation)) * inverse,
    }))
    for (const one of weighed) {
      const row = one.at * hits.length
      for (const other of weighed)
        products[row + other.at] = (products[row + other.at] ?? 0) + one.weight * other.weight
    }
  }
  return products
}

/** Words with the same first letters count as inflections. Stemming would take most of the time of a sentence. */
const BEGINNING = 5
/** The same for a script without spaces: a pair of characters. */
const PAIR = 2
const LETTER_S = 0x73

/** Visits a hash of the start of each word, or of each pair of characters in a script without spaces. */
function forEachBeginning(text: string, visit: (hash: number) => void): void {
  const lower = text.toLowerCase()
  forEachRun(lower, (kind, start, end) => {
    if (kind !== 'word') {
      for (let at = start; at < end; at += 1) visit(fnv1a(lower, at, Math.min(end, at + PAIR)))
      return
    }
    // Short words have plurals too.
    const singular = lower.charCodeAt(end - 1) === LETTER_S && end - start > BEGINNING - 2 ? end - 1 : end
    visit(fnv1a(lower, start, Math.min(singular, start + BEGINNING)))
  })
}

interface Neighbour {
  readonly at: number
  /** Cosine, > 0. */
  readonly similarity: number
}

/** For each of `n` hits its nearest hits, at most `max`; ties in order. */
function nearestHits(n: number, products: Float64Array, max: number): Neighbour[][] {
  const hits = Array.from({ length: n }, (_, at) => at)
  const norms = hits.map((at) => Math.sqrt(products[at * n + at] ?? 0))
  return hits.map((at) => {
    const nearest: Neighbour[] = []
    for (let other = 0; other < n; other += 1) {
      const product = products[at * n + other] ?? 0
      if (other === at || product === 0) continue
      const similarity = product / ((norms[at] ?? 1) * (norms[other] ?? 1))
      if (nearest.length === max && similarity <= (nearest[max - 1]?.similarity ?? 0)) continue
      const place = countWhile(nearest.length, (i) => (nearest[i]?.similarity ?? 0) >= similarity)
      nearest.splice(place, 0, { at: other, similarity })
      nearest.length = Math.min(nearest.length, max)
    }
    return nearest
  })
}
