import { toEnd } from '../../model/in-steps.ts'
import type { SearchSelection, QueryNode } from '../../model/search.ts'
import type { SearchDocument } from '../../store/search-source.ts'
import { liveDocuments } from '../ranking/hit-reader.ts'
import { Searcher } from '../ranking/searcher.ts'
import type { SearchRequest } from '../request.ts'
import { buildSegment } from './build-segment.ts'
import { coverageCode, hashOf, toSeconds, raiseBlockMax } from './document.ts'
import { type Tuning, TUNING } from './fields.ts'
import { chooseMerge, mergeSegments } from './merge-segments.ts'
import { removeLiveDoc } from './segment-bitsets.ts'
import { findLive, type Segment } from './segment.ts'

/** Maximum number of documents per batch, below `2 ** 15` (`DOC_SHIFT`). */
const BATCH = 16_384

/**
 * A full-text index in memory: compressed postings in typed arrays, in segments that are written once and merged in the
 * background. Totals are exact.
 */
export class SearchIndex {
  readonly #tuning: Tuning
  readonly #searcher: Searcher
  #segments: Segment[] = []
  #merge: { readonly sources: readonly Segment[]; readonly steps: Generator<undefined, Segment> } | undefined

  constructor(tuning: Tuning = TUNING) {
    this.#tuning = tuning
    this.#searcher = new Searcher(tuning)
  }

  get size(): number {
    return liveDocuments(this.#segments)
  }

  get segments(): readonly Segment[] {
    return this.#segments
  }

  /** Adds segments from a file or another thread, for items that are not indexed yet. */
  adopt(segments: readonly Segment[]): void {
    this.#segments.push(...segments)
  }

  /** Adds or updates documents. */
  put(documents: readonly SearchDocument[]): void {
    const sorted = documents.toSorted((a, b) => a.id - b.id)
    for (let from = 0; from < sorted.length; from += BATCH)
      this.add(toEnd(this.prepare(sorted.slice(from, from + BATCH))))
  }

  /**
   * Builds a segment for `add` in short steps. Documents with unchanged text are updated at once. Of several with the
   * same id, the last counts.
   */
  *prepare(documents: readonly SearchDocument[]): Generator<undefined, Segment | undefined> {
    const latest = new Map(documents.map((document) => [document.id, document]))
    const changed = [...latest.values()].filter((document) => !this.#refresh(document))
    if (changed.length === 0) return undefined
    return yield* buildSegment(
      changed.sort((a, b) => a.id - b.id),
      this.#tuning,
    )
  }

  /** Adds a built segment. It replaces documents with the same ids. */
  add(segment: Segment | undefined): void {
    if (segment === undefined) return
    this.remove(segment.columns.ids)
    this.#segments.push(segment)
  }

  /** Unknown ids are ignored. */
  remove(ids: Iterable<number>): void {
    for (const id of ids) {
      const found = findLive(this.#segments, id)
      if (found === undefined) continue
      found.segment.columns.coverage[found.doc] = 0
      removeLiveDoc(found.segment.columns, found.doc)
      found.segment.live -= 1
    }
    this.#segments = this.#segments.filter(
      (segment) => segment.live > 0 || this.#merge?.sources.includes(segment),
    )
  }

  /**
   * Runs a merge step of less than 1 ms.
   *
   * @returns whether there is more to do
   */
  mergeStep(): boolean {
    if (this.#merge === undefined) {
      const sources = chooseMerge(this.#segments)
      if (sources.length === 0) return false
      this.#merge = { sources, steps: mergeSegments(sources) }
    }
    const { sources, steps } = this.#merge
    const step = steps.next()
    if (step.done === true) {
      const others = this.#segments.filter((segment) => !sources.includes(segment))
      // Nothing is left if everything was deleted or replaced meanwhile.
      this.#segments = step.value.live > 0 ? [...others, step.value] : others
      this.#merge = undefined
    }
    return true
  }

  /** Merges all segments into one at once. */
  mergeAll(): void {
    if (this.#segments.length > 1) this.#segments = [toEnd(mergeSegments(this.#segments))]
    this.#merge = undefined
  }

  /** Searches a snapshot of the index. */
  search(query: QueryNode, request: SearchRequest): Promise<SearchSelection> {
    return this.#searcher.search([...this.#segments], query, request)
  }

  /** Applies new times and coverage to a document. @returns false if its text changed too, or it is not indexed */
  #refresh(document: SearchDocument): boolean {
    const live = findLive(this.#segments, document.id)
    if (live === undefined || live.segment.columns.textHash[live.doc] !== hashOf(document)) return false
    live.segment.columns.publishedAt[live.doc] = toSeconds(document.publishedAt)
    live.segment.columns.coverage[live.doc] = coverageCode(document.coverage)
    raiseBlockMax(live.segment.columns, live.doc)
    return true
  }
}
