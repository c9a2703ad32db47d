import type { CursorPosition } from '../../model/filter.ts'
import type { Tuning } from '../index/fields.ts'
import { type Segment, type DocRange, docRangesOf, wholeOf } from '../index/segment.ts'
import type { ScaledRequest, SearchRequest } from '../request.ts'
import { Collector } from './collect.ts'
import { Evaluator } from './evaluate.ts'
import type { ExactTitles } from './exact-titles.ts'
import { phraseCheck } from './phrase-check.ts'
import { maxMatches, titleSequence } from './plan-parts.ts'
import type { Plan } from './plan.ts'

/** Below this number of matches in a segment, or this share of it, all matches are scored. */
const FEW_DOCS = 256
const FEW_SHARE = 1 / 256

/** Documents scored together. Their scores fit in the processor's cache. */
const RANGE_DOCS = 16_384

/** Number of the newest documents to search if they have enough hits and the total is not needed. */
const ENOUGH_DOCUMENTS = 16_384

/** The plan of a query, and the titles equal to it. */
export interface Sought {
  readonly plan: Plan
  readonly exactTitles: ExactTitles
}

/** Reads the hits of a plan, one range of documents at a time. Reuses its buffers. */
export class HitReader {
  readonly #tuning: Tuning
  readonly #evaluator: Evaluator

  constructor(tuning: Tuning) {
    this.#tuning = tuning
    this.#evaluator = new Evaluator(tuning)
  }

  /**
   * Collects the hits of all segments.
   *
   * @param after position after which hits are kept; `undefined` for all
   */
  collect(
    sought: Sought,
    request: ScaledRequest,
    size: number,
    after: CursorPosition | undefined,
  ): Collector {
    if (request.isByTime !== true || request.storyOf !== undefined)
      return this.#collect(sought, request, size, after, request.uncounted !== true)
    // The newest hits are in few documents. A second pass counts all and finds the best one, as by relevance.
    const newest = this.#collect(sought, request, size, after, false)
    const byRelevance = { ...request, orderBy: undefined, isByTime: false }
    newest.takeTotals(this.#collect(sought, byRelevance, 1, undefined, true))
    return newest
  }

  /** @param isCounted whether all documents are counted, not only possible hits */
  #collect(
    { plan, exactTitles }: Sought,
    request: ScaledRequest,
    size: number,
    after: CursorPosition | undefined,
    isCounted: boolean,
  ): Collector {
    const kept = Math.min(liveDocuments(request.segments), size)
    const collector = new Collector({ ...request, after, size: kept, exactTitles, tuning: this.#tuning })
    const newestFirst = request.segments
      .map((segment, index) => wholeOf(segment, index))
      .sort((a, b) => (b.segment.columns.ids.at(-1) ?? 0) - (a.segment.columns.ids.at(-1) ?? 0))
    let ahead = request.uncounted === true ? ENOUGH_DOCUMENTS : Infinity
    for (const whole of newestFirst) {
      if (ahead <= 0 && collector.isFull) break
      this.#collectFrom(whole, plan, collector, ahead, isCounted, request.accepts)
      ahead -= whole.to
    }
    collector.finish()
    return collector
  }

  /** @param most number of the newest documents to search if they have enough hits */
  #collectFrom(
    whole: DocRange,
    plan: Plan,
    collector: Collector,
    most: number,
    isCounted: boolean,
    accepts: SearchRequest['accepts'],
  ): void {
    const { segment, index } = whole
    const sequence = titleSequence(plan)
    const bonus = sequence === undefined ? 1 : this.#tuning.titlePhrase
    const evaluate = (range: DocRange): void => {
      const found = this.#evaluator.evaluate(plan, range)
      const check = sequence === undefined ? undefined : phraseCheck(segment, index, sequence, 'title')
      collector.take(range, found, check)
      this.#evaluator.release(found)
    }
    const hasFew = maxMatches(plan, whole) <= Math.max(FEW_DOCS, whole.to * FEW_SHARE)
    const mayEnter = (range: DocRange): boolean =>
      collector.mayEnter(range, () => bonus * this.#evaluator.maxScore(plan, range))
    if (!isCounted && !mayEnter(whole)) return
    if (hasFew) return evaluate(whole)

    // Joins adjacent ranges that are only counted, to count them at once.
    let ahead: DocRange | undefined
    const countAhead = (): void => {
      if (ahead !== undefined && isCounted) collector.total += this.#evaluator.count(plan, ahead, accepts)
      ahead = undefined
    }
    for (const range of docRangesOf(segment, index, RANGE_DOCS)) {
      if (whole.to - range.to >= most && collector.isFull) return
      if (!collector.mayAccept(segment, range.from, range.to - 1)) countAhead()
      else if (!mayEnter(range)) ahead = { ...range, to: ahead?.to ?? range.to }
      else {
        countAhead()
        evaluate(range)
      }
    }
    countAhead()
  }
}

export function liveDocuments(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + segment.live, 0)
}
