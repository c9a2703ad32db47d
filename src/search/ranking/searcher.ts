import type { SearchSelection, Hit, QueryNode } from '../../model/search.ts'
import { makePrior, type Prior, type Scale, toSeconds } from '../index/document.ts'
import type { Tuning } from '../index/fields.ts'
import { type Segment, type DocRange, docRangesOf, wholeOf } from '../index/segment.ts'
import { printQuery } from '../query/node.ts'
import type { SearchRequest } from '../request.ts'
import { joinCompounds } from '../terms/compounds.ts'
import { correct } from '../terms/spelling.ts'
import { WordLookupCache } from '../terms/word-lookup.ts'
import { Collector } from './collect.ts'
import { Evaluator } from './evaluate.ts'
import { byNamedMonth, byTime, timesOf } from './event-time.ts'
import { explainer } from './explain.ts'
import { readHitWords, HitTextCache } from './hit-words.ts'
import { makePlan } from './make-plan.ts'
import { Matcher } from './matcher.ts'
import { phraseCheck } from './phrase-check.ts'
import { singleClause, maxMatches, titleSequence, weightOf, docRangeLength } from './plan-parts.ts'
import type { Plan, PlanSource } from './plan.ts'
import { byProximity } from './proximity.ts'
import { relax, MIN_SENTENCE_HITS, isSentence } from './relax.ts'
import { byRelevanceFeedback } from './relevance-feedback.ts'
import { byRegularizedScore } from './score-regularization.ts'
import type { ScoredDoc } from './top-hits.ts'

/** Number of hits of a sentence or a relaxed search that are reranked. */
const RERANKED_HITS = 100

/** If a query has fewer matches in a segment, or a smaller share of it, all matches are scored. */
const FEW_DOCS = 256
const FEW_SHARE = 1 / 256

/** Number of the newest documents that are searched if they give enough hits and the total is not needed. */
const ENOUGH_DOCUMENTS = 16_384

/**
 * A search in steps. It yields the items whose texts it needs next, and goes on when `textOf` gives them. Without
 * `awaitsTexts` it is a single step.
 */
export type SearchSteps<Result = SearchSelection> = Generator<readonly number[], Result, undefined>

/**
 * Runs queries on an index's segments. It reuses its buffers within a step, so other searches may run between two steps of
 * one.
 */
export class Searcher {
  readonly #tuning: Tuning
  readonly #lookups = new WordLookupCache()
  readonly #texts: HitTextCache
  readonly #evaluator: Evaluator
  readonly #matcher = new Matcher()
  readonly #wordPrior: Prior
  readonly #sentencePrior: Prior

  constructor(tuning: Tuning) {
    this.#tuning = tuning
    this.#wordPrior = makePrior(tuning.prior.words)
    this.#sentencePrior = makePrior(tuning.prior.sentence)
    this.#texts = new HitTextCache(tuning)
    this.#evaluator = new Evaluator(tuning)
  }

  /**
   * Searches for all words. If no item has them, searches with unknown words corrected, then for any of the words. If
   * hardly any item has all words of a sentence, the sentence is relaxed at once, since it stands for its subject.
   *
   * @param segments must stay the same until the last step
   */
  *search(segments: readonly Segment[], query: QueryNode, searchRequest: SearchRequest): SearchSteps {
    const sentence = searchRequest.orderBy === undefined && isSentence(query)
    const now = toSeconds(searchRequest.now)
    const request = {
      ...searchRequest,
      scale: { ...(sentence ? this.#sentencePrior : this.#wordPrior), now },
    }
    const enough = sentence && searchRequest.allWords !== true ? MIN_SENTENCE_HITS : 1
    const found = sentence
      ? yield* this.#findBest(segments, query, request, enough)
      : this.#find(segments, query, request)
    if (found.total >= enough) return found
    if (found.total > 0)
      return (
        (yield* this.#relaxed(segments, query, request)) ?? (yield* this.#findBest(segments, query, request))
      )

    const known = { segments, variantsOf: this.#lookupsOf(segments) }
    const corrected = correct(query, known, (node) => this.#countNewest(segments, node, request))
    const repaired = corrected ?? joinCompounds(query, known.variantsOf)
    const repair =
      repaired === undefined ? {} : { corrected: { from: printQuery(query), to: printQuery(repaired) } }
    if (repaired !== undefined) {
      const again = sentence
        ? yield* this.#findBest(segments, repaired, request, enough)
        : this.#find(segments, repaired, request)
      if (again.total >= enough) return { ...again, ...repair, answered: repaired }
    }
    const any = yield* this.#relaxed(segments, query, request, corrected)
    if (any === undefined || any.total === 0) return found
    return corrected === undefined ? any : { ...any, ...repair }
  }

  /** @returns `undefined` if the query has a single word, operators, or requires all words */
  *#relaxed(
    segments: readonly Segment[],
    query: QueryNode,
    searchRequest: ScaledRequest,
    repaired = query,
  ): SearchSteps<SearchSelection | undefined> {
    const relaxed = searchRequest.allWords === true ? undefined : relax(query, repaired)
    if (relaxed === undefined) return undefined
    const request = { ...searchRequest, scale: { ...this.#sentencePrior, now: searchRequest.scale.now } }
    const found = yield* this.#findBest(segments, relaxed, request)
    return { ...found, relaxed: true, answered: relaxed }
  }

  #find(segments: readonly Segment[], query: QueryNode, request: ScaledRequest): SearchSelection {
    const plan = this.#plan(segments, query, request)
    const { window } = request
    const collector = this.#collect(segments, plan, request, window.limit + window.offset, window.after)
    const { hits, last } = collector.hits(window.offset)
    const before = window.after === undefined ? Math.min(window.offset, collector.total) : collector.passed
    return {
      hits: this.#explained(hits, segments, plan, request, NO_GAINS),
      total: collector.total,
      before,
      next: last !== undefined && before + hits.length < collector.total ? last : undefined,
    }
  }

  /**
   * Like `#find`, with the first hits reranked if their texts are available.
   *
   * @param enough fewer hits than this are only counted
   */
  *#findBest(
    segments: readonly Segment[],
    query: QueryNode,
    request: ScaledRequest,
    enough = 0,
  ): SearchSteps {
    const { textOf, window } = request
    if (textOf === undefined || request.orderBy !== undefined || request.storyOf !== undefined) {
      return this.#find(segments, query, request)
    }
    const plan = this.#plan(segments, query, request)
    const size = Math.max(RERANKED_HITS, window.offset) + window.limit
    const collector = this.#collect(segments, plan, request, size, undefined)
    const scored = collector.scoredDocs()
    if (collector.total < enough) return { hits: [], total: collector.total, before: 0, next: undefined }
    const source = {
      segments,
      tuning: this.#tuning,
      documents: liveDocuments(segments),
      scale: request.scale,
      textOf,
      lookups: this.#lookups,
      texts: this.#texts,
    }
    const close = byProximity(scored.slice(0, RERANKED_HITS), plan, source)
    const read = close.slice(0, this.#tuning.regularization.hits)
    if (request.awaitsTexts === true) {
      const unread = this.#texts.unread(segments, read)
      if (unread.length > 0) yield unread
    }
    const words = readHitWords(read, source)
    const taught = byRelevanceFeedback(close, words, weightOf(plan), source)
    const times = timesOf(taught, segments)
    const timely = byTime(byNamedMonth(taught, query, times, this.#tuning), times, this.#tuning)
    const first = byRegularizedScore(timely, words, times, this.#tuning)
    const gains = (id: number): number =>
      (first.find((hit) => hit.id === id)?.value ?? 0) - (scored.find((hit) => hit.id === id)?.value ?? 0)
    const { after } = window
    const start = after === undefined ? window.offset : first.findIndex((hit) => hit.id === after.id) + 1
    const ordered = [...first, ...scored.slice(RERANKED_HITS)]
    const relevances = fallingRelevances(ordered)
    if (after !== undefined && start === 0) {
      // The hits after the reranked ones keep their scores, which can exceed those of reranked hits.
      const found = this.#find(segments, query, request)
      const scale = (scored[0]?.value ?? 0) / (ordered[0]?.value ?? 1)
      const most = relevances[first.length - 1] ?? 1
      const hits = found.hits.map((hit) => ({ ...hit, relevance: Math.min(most, hit.relevance * scale) }))
      return { ...found, hits }
    }

    const page = ordered.slice(start, start + window.limit)
    const before = Math.min(start, collector.total)
    const hits = page.map(({ id }, i) => ({ id, relevance: relevances[start + i] ?? 0 }))
    return {
      hits: this.#explained(hits, segments, plan, request, gains),
      total: collector.total,
      before,
      next: before + page.length < collector.total ? page.at(-1) : undefined,
    }
  }

  #collect(
    segments: readonly Segment[],
    plan: Plan,
    request: ScaledRequest,
    size: number,
    after: ScoredDoc | undefined,
  ): Collector {
    const collector = new Collector({
      accepts: request.accepts,
      orderBy: request.orderBy,
      storyOf: request.storyOf,
      represents: request.represents,
      after,
      size: Math.min(liveDocuments(segments), size),
      scale: request.scale,
      titlePhrase: this.#tuning.titlePhrase,
    })
    const newestFirst = segments
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
    const unit = singleClause(plan)
    const variants = unit?.variants[index]
    const [variant, ...more] = variants ?? []
    if (unit !== undefined && more.length === 0 && collector.countsOnly) {
      if (variant !== undefined)
        collector.takeTerm(segment, variant.term, this.#evaluator.scoreByPayload(unit, variant))
      return
    }
    const sequence = titleSequence(plan)
    const bonus = sequence === undefined ? 1 : this.#tuning.titlePhrase
    const evaluate = (range: DocRange): void => {
      const least = sequence === undefined ? collector.minScore(range) : 0
      const found = this.#evaluator.evaluate(plan, range, least)
      const check = sequence === undefined ? undefined : phraseCheck(segment, index, sequence, 'title')
      collector.take(segment, found, check)
      this.#evaluator.release(found)
    }
    const mayEnter = (range: DocRange): boolean =>
      !collector.countsOnly || collector.mayEnter(range, bonus * this.#evaluator.maxScore(plan, range))
    const uncounted = most !== Infinity
    if (uncounted && !mayEnter(whole)) return
    if (maxMatches(plan, whole) <= Math.max(FEW_DOCS, whole.to * FEW_SHARE)) return evaluate(whole)

    // Adjacent ranges that are only counted are joined and counted at once.
    let ahead: DocRange | undefined
    const countAhead = (): void => {
      if (ahead !== undefined && !uncounted)
        collector.total += this.#matcher.count(plan, ahead, request.accepts)
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

  /** The hits, with explanations if the request asks for them. */
  #explained(
    hits: readonly Hit[],
    segments: readonly Segment[],
    plan: Plan,
    request: ScaledRequest,
    gains: (id: number) => number,
  ): readonly Hit[] {
    if (request.explain !== true) return hits
    const explain = explainer(segments, plan, titleSequence(plan), this.#tuning, request.scale)
    return hits.map((hit) => ({ ...hit, parts: explain(hit.id, gains(hit.id)) }))
  }

  /**
   * Lower bound of the number of items of a query, without the request's filters. Of many, only the newest are counted.
   */
  #countNewest(segments: readonly Segment[], query: QueryNode, { now, tests, scale }: ScaledRequest): number {
    const request = { window: ONE_SHOWN, now, tests, scale, uncounted: true }
    return this.#collect(segments, this.#plan(segments, query, request), request, 1, undefined).total
  }

  #plan(segments: readonly Segment[], query: QueryNode, { tests }: SearchRequest): Plan {
    const documents = liveDocuments(segments)
    return makePlan(query, { segments, variantsOf: this.#lookupsOf(segments), documents, tests }) ?? NOTHING
  }

  #lookupsOf(segments: readonly Segment[]): PlanSource['variantsOf'] {
    return (text, folded) => this.#lookups.find(segments, text, folded).variants
  }
}

/** Scores relative to the first hit, never increasing. */
function fallingRelevances(ordered: readonly ScoredDoc[]): number[] {
  const best = ordered[0]?.value ?? 0
  let least = 1
  return ordered.map(({ value }) => {
    least = Math.min(least, best > 0 ? value / best : 0)
    return least
  })
}

/** A search, with the priors of items. */
interface ScaledRequest extends SearchRequest {
  readonly scale: Scale
}

const NOTHING: Plan = { kind: 'test', passes: () => false }

const ONE_SHOWN = { limit: 1, offset: 0, after: undefined }

const NO_GAINS = (): number => 0

export function liveDocuments(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + segment.live, 0)
}
