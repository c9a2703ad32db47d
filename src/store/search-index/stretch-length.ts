import type { Plan } from './plan.ts'
import { chosenUnits } from './plan-parts.ts'
import type { Stretch } from './stretch.ts'

/**
 * Documents that are scored together: their scores fit a processor's nearest cache; with rare forms by the
 * hundred, the next one.
 */
const STRETCH = 16_384
const LONGEST_STRETCH = 262_144
/** A form with fewer postings in a stretch costs mostly finding them, which is as much as scoring so many documents. */
const WORTH_FINDING = 64
const FINDING_COST = 1_024

/** How many documents to score together: longer stretches where a word has many forms that are rare. */
export function stretchLength(plan: Plan, { segment, index, to }: Stretch): number {
  const { counts } = segment.postings
  let length = STRETCH
  for (const unit of chosenUnits(plan)) {
    const forms = unit.forms[index] ?? []
    const rare = (): number =>
      forms.reduce((sum, { term }) => sum + Number((counts[term] ?? 0) * length < WORTH_FINDING * to), 0)
    while (length < LONGEST_STRETCH && rare() * FINDING_COST > length) length *= 2
  }
  return length
}
