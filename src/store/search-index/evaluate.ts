import { Dense } from './dense.ts'
import { DocumentBits } from './document-bits.ts'
import type { Tuning } from './fields.ts'
import { type Found, FoundPool, intersect, keep, subtract } from './found.ts'
import { phraseCheck } from './phrase-check.ts'
import type { Plan, PlanUnit, TermForm } from './plan.ts'
import { formsIn, leadingAlternatives, loneUnit, mostWorth, planParts, unitsByRarity } from './plan-parts.ts'
import { type LeadingPhrase, leadingPhrase } from './leading-phrase.ts'
import { PhraseReader } from './phrase-reader.ts'
import { TITLE_BIT } from './postings.ts'
import type { Stretch } from './stretch.ts'
import { WordReader } from './word-found.ts'

/** Answers plans on one stretch at a time. Not for two searches at once: they share its memory. */
export class Evaluator {
  readonly #pool = new FoundPool()
  readonly #dense = new Dense()
  readonly #phrases = new PhraseReader()
  readonly #unwanted = new DocumentBits()
  readonly #words: WordReader

  constructor(tuning: Tuning) {
    this.#words = new WordReader(this.#pool, this.#dense, tuning)
  }

  /**
   * Documents that fulfil the plan, gone ones among them. Give the list back when done.
   * @param least those worth less may be left out and only counted
   */
  evaluate(plan: Plan, stretch: Stretch, least = 0): Found {
    if (least > 0 && plan.kind === 'or') return this.#either(undefined, plan.children, stretch, least)
    const unit = least > 0 ? loneUnit(plan) : undefined
    if (unit !== undefined) return this.#words.read(stretch, unit, formsIn(unit, stretch), least)
    return this.#all([plan], stretch)
  }

  /** For a plan of one form of one word: what a document counts for it, by its payload. */
  worthByPayload(unit: PlanUnit, form: TermForm): Float32Array {
    return this.#words.worthByPayload(unit, form)
  }

  /** What no document of a stretch exceeds: those that cannot come among the best need only be counted. */
  mostWorth(plan: Plan, stretch: Stretch): number {
    return mostWorth(plan, (unit) => this.#words.mostWorth(stretch, unit, formsIn(unit, stretch)))
  }

  give(found: Found): void {
    this.#pool.give(found)
  }

  /** What fulfils every one of `plans`: the rarest words first, tests last. */
  #all(plans: readonly Plan[], stretch: Stretch): Found {
    const parts = planParts(plans)
    const either = leadingAlternatives(parts, stretch)
    const phrase = either === undefined ? leadingPhrase(parts, stretch) : undefined
    let found: Found | undefined
    if (either !== undefined) found = this.#either(undefined, either, stretch)
    else if (phrase !== undefined) found = this.#phrase(phrase, stretch)
    for (const { unit, forms } of unitsByRarity(parts, stretch)) {
      if (found === undefined) found = this.#words.read(stretch, unit, forms)
      else if (found.count > 0) this.#words.restrict(stretch, found, unit, forms)
    }
    for (const { units } of parts.words) {
      if (found === undefined || found.count === 0 || units.length < 2 || units === phrase?.units) continue
      keep(found, phraseCheck(stretch.segment, stretch.index, units, units[0]?.field))
    }
    for (const alternatives of parts.ors)
      if (alternatives !== either) found = this.#either(found, alternatives, stretch)
    found ??= this.#everything(stretch)
    for (const passes of parts.tests) {
      const { ids } = stretch.segment.columns
      if (found.count > 0) keep(found, (doc) => passes(ids[doc] ?? 0))
    }
    for (const child of parts.nots) if (found.count > 0) this.#without(found, child, stretch)
    return found
  }

  /** Documents with a phrase whose words mean one term each, without scores yet. */
  #phrase(phrase: LeadingPhrase, stretch: Stretch): Found {
    this.#phrases.read(stretch, phrase)
    const found = this.#pool.take(this.#phrases.count)
    found.count = this.#phrases.count
    found.docs.set(this.#phrases.docs.subarray(0, found.count))
    found.scores.fill(0, 0, found.count)
    found.titles.fill(TITLE_BIT, 0, found.count)
    return found
  }

  #either(found: Found | undefined, plans: readonly Plan[], stretch: Stretch, least = 0): Found {
    if (found?.count === 0) return found
    const lists = plans.map((plan) => this.evaluate(plan, stretch))
    this.#dense.begin(stretch)
    for (const list of lists) {
      this.#dense.add(list)
      this.#pool.give(list)
    }
    const either = this.#pool.take(this.#dense.touched.count())
    this.#dense.into(either, least)
    if (found === undefined) return either
    intersect(found, either)
    this.#pool.give(either)
    return found
  }

  #without(found: Found, child: Plan, stretch: Stretch): void {
    const only = loneUnit(child)
    if (only !== undefined) {
      const unwanted = this.#unwanted
      unwanted.begin(stretch)
      unwanted.addForms(stretch, formsIn(only, stretch))
      keep(found, (doc) => !unwanted.has(doc))
      return
    }
    const unwanted = this.evaluate(child, stretch)
    subtract(found, unwanted)
    this.#pool.give(unwanted)
  }

  #everything({ from, to }: Stretch): Found {
    const found = this.#pool.take(to - from)
    found.count = to - from
    for (let i = 0; i < found.count; i += 1) found.docs[i] = from + i
    found.scores.fill(1, 0, found.count)
    found.titles.fill(0, 0, found.count)
    return found
  }
}
