import { Dense } from './dense.ts'
import { DocumentBits } from './document-bits.ts'
import type { Tuning } from './fields.ts'
import { type Found, FoundPool, intersect, keep, subtract } from './found.ts'
import { phraseCheck } from './phrase-check.ts'
import type { Plan, PlanUnit, TermForm } from './plan.ts'
import {
  formsIn,
  leadingAlternatives,
  loneUnit,
  mostWorth,
  planParts,
  unitsByRarity,
  weightOf,
} from './plan-parts.ts'
import { postingsOf } from './posting-blocks.ts'
import { type LeadingPhrase, leadingPhrase } from './leading-phrase.ts'
import { PhraseReader } from './phrase-reader.ts'
import { TITLE_BIT } from './postings.ts'
import type { Stretch } from './stretch.ts'
import { SEEK_COST, WordReader } from './word-found.ts'

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
    if (least > 0 && plan.kind === 'or') return this.#best(plan.children, stretch, least)
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

  #either(found: Found | undefined, plans: readonly Plan[], stretch: Stretch): Found {
    if (found?.count === 0) return found
    const lists = byWeight(plans).map((plan) => this.evaluate(plan, stretch))
    const either = this.#united(lists, stretch, 0)
    for (const list of lists) this.#pool.give(list)
    if (found === undefined) return either
    intersect(found, either)
    this.#pool.give(either)
    return found
  }

  /** What is in any of the lists, those of lower scores than `least` only counted. */
  #united(lists: readonly Found[], stretch: Stretch, least: number): Found {
    this.#dense.begin(stretch)
    for (const list of lists) this.#dense.add(list)
    const united = this.#pool.take(this.#dense.touched.count())
    this.#dense.into(united, least)
    return united
  }

  /**
   * What fulfils any of `plans`, what is worth less than `least` only counted. Words that do not reach it together are not
   * read: what has no other word is counted, and to the others they are added where these have them.
   */
  #best(plans: readonly Plan[], stretch: Stretch, least: number): Found {
    const ordered = byWeight(plans)
    const { small, most } = this.#smallOf(ordered, stretch, least * SMALL_SHARE)
    const lists = ordered.slice(0, ordered.length - small.length).map((plan) => this.evaluate(plan, stretch))
    let found = this.#united(lists, stretch, least - most)
    if (isFarLess(found.count, small, stretch)) {
      const { touched } = this.#dense
      for (const { unit, forms } of small) {
        this.#words.add(stretch, found, unit, forms)
        touched.addForms(stretch, forms)
      }
      touched.keepLive(stretch)
      found.others = touched.count() - found.count
    } else if (small.length > 0) {
      this.#pool.give(found)
      for (const { unit, forms } of small) lists.push(this.#words.read(stretch, unit, forms))
      found = this.#united(lists, stretch, least)
    }
    for (const list of lists) this.#pool.give(list)
    return found
  }

  /** The last words of all that together are worth at most `limit`, in their order, with what they are worth. */
  #smallOf(
    ordered: readonly Plan[],
    stretch: Stretch,
    limit: number,
  ): { readonly small: readonly SmallWord[]; readonly most: number } {
    const small: SmallWord[] = []
    let most = 0
    for (const plan of ordered.toReversed()) {
      const unit = loneUnit(plan)
      if (unit === undefined) break
      const forms = formsIn(unit, stretch)
      const its = this.#words.mostWorth(stretch, unit, forms)
      if (most + its > limit) break
      most += its
      small.unshift({ unit, forms })
    }
    return { small, most }
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

interface SmallWord {
  readonly unit: PlanUnit
  readonly forms: readonly TermForm[]
}

/** Part of what is needed that words may reach which are not read: with more, too many documents need a look. */
const SMALL_SHARE = 0.6

/** The weightiest first: scores are added up in one order, to the same sum, whichever words are read. */
function byWeight(plans: readonly Plan[]): Plan[] {
  return plans
    .map((plan) => ({ plan, weight: weightOf(plan) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ plan }) => plan)
}

/** Whether so many documents are looked up in fewer steps than reading the words takes. */
function isFarLess(documents: number, words: readonly SmallWord[], stretch: Stretch): boolean {
  const share = (stretch.to - stretch.from) / stretch.segment.columns.ids.length
  const postings = words.reduce((sum, { forms }) => sum + postingsOf(stretch, forms), 0) * share
  const forms = words.reduce((sum, word) => sum + word.forms.length, 0)
  return forms > 0 && documents * forms * SEEK_COST <= postings
}
