import type { Tuning } from '../index/fields.ts'
import type { DocRange } from '../index/segment.ts'
import { type DocIdSet, DocIdSetPool, intersect, keep } from './doc-id-set.ts'
import { Matcher } from './matcher.ts'
import { phraseCheck } from './phrase-check.ts'
import { chosenUnits, leadingAlternatives, planParts, unitsByFrequency } from './plan-parts.ts'
import type { Plan } from './plan.ts'
import { ScoreAccumulator } from './score-accumulator.ts'
import { TermScorer } from './term-scorer.ts'

/**
 * Evaluates plans on one range at a time: scores the matching documents, or only counts them. It reuses its buffers, so
 * concurrent searches must not share an instance.
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
   * Returns the documents that match the plan, including deleted ones. Release the list when done. Reads the rarest
   * words first and applies tests last.
   */
  evaluate(plan: Plan, range: DocRange): DocIdSet {
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

  /** Upper bound of the scores in a range. A plan or an alternative without words scores 1. */
  maxScore(plan: Plan, range: DocRange): number {
    const { words, ors } = planParts(plan)
    if (words.length === 0 && ors.length === 0) return 1
    let sum = 0
    for (const { units } of words) for (const unit of units) sum += this.#words.maxScore(range, unit)
    for (const alternatives of ors) for (const child of alternatives) sum += this.maxScore(child, range)
    return sum
  }

  release(found: DocIdSet): void {
    this.#pool.release(found)
  }

  #either(found: DocIdSet | undefined, plans: readonly Plan[], range: DocRange): DocIdSet {
    if (found?.count === 0) return found
    const lists = byWeight(plans).map((plan) => this.evaluate(plan, range))
    this.#accumulator.begin(range)
    for (const list of lists) this.#accumulator.add(list)
    const either = this.#accumulator.found(this.#pool)
    for (const list of lists) this.#pool.release(list)
    if (found === undefined) return either
    intersect(found, either)
    this.#pool.release(either)
    return found
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

/** Sorts by descending weight. Scores are added in this order, so that sums do not depend on the order of the query. */
function byWeight(plans: readonly Plan[]): Plan[] {
  return plans
    .map((plan) => ({ plan, weight: chosenUnits(plan).reduce((sum, unit) => sum + unit.weight, 0) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ plan }) => plan)
}
