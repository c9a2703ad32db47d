import type { Window } from '../../domain/filter.ts'
import type { QueryNode } from '../../domain/search.ts'
import type { EpochMs } from '../../domain/time.ts'
import type { FoundSelection } from '../store.ts'
import { buildSegment } from './build-segment.ts'
import { Collector } from './collect.ts'
import { coverageCode, hashOf, type SearchDocument, toSeconds } from './document.ts'
import { Evaluator } from './evaluate.ts'
import { type Tuning, TUNING } from './fields.ts'
import { makePlan } from './make-plan.ts'
import { mergeSegments } from './merge-segments.ts'
import { phraseCheck } from './phrase-check.ts'
import type { ItemTests, Plan, PlanSource, PlanUnit, TermForm } from './plan.ts'
import { relax } from './relax.ts'
import { documentOf, type Segment, segmentBytes } from './segment.ts'
import { chooseMerge } from './merge-policy.ts'
import { formsOfPrefix, formsOfSite, formsOfTerm, formsOfWord } from './word-lookup.ts'

export interface SearchIndexOptions {
  readonly tuning?: Tuning
  /** Words of a content that are indexed, default 1,000: about 1.5 bytes each. */
  readonly contentWords?: number
}

/** What a search asks beside its words. */
export interface SearchRequest {
  readonly window: Window
  readonly now: EpochMs
  /** Whether an item may be shown; all where left out. */
  readonly accepts?: (id: number) => boolean
  /** What orders the hits, highest first; relevance where left out. */
  readonly orderBy?: (id: number) => number
  /** Given where only the first hit of each story counts. */
  readonly storyOf?: (id: number) => number
  readonly tests: ItemTests
}

/** Documents of one batch: more only take memory while they are written. */
const BATCH = 16_384

/**
 * A full-text index in memory: compressed postings in typed arrays, in segments that are written once and merged
 * in the background. Ranks every document that matches and counts them exactly.
 */
export class SearchIndex {
  readonly #tuning: Tuning
  readonly #contentWords: number
  readonly #evaluator: Evaluator
  #segments: Segment[] = []
  #merge: { readonly sources: readonly Segment[]; readonly steps: Generator<undefined, Segment> } | undefined

  constructor(options: SearchIndexOptions = {}) {
    this.#tuning = options.tuning ?? TUNING
    this.#contentWords = options.contentWords ?? 1_000
    this.#evaluator = new Evaluator(this.#tuning)
  }

  /** Documents that are not gone. */
  get size(): number {
    return this.#segments.reduce((sum, segment) => sum + segment.live, 0)
  }

  get byteLength(): number {
    return this.#segments.reduce((sum, segment) => sum + segmentBytes(segment), 0)
  }

  get segments(): readonly Segment[] {
    return this.#segments
  }

  /** Adds documents, or takes in what changed of those that are there. */
  put(documents: readonly SearchDocument[]): void {
    const latest = new Map(documents.map((document) => [document.id, document]))
    const changed = [...latest.values()].filter((document) => !this.#refresh(document))
    this.remove(changed.map((document) => document.id))
    const sorted = changed.sort((a, b) => a.id - b.id)
    for (let from = 0; from < sorted.length; from += BATCH) {
      this.#segments.push(
        buildSegment(sorted.slice(from, from + BATCH), {
          tuning: this.#tuning,
          contentWords: this.#contentWords,
        }),
      )
    }
  }

  /** Ids that are not there do no harm. */
  remove(ids: readonly number[]): void {
    for (const id of ids) {
      const place = this.#placeOf(id)
      if (place === undefined) continue
      place.segment.columns.coverage[place.doc] = 0
      place.segment.live -= 1
    }
    this.#segments = this.#segments.filter(
      (segment) => segment.live > 0 || this.#merge?.sources.includes(segment),
    )
  }

  /**
   * Does a little of the merging that keeps segments few, well under a millisecond.
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
      this.#segments = [...this.#segments.filter((segment) => !sources.includes(segment)), step.value]
      this.#merge = undefined
    }
    return true
  }

  /** As `ReadStore.search`. */
  search(query: QueryNode, request: SearchRequest): FoundSelection {
    const found = this.#find(query, request)
    if (found.total > 0) return found
    const relaxed = relax(query)
    return relaxed === undefined ? found : this.#find(relaxed, request)
  }

  #find(query: QueryNode, request: SearchRequest): FoundSelection {
    const plan = makePlan(query, this.#planSource(request.tests))
    const { window } = request
    const collector = new Collector({
      accepts: request.accepts,
      orderBy: request.orderBy,
      storyOf: request.storyOf,
      after: window.after,
      size: Math.min(this.size, window.limit + window.offset),
      now: toSeconds(request.now),
      titlePhrase: this.#tuning.titlePhrase,
    })
    const sequence = titleSequence(plan)
    this.#segments.forEach((segment, index) => {
      const found = this.#evaluator.evaluate(plan, segment, index)
      const check = sequence === undefined ? undefined : phraseCheck(segment, index, sequence, 'title')
      collector.take(segment, found, check)
      this.#evaluator.give(found)
    })
    collector.finish()
    const { hits, last } = collector.hits(window.offset)
    const before = window.after === undefined ? Math.min(window.offset, collector.total) : collector.passed
    return {
      hits,
      total: collector.total,
      before,
      next: last !== undefined && before + hits.length < collector.total ? last : undefined,
    }
  }

  #planSource(tests: ItemTests): PlanSource {
    const segments = this.#segments
    const documents = this.size
    return {
      tuning: this.#tuning,
      documents,
      tests,
      formsOf: (text, folded, kind, prefix) =>
        prefix
          ? formsOfPrefix(segments, folded)
          : kind === 'gram'
            ? formsOfTerm(segments, folded)
            : formsOfWord(segments, text, folded),
      formsOfSite: (host, prefix) => formsOfSite(segments, host, prefix),
      countOf: (forms) => Math.min(documents, this.#countOf(forms)),
    }
  }

  #countOf(forms: readonly (readonly TermForm[])[]): number {
    let count = 0
    forms.forEach((ofSegment, i) => {
      for (const form of ofSegment) count += this.#segments[i]?.postings.counts[form.term] ?? 0
    })
    return count
  }

  /** Takes in what needs no new words. @returns whether that was all */
  #refresh(document: SearchDocument): boolean {
    const place = this.#placeOf(document.id)
    if (place === undefined || place.segment.columns.textHash[place.doc] !== hashOf(document)) return false
    place.segment.columns.publishedAt[place.doc] = toSeconds(document.publishedAt)
    place.segment.columns.coverage[place.doc] = coverageCode(document.coverage)
    return true
  }

  #placeOf(id: number): { readonly segment: Segment; readonly doc: number } | undefined {
    for (const segment of this.#segments) {
      const doc = documentOf(segment.columns, id)
      if (doc >= 0 && segment.columns.coverage[doc] !== 0) return { segment, doc }
    }
    return undefined
  }
}

/** The query's words in their order, where it asks for nothing but words, at least two. */
function titleSequence(plan: Plan): PlanUnit[] | undefined {
  const plans = plan.kind === 'and' ? plan.children.filter((child) => child.kind === 'words') : [plan]
  const units: PlanUnit[] = []
  let offset = 0
  for (const child of plans) {
    if (child.kind !== 'words') return undefined
    for (const unit of child.units) {
      if (unit.prefix || (unit.field !== undefined && unit.field !== 'title')) return undefined
      units.push({ ...unit, offset: offset + unit.offset })
    }
    offset = (units.at(-1)?.offset ?? -1) + 1
  }
  return units.length > 1 ? units : undefined
}
