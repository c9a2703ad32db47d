import type { PlanUnit } from './plan.ts'
import { formsIn, type PlanParts } from './plan-parts.ts'
import { postingsOf } from './posting-blocks.ts'
import type { Stretch } from './stretch.ts'

/** A word of a phrase that means one term. */
export interface PhraseTerm {
  readonly term: number
  readonly offset: number
  /** Documents of the segment that hold it. */
  readonly count: number
}

export interface LeadingPhrase {
  readonly units: readonly PlanUnit[]
  /** The rarest first; empty where the segment lacks one of the words. */
  readonly terms: readonly PhraseTerm[]
}

/** The phrase to begin with: the one with the rarest word, where no other word is much rarer. */
export function leadingPhrase({ words }: PlanParts, stretch: Stretch): LeadingPhrase | undefined {
  let leading: LeadingPhrase | undefined
  let rarest = Infinity
  for (const { units } of words) {
    const size = Math.min(...units.map((unit) => postingsOf(stretch, formsIn(unit, stretch))))
    const terms = phraseTerms(units, stretch)
    if (terms === undefined ? size >= rarest / MUCH : size > rarest) continue
    leading = terms === undefined ? undefined : { units, terms }
    rarest = size
  }
  return leading
}

/** How much rarer a word must be than a phrase's rarest to be read first. */
const MUCH = 8

/** @returns `undefined` for what is no phrase, or one whose words mean several terms */
function phraseTerms(units: readonly PlanUnit[], stretch: Stretch): PhraseTerm[] | undefined {
  if (units.length < 2) return undefined
  const terms: PhraseTerm[] = []
  let lacks = false
  for (const unit of units) {
    const [form, ...more] = formsIn(unit, stretch)
    if (more.length > 0) return undefined
    if (form === undefined) lacks = true
    else {
      const count = stretch.segment.postings.counts[form.term] ?? 0
      terms.push({ term: form.term, offset: unit.offset, count })
    }
  }
  return lacks ? [] : terms.sort((a, b) => a.count - b.count)
}
