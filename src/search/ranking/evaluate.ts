import type { Tuning } from '../index/fields.ts'
import { postingsOf } from '../index/postings-cursor.ts'
import type { DocRange } from '../index/segment.ts'
import { type DocIdSet, DocIdSetPool, intersect, keep } from './doc-id-set.ts'
import { Matcher } from './matcher.ts'
import { phraseCheck } from './phrase-check.ts'
import {
  chosenUnits,
  variantsIn,
  leadingAlternatives,
  singleClause,
  planParts,
  unitsByFrequency,
  type SingleTerm,
} from './plan-parts.ts'
import type { Plan, PlanUnit } from './plan.ts'
import { ScoreAccumulator } from './score-accumulator.ts'
import { SEEK_COST, TermScorer } from './term-scorer.ts'

/**
 * Evaluates plans on one range at a time: scores the documents that match, or only counts them. Two searches must not share
 * an instance: its buffers are reused.
 */
export class Evaluator {
  readonly #pool = new DocIdSetPool()
  readonly #accumulator = new ScoreAccumulator()
  readonly #matcher = new Matcher()
  readonly #words: TermScorer

  constructor(tuning: Tuning) {
    this.#words = new TermScorer(this.#pool, this.#accumulator, tuning)
  }

  /**
   * Gives the documents that match the plan, deleted ones included. Return the list to the pool when done.
   *
   * @param least documents with a lower score may be left out and only counted
   */
  evaluate(plan: Plan, range: DocRange, least = 0): DocIdSet {
    if (least > 0 && plan.kind === 'or') return this.#best(plan.children, range, least)
    const unit = least > 0 ? singleClause(plan) : undefined
    if (unit !== undefined) return this.#words.read(range, unit, least)
    return this.#all(plan, range)
  }

  /** For a plan of one variant of one word: the score of a document, by payload. */
  scoreByPayload(term: SingleTerm): Float32Array {
    return this.#words.scoreByPayload(term)
  }

  /** Counts the live documents that match the plan. @param accepts which of them count; default all */
  count(plan: Plan, range: DocRange, accepts: ((id: number) => boolean) | undefined): number {
    const found = this.#matcher.match(plan, range)
    found.keepLive(range)
    const { ids } = range.segment.columns
    if (accepts !== undefined) found.filter((doc) => accepts(ids[doc] ?? 0))
    const count = found.count()
    this.#matcher.release(found)
    return count
  }

  /**
   * Upper bound of the scores in a range: 1 for a plan without words. Documents that cannot reach the best hits are only
   * counted.
   */
  maxScore(plan: Plan, range: DocRange): number {
    const units = chosenUnits(plan)
    return units.length === 0 ? 1 : units.reduce((sum, unit) => sum + this.#words.maxScore(range, unit), 0)
  }

  release(found: DocIdSet): void {
    this.#pool.release(found)
  }

  /** Documents that match all parts of a plan. Reads the rarest words first and applies tests last. */
  #all(plan: Plan, range: DocRange): DocIdSet {
    const parts = planParts(plan)
    const either = leadingAlternatives(parts, range)
    let found = either === undefined ? undefined : this.#either(undefined, either, range)
    for (const unit of unitsByFrequency(parts.words, range)) {
      if (found === undefined) found = this.#words.read(range, unit)
      else if (found.count > 0) this.#words.restrict(range, found, unit)
    }
    for (const { units } of parts.words) {
      if (found === undefined || found.count === 0 || units.length < 2) continue
      keep(found, phraseCheck(range.segment, range.index, units, units[0]?.field))
    }
    for (const alternatives of parts.ors)
      if (alternatives !== either) found = this.#either(found, alternatives, range)
    found ??= this.#everything(range)
    for (const passes of parts.tests) {
      const { ids } = range.segment.columns
      if (found.count > 0) keep(found, (doc) => passes(ids[doc] ?? 0))
    }
    for (const child of parts.nots) if (found.count > 0) this.#without(found, child, range)
    return found
  }

  #either(found: DocIdSet | undefined, plans: readonly Plan[], range: DocRange): DocIdSet {
    if (found?.count === 0) return found
    const lists = byWeight(plans).map((plan) => this.evaluate(plan, range))
    const either = this.#united(lists, range, 0)
    for (const list of lists) this.#pool.release(list)
    if (found === undefined) return either
    intersect(found, either)
    this.#pool.release(either)
    return found
  }

  /** The union of the lists. Documents with scores below `least` are only counted. */
  #united(lists: readonly DocIdSet[], range: DocRange, least: number): DocIdSet {
    this.#accumulator.begin(range)
    for (const list of lists) this.#accumulator.add(list)
    const united = this.#pool.acquire(this.#accumulator.touched.count())
    this.#accumulator.into(united, least)
    return united
  }

  /**
   * Documents that match any of `plans`. Those with scores below `least` are only counted (MaxScore). Words whose scores
   * together stay below `least` are not read: documents with only these words are counted, and the other documents get
   * their scores by lookup.
   */
  #best(plans: readonly Plan[], range: DocRange, least: number): DocIdSet {
    const ordered = byWeight(plans)
    const { small, most } = this.#lowScoring(ordered, range, least * LOW_SHARE)
    const lists = ordered.slice(0, ordered.length - small.length).map((plan) => this.evaluate(plan, range))
    let found = this.#united(lists, range, least - most)
    if (isFarLess(found.count, small, range)) {
      const { touched } = this.#accumulator
      for (const unit of small) {
        this.#words.add(range, found, unit)
        touched.addTerms(range, variantsIn(unit, range))
      }
      touched.keepLive(range)
      found.others = touched.count() - found.count
    } else if (small.length > 0) {
      this.#pool.release(found)
      for (const unit of small) lists.push(this.#words.read(range, unit))
      found = this.#united(lists, range, least)
    }
    for (const list of lists) this.#pool.release(list)
    return found
  }

  /** The last words whose maximum scores sum up to at most `limit`, in their order, and this sum. */
  #lowScoring(
    ordered: readonly Plan[],
    range: DocRange,
    limit: number,
  ): { readonly small: readonly PlanUnit[]; readonly most: number } {
    const small: PlanUnit[] = []
    let most = 0
    for (const plan of ordered.toReversed()) {
      const unit = singleClause(plan)
      if (unit === undefined) break
      const its = this.#words.maxScore(range, unit)
      if (most + its > limit) break
      most += its
      small.unshift(unit)
    }
    return { small, most }
  }

  #without(found: DocIdSet, child: Plan, range: DocRange): void {
    const unwanted = this.#matcher.match(child, range)
    keep(found, (doc) => !unwanted.has(doc))
    this.#matcher.release(unwanted)
  }

  #everything({ from, to }: DocRange): DocIdSet {
    const found = this.#pool.acquire(to - from)
    found.count = to - from
    for (let i = 0; i < found.count; i += 1) found.docs[i] = from + i
    found.scores.fill(1, 0, found.count)
    found.titles.fill(0, 0, found.count)
    return found
  }
}

/** Share of the minimum score that unread words may reach. With a larger share, too many documents need a lookup. */
const LOW_SHARE = 0.6

/**
 * Sorts by descending weight. Scores are added in this order, so the sum does not depend on which words are read.
 */
function byWeight(plans: readonly Plan[]): Plan[] {
  return plans
    .map((plan) => ({ plan, weight: chosenUnits(plan).reduce((sum, unit) => sum + unit.weight, 0) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ plan }) => plan)
}

/** Whether looking up this many documents takes fewer steps than reading the words. */
function isFarLess(documents: number, units: readonly PlanUnit[], range: DocRange): boolean {
  const share = (range.to - range.from) / range.segment.columns.ids.length
  const variants = units.map((unit) => variantsIn(unit, range))
  const postings = variants.reduce((sum, own) => sum + postingsOf(range, own), 0) * share
  const count = variants.reduce((sum, own) => sum + own.length, 0)
  return count > 0 && documents * count * SEEK_COST <= postings
}
