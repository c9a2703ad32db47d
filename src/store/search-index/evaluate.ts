import { Dense } from './dense.ts'
import type { Tuning } from './fields.ts'
import { type Found, FoundPool, intersect, keep, subtract } from './found.ts'
import { phraseCheck } from './phrase-check.ts'
import type { Plan, PlanUnit, TermForm } from './plan.ts'
import type { Segment } from './segment.ts'
import { WordReader } from './word-found.ts'

/** Answers plans on one segment at a time. Not for two searches at once: they share its memory. */
export class Evaluator {
  readonly #pool = new FoundPool()
  readonly #dense = new Dense()
  readonly #words: WordReader

  constructor(tuning: Tuning) {
    this.#words = new WordReader(this.#pool, this.#dense, tuning)
  }

  /** Documents that fulfil the plan, gone ones among them. Give the list back when done. */
  evaluate(plan: Plan, segment: Segment, index: number): Found {
    return this.#all([plan], segment, index)
  }

  /** For a plan of one form of one word: what a document counts for it, by its payload. */
  worthByPayload(unit: PlanUnit, form: TermForm): Float32Array {
    return this.#words.worthByPayload(unit, form)
  }

  give(found: Found): void {
    this.#pool.give(found)
  }

  /** What fulfils every one of `plans`: the rarest words first, tests last. */
  #all(plans: readonly Plan[], segment: Segment, index: number): Found {
    const parts = partsOf(plans)
    const units = parts.words.flatMap((plan) => plan.units)
    const ordered = units
      .map((unit) => ({
        unit,
        forms: unit.forms[index] ?? NONE,
        size: sizeOf(segment, unit.forms[index] ?? NONE),
      }))
      .sort((a, b) => a.size - b.size)

    let found: Found | undefined
    for (const { unit, forms } of ordered) {
      if (found === undefined) found = this.#words.read(segment, unit, forms)
      else if (found.count > 0) this.#words.restrict(segment, found, unit, forms)
    }
    for (const { units: phrase } of parts.words) {
      if (found === undefined || found.count === 0 || phrase.length < 2) continue
      keep(found, phraseCheck(segment, index, phrase, phrase[0]?.field))
    }
    for (const alternatives of parts.ors) found = this.#either(found, alternatives, segment, index)
    found ??= this.#everything(segment)
    for (const passes of parts.tests) {
      const { ids } = segment.columns
      if (found.count > 0) keep(found, (doc) => passes(ids[doc] ?? 0))
    }
    for (const child of parts.nots) if (found.count > 0) this.#without(found, child, segment, index)
    return found
  }

  #either(found: Found | undefined, plans: readonly Plan[], segment: Segment, index: number): Found {
    if (found?.count === 0) return found
    const lists = plans.map((plan) => this.evaluate(plan, segment, index))
    this.#dense.begin(segment.columns.ids.length)
    for (const list of lists) {
      this.#dense.add(list)
      this.#pool.give(list)
    }
    const either = this.#pool.take(this.#dense.count())
    this.#dense.into(either)
    if (found === undefined) return either
    intersect(found, either)
    this.#pool.give(either)
    return found
  }

  #without(found: Found, child: Plan, segment: Segment, index: number): void {
    const only = child.kind === 'words' && child.units.length === 1 ? child.units[0] : undefined
    if (only !== undefined && only.field === undefined) {
      this.#words.fill(segment, only.forms[index] ?? NONE)
      keep(found, (doc) => !this.#dense.has(doc))
      return
    }
    const unwanted = this.evaluate(child, segment, index)
    subtract(found, unwanted)
    this.#pool.give(unwanted)
  }

  #everything(segment: Segment): Found {
    const { length } = segment.columns.ids
    const found = this.#pool.take(length)
    for (let doc = 0; doc < length; doc += 1) found.docs[doc] = doc
    found.scores.fill(1, 0, length)
    found.titles.fill(0, 0, length)
    found.count = length
    return found
  }
}

const NONE: readonly TermForm[] = []

interface Parts {
  readonly words: { readonly kind: 'words'; readonly units: readonly PlanUnit[] }[]
  readonly ors: (readonly Plan[])[]
  readonly tests: ((id: number) => boolean)[]
  readonly nots: Plan[]
}

/** Sorts plans that must all hold by what they are; nested ones are taken apart. */
function partsOf(plans: readonly Plan[]): Parts {
  const parts: Parts = { words: [], ors: [], tests: [], nots: [] }
  const sort = (plan: Plan): void => {
    switch (plan.kind) {
      case 'words':
        parts.words.push(plan)
        break
      case 'test':
        parts.tests.push(plan.passes)
        break
      case 'not':
        parts.nots.push(plan.child)
        break
      case 'or':
        parts.ors.push(plan.children)
        break
      case 'and':
        plan.children.forEach(sort)
        break
    }
  }
  plans.forEach(sort)
  return parts
}

function sizeOf(segment: Segment, forms: readonly TermForm[]): number {
  return forms.reduce((sum, form) => sum + (segment.postings.counts[form.term] ?? 0), 0)
}
