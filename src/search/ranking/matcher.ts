import { Bitset } from '../index/bitset.ts'
import type { DocRange } from '../index/segment.ts'
import { phraseCheck } from './phrase-check.ts'
import { variantsIn, singleClause, planParts, unitsByFrequency } from './plan-parts.ts'
import type { Plan } from './plan.ts'
import { inField } from './term-scorer.ts'

/**
 * Finds the documents that match a plan, without scores. It reuses its buffers, so concurrent searches must not share
 * it.
 */
export class Matcher {
  readonly #free: Bitset[] = []

  /** Returns the matching documents of a range, including deleted ones. Release the set when done. */
  match(plan: Plan, range: DocRange): Bitset {
    if (plan.kind !== 'or' && singleClause(plan) === undefined) return this.#all(plan, range)
    const bits = this.#empty(range)
    this.#add(bits, plan, range)
    return bits
  }

  release(bits: Bitset): void {
    this.#free.push(bits)
  }

  #add(bits: Bitset, plan: Plan, range: DocRange): void {
    const unit = singleClause(plan)
    if (unit !== undefined) bits.addTerms(range, variantsIn(unit, range))
    else if (plan.kind === 'or') for (const child of plan.children) this.#add(bits, child, range)
    else {
      const found = this.match(plan, range)
      bits.unite(found)
      this.release(found)
    }
  }

  /** Documents that match every part of a plan. */
  #all(plan: Plan, range: DocRange): Bitset {
    const parts = planParts(plan)
    const required: Bitset[] = []
    const require = (): Bitset => {
      const bits = this.#empty(range)
      required.push(bits)
      return bits
    }
    for (const unit of unitsByFrequency(parts.words, range)) {
      const bits = require()
      bits.addTerms(range, variantsIn(unit, range))
      if (unit.field !== undefined) bits.filter(inField(range, unit))
    }
    for (const children of parts.ors) {
      const bits = require()
      for (const child of children) this.#add(bits, child, range)
    }
    if (required.length === 0) require().addAll()
    const [found = this.#empty(range), ...others] = required
    for (const other of others) {
      found.intersect(other)
      this.release(other)
    }
    for (const { units } of parts.words) {
      if (units.length < 2) continue
      found.filter(phraseCheck(range.segment, range.index, units, units[0]?.field))
    }
    const { ids } = range.segment.columns
    for (const passes of parts.tests) found.filter((doc) => passes(ids[doc] ?? 0))
    for (const child of parts.nots) {
      const unwanted = this.match(child, range)
      found.subtract(unwanted)
      this.release(unwanted)
    }
    return found
  }

  #empty(range: DocRange): Bitset {
    const bits = this.#free.pop() ?? new Bitset()
    bits.begin(range)
    return bits
  }
}
