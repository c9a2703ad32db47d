import type { SearchSelection, Hit, QueryNode } from '../../model/search.ts'
import type { EpochMs } from '../../model/time.ts'
import { recentIds, type SearchWalk } from '../../model/walk.ts'
import { type Prior, type Scale, toSeconds } from '../index/document.ts'
import type { Tuning } from '../index/fields.ts'
import type { Segment } from '../index/segment.ts'
import { printQuery } from '../query/node.ts'
import { parseQuery } from '../query/parse.ts'
import type { SearchRequest } from '../request.ts'
import { joinCompounds } from '../terms/compounds.ts'
import { correct } from '../terms/spelling.ts'
import { WordLookupCache } from '../terms/word-lookup.ts'
import { byCoordination } from './coordination.ts'
import { exactTitles } from './exact-titles.ts'
import { explainer } from './explain.ts'
import { HitReader, liveDocuments, type ScaledRequest, type Sought } from './hit-reader.ts'
import { makePlan } from './make-plan.ts'
import type { Plan, PlanSource } from './plan.ts'
import { relax, MIN_SENTENCE_HITS, isSentence } from './relax.ts'
import { byRegularizedScore } from './score-regularization.ts'
import { MAX_SPECIFICITY, priorsBySpecificity, specificity } from './specificity.ts'
import { knownOf, leftOf, pageOfHits, Weights } from './walk-hits.ts'

/** Number of hits of a sentence or a relaxed search that are reranked. */
const RERANKED_HITS = 60

/**
 * Runs queries on an index's segments. No buffer is in use while a search waits for the texts of its hits, so other
 * searches may run meanwhile.
 */
export class Searcher {
  readonly #tuning: Tuning
  readonly #lookups = new WordLookupCache()
  readonly #hits: HitReader
  /** By specificity of the query. */
  readonly #priors: readonly Prior[]

  constructor(tuning: Tuning) {
    this.#tuning = tuning
    this.#priors = priorsBySpecificity(tuning)
    this.#hits = new HitReader(tuning)
  }

  /**
   * Searches for all words. If no item has them, searches with unknown words corrected, then for any of the words. If
   * hardly any item has all words of a sentence, the sentence is relaxed at once, since it stands for its subject.
   *
   * @param segments must stay the same until the search has ended
   */
  async search(
    segments: readonly Segment[],
    query: QueryNode,
    searchRequest: SearchRequest,
  ): Promise<SearchSelection> {
    const sentence = searchRequest.orderBy === undefined && isSentence(query)
    const request = { ...searchRequest, scale: this.#scale(specificity(query), searchRequest.now) }
    const walked = searchRequest.window.after?.search
    if (walked !== undefined) return await this.#continue(segments, query, request, walked, sentence)
    const found = await this.#begin(segments, query, request, sentence)
    const { next } = found
    if (next?.search === undefined) return found
    const search = { ...next.search, relaxed: found.relaxed === true, corrected: found.corrected?.to }
    return { ...found, next: { ...next, search } }
  }

  async #begin(
    segments: readonly Segment[],
    query: QueryNode,
    request: ScaledRequest,
    sentence: boolean,
  ): Promise<SearchSelection> {
    const enough = sentence && request.allWords !== true ? MIN_SENTENCE_HITS : 1
    const found = sentence
      ? await this.#findBest(segments, query, request, enough)
      : this.#find(segments, query, request)
    if (found.total >= enough) return found
    if (found.total > 0)
      return (
        (await this.#relaxed(segments, query, request)) ?? (await this.#findBest(segments, query, request))
      )

    const known = { segments, variantsOf: this.#lookupsOf(segments) }
    const corrected = correct(query, known, (node) => this.#countNewest(segments, node, request))
    const repaired = corrected ?? joinCompounds(query, known.variantsOf)
    const repair =
      repaired === undefined ? {} : { corrected: { from: printQuery(query), to: printQuery(repaired) } }
    if (repaired !== undefined) {
      const again = sentence
        ? await this.#findBest(segments, repaired, request, enough)
        : this.#find(segments, repaired, request)
      if (again.total >= enough) return { ...again, ...repair, answered: repaired }
    }
    const any = await this.#relaxed(segments, query, request, corrected)
    if (any === undefined || any.total === 0) return found
    return corrected === undefined ? any : { ...any, ...repair }
  }

  /** A page after the first is answered like the first, whatever has come since. */
  async #continue(
    segments: readonly Segment[],
    query: QueryNode,
    request: ScaledRequest,
    walked: SearchWalk,
    sentence: boolean,
  ): Promise<SearchSelection> {
    const corrected = walked.corrected === undefined ? undefined : parseQuery(walked.corrected).node
    const repair =
      walked.corrected === undefined ? {} : { corrected: { from: printQuery(query), to: walked.corrected } }
    const answered = corrected === undefined ? {} : { answered: corrected }
    if (walked.relaxed) {
      const any = await this.#relaxed(segments, query, request, corrected)
      if (any !== undefined) return { ...any, ...repair }
    }
    const found = sentence
      ? await this.#findBest(segments, corrected ?? query, request)
      : this.#find(segments, corrected ?? query, request)
    return { ...found, ...repair, ...answered }
  }

  /** @returns `undefined` if the query has a single word, operators, or requires all words */
  async #relaxed(
    segments: readonly Segment[],
    query: QueryNode,
    request: ScaledRequest,
    repaired = query,
  ): Promise<SearchSelection | undefined> {
    const relaxed = request.allWords === true ? undefined : relax(query, repaired)
    if (relaxed === undefined) return undefined
    const scale = this.#scale(MAX_SPECIFICITY, request.now)
    const found = await this.#findBest(segments, relaxed, { ...request, scale })
    return { ...found, relaxed: true, answered: relaxed }
  }

  #scale(specific: number, now: EpochMs): Scale {
    const prior = this.#priors[specific]
    if (prior === undefined) throw new RangeError(`no such specificity: ${specific}`)
    return { ...prior, now: toSeconds(now) }
  }

  #find(segments: readonly Segment[], query: QueryNode, request: ScaledRequest): SearchSelection {
    const { limit, offset, after: walk } = request.window
    const weights = new Weights(walk?.search?.weights)
    const sought = this.#sought(segments, query, request, weights)
    const left = { ...request, accepts: leftOf(request) }
    const collector = this.#hits.collect(segments, sought, left, offset + limit + 1, walk?.recent.after)
    const page = pageOfHits(segments, request, {
      left: collector.scoredDocs(),
      scoreOf: (hit) => collector.scoreOf(hit),
      best: { id: collector.bestId, value: collector.best },
      total: collector.total,
      weights,
    })
    return { ...page, hits: this.#explained(page.hits, segments, sought, request, NO_GAINS) }
  }

  /**
   * Like `#find`, with the first hits reranked if their texts can be read.
   *
   * @param enough fewer hits than this are only counted
   */
  async #findBest(
    segments: readonly Segment[],
    query: QueryNode,
    request: ScaledRequest,
    enough = 0,
  ): Promise<SearchSelection> {
    const { textsOf, window } = request
    const { limit, offset, after: walk } = window
    // The reranked hits are the first. A walk that has forgotten what it began with has passed them.
    const isPast = walk?.recent.after !== undefined
    if (textsOf === undefined || request.orderBy !== undefined || request.storyOf !== undefined || isPast) {
      return this.#find(segments, query, request)
    }
    const recent = walk === undefined ? new Set<number>() : recentIds(walk)
    const weights = new Weights(walk?.search?.weights)
    const sought = this.#sought(segments, query, request, weights)
    const size = Math.max(RERANKED_HITS, offset + recent.size) + limit + 1
    const known = { ...request, accepts: knownOf(request) }
    const collector = this.#hits.collect(segments, sought, known, size, undefined)
    const scored = collector.scoredDocs()
    if (collector.total < enough) return { hits: [], total: collector.total, before: 0, next: undefined }
    const best = scored.slice(0, RERANKED_HITS)
    const complete = byCoordination(best, sought.plan, segments, this.#tuning.coordination)
    const texts = await textsOf(complete.map(({ id }) => id))
    const first = byRegularizedScore(complete, texts, this.#tuning)
    const gains = (id: number): number =>
      (first.find((hit) => hit.id === id)?.value ?? 0) - (scored.find((hit) => hit.id === id)?.value ?? 0)
    const ordered = [...first, ...scored.slice(RERANKED_HITS)]
    const page = pageOfHits(segments, request, {
      left: ordered.filter(({ id }) => !recent.has(id)).slice(0, offset + limit + 1),
      scoreOf: ({ value }) => value,
      best: ordered[0] ?? NO_HIT,
      total: collector.total,
      weights,
    })
    return { ...page, hits: this.#explained(page.hits, segments, sought, request, gains) }
  }

  /** The hits, with explanations if the request asks for them. */
  #explained(
    hits: readonly Hit[],
    segments: readonly Segment[],
    sought: Sought,
    request: ScaledRequest,
    gains: (id: number) => number,
  ): readonly Hit[] {
    if (request.explain !== true) return hits
    const explain = explainer(segments, sought, this.#tuning, request.scale)
    return hits.map((hit) => ({ ...hit, parts: explain(hit.id, gains(hit.id)) }))
  }

  /**
   * Lower bound of the number of items of a query, without the request's filters. Of many, only the newest are counted.
   */
  #countNewest(segments: readonly Segment[], query: QueryNode, { now, tests, scale }: ScaledRequest): number {
    const request = { window: ONE_SHOWN, now, tests, scale, uncounted: true }
    const sought = { plan: this.#plan(segments, query, request), exactTitles: [] }
    return this.#hits.collect(segments, sought, request, 1, undefined).total
  }

  #sought(segments: readonly Segment[], query: QueryNode, request: ScaledRequest, weights: Weights): Sought {
    return {
      plan: this.#plan(segments, query, request, weights),
      exactTitles: exactTitles(segments, query),
    }
  }

  #plan(
    segments: readonly Segment[],
    query: QueryNode,
    { tests }: SearchRequest,
    weights = new Weights(undefined),
  ): Plan {
    const source = {
      segments,
      variantsOf: this.#lookupsOf(segments),
      documents: liveDocuments(segments),
      tests,
      weigh: (weight: number) => weights.weigh(weight),
    }
    return makePlan(query, source) ?? NOTHING
  }

  #lookupsOf(segments: readonly Segment[]): PlanSource['variantsOf'] {
    return (text, folded) => this.#lookups.find(segments, text, folded)
  }
}

const NOTHING: Plan = { kind: 'test', passes: () => false }

const ONE_SHOWN = { limit: 1, offset: 0, after: undefined }

const NO_HIT = { id: -1, value: 0 }

const NO_GAINS = (): number => 0
