import { postingsOf } from '../index/postings-cursor.ts'
import type { DocRange, TermVariant } from '../index/segment.ts'
import type { Plan, PlanUnit } from './plan.ts'

interface PlanParts {
  readonly words: { readonly kind: 'words'; readonly units: readonly PlanUnit[] }[]
  readonly ors: (readonly Plan[])[]
  readonly tests: ((id: number) => boolean)[]
  readonly nots: Plan[]
}

/** Groups the required parts of a plan by kind. Flattens nested ones. */
export function planParts(whole: Plan): PlanParts {
  const parts: PlanParts = { words: [], ors: [], tests: [], nots: [] }
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
  sort(whole)
  return parts
}

/** The units of the words, the rarest in the range first. */
export function unitsByFrequency(plans: PlanParts['words'], range: DocRange): PlanUnit[] {
  return plans
    .flatMap((plan) => plan.units)
    .map((unit) => ({ unit, size: postingsOf(range, variantsIn(unit, range)) }))
    .sort((a, b) => a.size - b.size)
    .map(({ unit }) => unit)
}

export function variantsIn(unit: PlanUnit, { index }: DocRange): readonly TermVariant[] {
  return unit.variants[index] ?? NONE
}

const NONE: readonly TermVariant[] = []

/** The unit of a plan that is a single word in any field. */
export function singleClause(plan: Plan): PlanUnit | undefined {
  const [unit, ...more] = plan.kind === 'words' ? plan.units : []
  return more.length === 0 && unit?.field === undefined ? unit : undefined
}

/** Upper bound of the documents of a segment that match a plan. */
export function maxMatches(plan: Plan, range: DocRange): number {
  switch (plan.kind) {
    case 'words':
      return Math.min(...plan.units.map((unit) => postingsOf(range, variantsIn(unit, range))))
    case 'and':
      return Math.min(...plan.children.map((child) => maxMatches(child, range)))
    case 'or':
      return plan.children.reduce((sum, child) => sum + maxMatches(child, range), 0)
    case 'test':
    case 'not':
      return range.segment.columns.ids.length
  }
}

/** The alternatives to read first, if they match fewer documents than every required word. */
export function leadingAlternatives(parts: PlanParts, range: DocRange): readonly Plan[] | undefined {
  const rarest = Math.min(...parts.words.map((plan) => maxMatches(plan, range)))
  return parts.ors.find((children) => maxMatches({ kind: 'or', children }, range) < rarest)
}

/** Units of required and alternative words, without the excluded ones. */
export function chosenUnits(plan: Plan): PlanUnit[] {
  switch (plan.kind) {
    case 'words':
      return [...plan.units]
    case 'and':
    case 'or':
      return plan.children.flatMap(chosenUnits)
    case 'test':
    case 'not':
      return []
  }
}

/** The query's words in order, if it has only words, and at least two. */
export function titleSequence(root: Plan): PlanUnit[] | undefined {
  const plans =
    root.kind === 'and'
      ? root.children.filter((child) => child.kind !== 'test' && child.kind !== 'not')
      : [root]
  const units: PlanUnit[] = []
  let offset = 0
  for (const plan of plans) {
    const child = plan.kind === 'or' && plan.spellings === true ? plan.children[1] : plan
    if (child?.kind !== 'words') return undefined
    for (const unit of child.units) {
      if (unit.prefix || (unit.field !== undefined && unit.field !== 'title')) return undefined
      units.push({ ...unit, offset: offset + unit.offset })
    }
    offset = (units.at(-1)?.offset ?? -1) + 1
  }
  return units.length > 1 ? units : undefined
}
