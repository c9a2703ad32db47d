import type { SearchSelection, Hit, QueryNode } from '../../model/search.ts'
import type { EpochMs } from '../../model/time.ts'
import { recentIds, type SearchWalk } from '../../model/walk.ts'
import { type Token, words } from '../../text/words.ts'
import { makePrior, type Prior, type Scale, toSeconds } from '../index/document.ts'
import { isWordField, type Tuning } from '../index/fields.ts'
import type { Segment } from '../index/segment.ts'
import { printQuery } from '../query/node.ts'
import { parseQuery } from '../query/parse.ts'
import type { ScaledRequest, SearchRequest } from '../request.ts'
import { joinCompounds } from '../terms/compounds.ts'
import { correctBeside } from '../terms/spelling-beside.ts'
import { correct } from '../terms/spelling.ts'
import { WordLookupCache } from '../terms/word-lookup.ts'
import { byCoordination } from './coordination.ts'
import { exactTitles } from './exact-titles.ts'
import { explainer } from './explain.ts'
import { HitReader, liveDocuments, type Sought } from './hit-reader.ts'
import { makePlan } from './make-plan.ts'
import type { Plan, PlanSource } from './plan.ts'
import { relax, MIN_SENTENCE_HITS, isSentence } from './relax.ts'
import { byRegularizedScore } from './score-regularization.ts'
import { knownOf, leftOf, pageOfHits, Weights } from './walk-hits.ts'

/** Number of hits of a sentence or a relaxed search that are reranked. */
const RERANKED_HITS = 60

interface RankedRequest extends ScaledRequest {
  /** Whether its best hits are reranked. */
  readonly isSentence: boolean
}

/**
 * Runs queries on an index's segments. No buffer is in use while a search waits for texts, so other searches may run
 * meanwhile.
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
   * Searches for all words. If no item has them, corrects unknown words, then searches for any of the words. If hardly
   * any item has all words of a sentence, the sentence is relaxed at once, since it describes a subject.
   *
   * @param segments must not change until the search ends
   */
  async search(
    segments: readonly Segment[],
    query: QueryNode,
    given: SearchRequest,
  ): Promise<SearchSelection> {
    const request: RankedRequest = {
      ...given,
      segments,
      scale: this.#scale(specificity(query), given.now),
      isSentence: given.orderBy === undefined && isSentence(query),
    }
    const walked = given.window.after?.search
    if (walked !== undefined) return this.#continue(query, request, walked)
    const found = await this.#begin(query, request)
    const { next } = found
    if (next?.search === undefined) return found
    const search = { ...next.search, relaxed: found.relaxed === true, corrected: found.corrected?.to }
    return { ...found, next: { ...next, search } }
  }

  async #begin(query: QueryNode, request: RankedRequest): Promise<SearchSelection> {
    const enough = request.isSentence && request.allWords !== true ? MIN_SENTENCE_HITS : 1
    const found = await this.#all(query, request, enough)
    if (found.total >= enough) return found
    if (found.total > 0) return (await this.#any(query, request)) ?? this.#all(query, request)

    const known = { segments: request.segments, variantsOf: this.#lookupsOf(request) }
    const itemsWith = (node: QueryNode): number => this.#countNewest(node, request)
    const corrected = correct(query, known, itemsWith)
    const repairOf = (to: QueryNode): Pick<SearchSelection, 'corrected'> => ({
      corrected: { from: printQuery(query), to: printQuery(to) },
    })
    const repairs = [
      // A joined word keeps every letter.
      () => joinCompounds(query, known),
      () => corrected,
      () => correctBeside(query, known, itemsWith),
    ]
    for (const repair of repairs) {
      const repaired = repair()
      if (repaired === undefined) continue
      const again = await this.#all(repaired, request, enough)
      if (again.total >= enough) return { ...again, ...repairOf(repaired), answered: repaired }
    }
    const any = await this.#any(query, request, corrected)
    if (any === undefined || any.total === 0) return found
    return corrected === undefined ? any : { ...any, ...repairOf(corrected) }
  }

  /** Later pages are searched like the first, whatever was added since. */
  async #continue(query: QueryNode, request: RankedRequest, walked: SearchWalk): Promise<SearchSelection> {
    const corrected = walked.corrected === undefined ? undefined : parseQuery(walked.corrected).node
    const repair =
      walked.corrected === undefined ? {} : { corrected: { from: printQuery(query), to: walked.corrected } }
    const any = walked.relaxed ? await this.#any(query, request, corrected) : undefined
    if (any !== undefined) return { ...any, ...repair }
    const found = await this.#all(corrected ?? query, request)
    return { ...found, ...repair, ...(corrected === undefined ? {} : { answered: corrected }) }
  }

  /** Searches for all words. @param enough fewer hits of a sentence are only counted */
  async #all(query: QueryNode, request: RankedRequest, enough = 0): Promise<SearchSelection> {
    return request.isSentence ? this.#findBest(query, request, enough) : this.#find(query, request)
  }

  /**
   * Searches for any of the words.
   *
   * @returns `undefined` if the query has a single word or operators, or requires all words
   */
  async #any(
    query: QueryNode,
    request: RankedRequest,
    repaired = query,
  ): Promise<SearchSelection | undefined> {
    const relaxed = request.allWords === true ? undefined : relax(query, repaired)
    if (relaxed === undefined) return undefined
    const scale = this.#scale(MAX_SPECIFICITY, request.now)
    const found = await this.#findBest(relaxed, { ...request, scale })
    return { ...found, relaxed: true, answered: relaxed }
  }

  #scale(specific: number, now: EpochMs): Scale {
    const prior = this.#priors[specific]
    if (prior === undefined) throw new RangeError(`no such specificity: ${specific}`)
    return { ...prior, now: toSeconds(now) }
  }

  #find(query: QueryNode, request: RankedRequest): SearchSelection {
    const { limit, offset, after: walk } = request.window
    const weights = new Weights(walk?.search?.weights)
    const sought = this.#sought(query, request, weights)
    const left = { ...request, accepts: leftOf(request) }
    const collector = this.#hits.collect(sought, left, offset + limit + 1, walk?.recent.after)
    const page = pageOfHits(request, {
      left: collector.scoredDocs(),
      scoreOf: (hit) => collector.scoreOf(hit),
      best: { id: collector.bestId, value: collector.best },
      total: collector.total,
      weights,
    })
    return { ...page, hits: this.#explained(page.hits, sought, request, () => 0) }
  }

  /** Like `#find`, with the first hits reranked if their texts can be read. */
  async #findBest(query: QueryNode, request: RankedRequest, enough = 0): Promise<SearchSelection> {
    const { segments, textsOf, window } = request
    const { limit, offset, after: walk } = window
    // Reranked hits come first. A walk that no longer has its first ids is past them.
    const isPast = walk?.recent.after !== undefined
    if (textsOf === undefined || request.orderBy !== undefined || request.storyOf !== undefined || isPast) {
      return this.#find(query, request)
    }
    const recent = walk === undefined ? new Set<number>() : recentIds(walk)
    const weights = new Weights(walk?.search?.weights)
    const sought = this.#sought(query, request, weights)
    const size = Math.max(RERANKED_HITS, offset + recent.size) + limit + 1
    const collector = this.#hits.collect(sought, { ...request, accepts: knownOf(request) }, size, undefined)
    const scored = collector.scoredDocs()
    if (collector.total < enough) return { hits: [], total: collector.total, before: 0, next: undefined }
    const best = scored.slice(0, RERANKED_HITS)
    const complete = byCoordination(best, sought.plan, segments, this.#tuning.coordination)
    const texts = await textsOf(complete.map(({ id }) => id))
    const first = byRegularizedScore(complete, texts, this.#tuning)
    const gains = (id: number): number =>
      (first.find((hit) => hit.id === id)?.value ?? 0) - (scored.find((hit) => hit.id === id)?.value ?? 0)
    const ordered = [...first, ...scored.slice(RERANKED_HITS)]
    const page = pageOfHits(request, {
      left: ordered.filter(({ id }) => !recent.has(id)).slice(0, offset + limit + 1),
      scoreOf: ({ value }) => value,
      best: ordered[0] ?? { id: -1, value: 0 },
      total: collector.total,
      weights,
    })
    return { ...page, hits: this.#explained(page.hits, sought, request, gains) }
  }

  /** Adds explanations to the hits if the request asks for them. */
  #explained(
    hits: readonly Hit[],
    sought: Sought,
    request: RankedRequest,
    gains: (id: number) => number,
  ): readonly Hit[] {
    if (request.explain !== true) return hits
    const explain = explainer(request.segments, sought, this.#tuning, request.scale)
    return hits.map((hit) => ({ ...hit, parts: explain(hit.id, gains(hit.id)) }))
  }

  /** Lower bound of the number of items for a query, without the request's filters. Counts only the newest of many. */
  #countNewest(query: QueryNode, { segments, now, tests, scale }: RankedRequest): number {
    const request = { window: ONE_SHOWN, segments, now, tests, scale, uncounted: true }
    const sought = { plan: this.#plan(query, request, new Weights(undefined)), exactTitles: [] }
    return this.#hits.collect(sought, request, 1, undefined).total
  }

  #sought(query: QueryNode, request: ScaledRequest, weights: Weights): Sought {
    return {
      plan: this.#plan(query, request, weights),
      exactTitles: exactTitles(request.segments, query),
    }
  }

  #plan(query: QueryNode, request: ScaledRequest, weights: Weights): Plan {
    const { segments, tests } = request
    const plan = makePlan(query, {
      segments,
      variantsOf: this.#lookupsOf(request),
      documents: liveDocuments(segments),
      tests,
      weigh: (weight) => weights.weigh(weight),
    })
    return plan ?? NOTHING
  }

  #lookupsOf({ segments }: Pick<ScaledRequest, 'segments'>): PlanSource['variantsOf'] {
    return (text, folded) => this.#lookups.find(segments, text, folded)
  }
}

const NOTHING: Plan = { kind: 'test', passes: () => false }

const ONE_SHOWN = { limit: 1, offset: 0, after: undefined }

/** Number of words from which a query is most specific. */
const MAX_SPECIFICITY = 4

/** How specific a query is, 1..4: the number of words that an item must have. A number counts as two. */
function specificity(query: QueryNode): number {
  return Math.min(MAX_SPECIFICITY, Math.max(1, Math.round(unbounded(query))))
}

function priorsBySpecificity({ prior: { word, sentence } }: Pick<Tuning, 'prior'>): readonly Prior[] {
  return Array.from({ length: MAX_SPECIFICITY + 1 }, (_, specific) => {
    const share = Math.max(0, specific - 1) / (MAX_SPECIFICITY - 1)
    return makePrior({
      floor: word.floor + share * (sentence.floor - word.floor),
      doubling: word.doubling + share * (sentence.doubling - word.doubling),
    })
  })
}

function unbounded(node: QueryNode): number {
  switch (node.kind) {
    case 'word':
    case 'phrase':
      if (!isWordField(node.field)) return 0
      return words(node.text, null, { byDictionary: false }).reduce((sum, token) => sum + weightOf(token), 0)
    case 'and':
      return node.children.reduce((sum, child) => sum + unbounded(child), 0)
    case 'or':
      return Math.max(...node.children.map(unbounded))
    case 'not':
    case 'before':
    case 'after':
      return 0
  }
}

/** A pair of characters is about half a word. */
function weightOf({ kind, folded }: Token): number {
  if (kind === 'gram') return 0.5
  return /\p{N}/u.test(folded) ? 2 : 1
}
