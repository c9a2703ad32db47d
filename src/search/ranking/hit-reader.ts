import type { CursorPosition } from '../../model/filter.ts'
import type { Scale } from '../index/document.ts'
import type { Tuning } from '../index/fields.ts'
import { liveCount } from '../index/segment-bitsets.ts'
import { type Segment, type DocRange, docRangesOf, wholeOf } from '../index/segment.ts'
import type { SearchRequest } from '../request.ts'
import { Collector } from './collect.ts'
import { Evaluator } from './evaluate.ts'
import type { ExactTitles } from './exact-titles.ts'
import { phraseCheck } from './phrase-check.ts'
import { maxMatches, titleSequence, docRangeLength, singleTerm } from './plan-parts.ts'
import type { Plan } from './plan.ts'

/** If a query has fewer matches in a segment, or a smaller share of it, all matches are scored. */
const FEW_DOCS = 256
const FEW_SHARE = 1 / 256

/** Number of the newest documents that are searched if they give enough hits and the total is not needed. */
const ENOUGH_DOCUMENTS = 16_384

/** A search in the segments of an index, with the priors of items. */
export interface ScaledRequest extends SearchRequest {
  readonly segments: readonly Segment[]
  readonly scale: Scale
}

/** What is read: the words, and the titles that consist of them. */
export interface Sought {
  readonly plan: Plan
  readonly exactTitles: ExactTitles
}

/** Reads the hits of a plan, one range of documents at a time. It reuses its buffers. */
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
   * @param size number of hits to keep
   * @param after the place behind which hits are kept; `undefined` for all
   */
  collect(
    { plan, exactTitles }: Sought,
    request: ScaledRequest,
    size: number,
    after: CursorPosition | undefined,
  ): Collector {
    const collector = new Collector({
      accepts: request.accepts,
      orderBy: request.orderBy,
      storyOf: request.storyOf,
      represents: request.represents,
      after,
      size: Math.min(liveDocuments(request.segments), size),
      scale: request.scale,
      exactTitles,
      tuning: this.#tuning,
    })
    const newestFirst = request.segments
      .map((segment, index) => wholeOf(segment, index))
      .sort((a, b) => (b.segment.columns.ids.at(-1) ?? 0) - (a.segment.columns.ids.at(-1) ?? 0))
    let ahead = request.uncounted === true ? ENOUGH_DOCUMENTS : Infinity
    for (const whole of newestFirst) {
      if (ahead <= 0 && collector.isFull) break
      this.#collectFrom(whole, plan, collector, ahead, request)
      ahead -= whole.to
    }
    collector.finish()
    return collector
  }

  /** @param most number of the newest documents that are searched if they give enough hits; infinite to count all */
  #collectFrom(
    whole: DocRange,
    plan: Plan,
    collector: Collector,
    most: number,
    request: SearchRequest,
  ): void {
    const { segment, index } = whole
    const sequence = titleSequence(plan)
    const bonus = sequence === undefined ? 1 : this.#tuning.titlePhrase
    const evaluate = (range: DocRange): void => {
      const least = sequence === undefined ? collector.minScore(range) : 0
      const found = this.#evaluator.evaluate(plan, range, least)
      const check = sequence === undefined ? undefined : phraseCheck(segment, index, sequence, 'title')
      collector.take(range, found, check)
      this.#evaluator.release(found)
    }
    const hasFew = maxMatches(plan, whole) <= Math.max(FEW_DOCS, whole.to * FEW_SHARE)
    const term = collector.countsOnly && !collector.hasExactTitles ? singleTerm(plan, whole) : undefined
    if (term !== undefined) {
      if (hasFew) return evaluate(whole)
      collector.takeTerm(segment, term.variant.term, this.#evaluator.scoreByPayload(term))
      if (request.accepts === undefined) collector.total += liveCount(segment, term.variant.term)
      return
    }
    const mayEnter = (range: DocRange): boolean =>
      !collector.countsOnly || collector.mayEnter(range, bonus * this.#evaluator.maxScore(plan, range))
    const uncounted = most !== Infinity
    if (uncounted && !mayEnter(whole)) return
    if (hasFew) return evaluate(whole)

    // Adjacent ranges that are only counted are joined and counted at once.
    let ahead: DocRange | undefined
    const countAhead = (): void => {
      if (ahead !== undefined && !uncounted)
        collector.total += this.#evaluator.count(plan, ahead, request.accepts)
      ahead = undefined
    }
    for (const range of docRangesOf(segment, index, docRangeLength(plan, whole))) {
      if (whole.to - range.to >= most && collector.isFull) return
      if (!mayEnter(range)) ahead = { ...range, to: ahead?.to ?? range.to }
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
