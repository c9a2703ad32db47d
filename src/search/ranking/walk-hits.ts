import type { Hit } from '../../model/search.ts'
import { advance, firstWalk, recentIds, type SearchWalk, type WalkSelection } from '../../model/walk.ts'
import type { Segment } from '../index/segment.ts'
import type { ScaledRequest, SearchRequest } from '../request.ts'
import type { ScoredDoc } from './top-hits.ts'

/** The weights of a query's words, in order. */
export class Weights {
  readonly used: number[] = []
  readonly #first: readonly number[]

  /** @param first weights of a walk's first page, which all its pages use; `undefined` at the first page */
  constructor(first: readonly number[] | undefined) {
    this.#first = first ?? []
  }

  /** Returns the weight of the next word, as a 32-bit float like in a cursor. */
  weigh(weight: number): number {
    const used = this.#first[this.used.length] ?? Math.fround(weight)
    this.used.push(used)
    return used
  }
}

interface RankedHits {
  /** In order, without hits of earlier pages, and one more than the page needs if there is one. */
  readonly left: readonly ScoredDoc[]
  readonly scoreOf: (hit: ScoredDoc) => number
  /** The best hit of all. */
  readonly best: ScoredDoc
  readonly total: number
  readonly weights: Weights
}

/** Maximum relevance of any but the best hit, even with an equal score. */
const SECOND_BEST = 0.999

/** Returns the page of the request's window, and the continuation of the walk. */
export function pageOfHits(
  { segments, window, orderBy }: ScaledRequest,
  { left, scoreOf, total, weights, ...found }: RankedHits,
): Omit<WalkSelection, 'ids'> & { readonly hits: readonly Hit[] } {
  const { limit, offset, after: walk } = window
  const shown = left.slice(0, offset + limit)
  const best = walk?.search?.best ?? found.best.value
  let least = walk?.search?.least ?? 1
  const hits = shown.map((hit): Hit => {
    const share = best > 0 ? scoreOf(hit) / best : 0
    const relevance = hit.id === found.best.id && share >= 1 ? 1 : Math.min(SECOND_BEST, share)
    // Reranked hits can have lower scores than hits after them.
    if (orderBy === undefined) least = Math.min(least, relevance)
    return { id: hit.id, relevance: orderBy === undefined ? least : relevance }
  })
  const page = {
    hits: hits.slice(offset),
    total: walk?.total ?? total,
    before: walk?.count ?? Math.min(offset, total),
  }
  if (left.length === shown.length) return { ...page, next: undefined }

  const start = walk ?? firstWalk(total, newestIdOf(segments), 0)
  const answered = walk?.search ?? { relaxed: false, corrected: undefined }
  const search: SearchWalk = { ...answered, weights: weights.used, best, least }
  return { ...page, next: { ...advance(start, shown), search } }
}

/** A test for items that existed at the first page of a walk; `undefined` if all pass. */
export function knownOf({ accepts, window: { after: walk } }: SearchRequest): SearchRequest['accepts'] {
  if (walk === undefined) return accepts
  return (id) => id <= walk.newestId && accepts?.(id) !== false
}

/** The same, without what was shown recently: items, or stories with one item per story. */
export function leftOf(request: SearchRequest): SearchRequest['accepts'] {
  const isKnown = knownOf(request)
  const { storyOf, window } = request
  if (window.after === undefined) return isKnown
  const recent = recentIds(window.after)
  if (storyOf === undefined) return (id) => !recent.has(id) && isKnown?.(id) !== false
  const stories = new Set(Array.from(recent, storyOf))
  return (id) => !recent.has(id) && !stories.has(storyOf(id)) && isKnown?.(id) !== false
}

function newestIdOf(segments: readonly Segment[]): number {
  return Math.max(0, ...segments.map(({ columns }) => columns.ids.at(-1) ?? 0))
}
