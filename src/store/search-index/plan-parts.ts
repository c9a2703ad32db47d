import type { Plan, PlanUnit, TermForm } from './plan.ts'
import { postingsOf } from './posting-blocks.ts'
import type { Stretch } from './stretch.ts'

export interface PlanParts {
  readonly words: { readonly kind: 'words'; readonly units: readonly PlanUnit[] }[]
  readonly ors: (readonly Plan[])[]
  readonly tests: ((id: number) => boolean)[]
  readonly nots: Plan[]
}

/** Sorts plans that must all hold by what they are; nested ones are taken apart. */
export function planParts(plans: readonly Plan[]): PlanParts {
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
  plans.forEach(sort)
  return parts
}

/** What each unit means in a stretch, the rarest first. */
export function unitsByRarity(
  parts: PlanParts,
  stretch: Stretch,
): { readonly unit: PlanUnit; readonly forms: readonly TermForm[] }[] {
  return parts.words
    .flatMap((plan) => plan.units)
    .map((unit) => {
      const forms = formsIn(unit, stretch)
      return { unit, forms, size: postingsOf(stretch, forms) }
    })
    .sort((a, b) => a.size - b.size)
}

export function formsIn(unit: PlanUnit, { index }: Stretch): readonly TermForm[] {
  return unit.forms[index] ?? NONE
}

const NONE: readonly TermForm[] = []

/** The word that a plan asks for, where it asks for one, in any field. */
export function loneUnit(plan: Plan): PlanUnit | undefined {
  const [unit, ...more] = plan.kind === 'words' ? plan.units : []
  return more.length === 0 && unit?.field === undefined ? unit : undefined
}

/** The most documents of its segment that can fulfil a plan. */
export function mostFound(plan: Plan, stretch: Stretch): number {
  switch (plan.kind) {
    case 'words':
      return Math.min(...plan.units.map((unit) => postingsOf(stretch, formsIn(unit, stretch))))
    case 'and':
      return Math.min(...plan.children.map((child) => mostFound(child, stretch)))
    case 'or':
      return plan.children.reduce((sum, child) => sum + mostFound(child, stretch), 0)
    case 'test':
    case 'not':
      return stretch.segment.columns.ids.length
  }
}

/** The alternatives to begin with, where they find less than any word that must be there too. */
export function leadingAlternatives(parts: PlanParts, stretch: Stretch): readonly Plan[] | undefined {
  const rarest = Math.min(...parts.words.map((plan) => mostFound(plan, stretch)))
  return parts.ors.find((children) => mostFound({ kind: 'or', children }, stretch) < rarest)
}

/** What each unit of a plan adds at most, added up; what asks for no word is worth 1. */
export function mostWorth(plan: Plan, mostOf: (unit: PlanUnit) => number): number {
  const units = chosenUnits(plan)
  return units.length === 0 ? 1 : units.reduce((sum, unit) => sum + mostOf(unit), 0)
}

/** Units of words that choose; what is left out has none. */
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

/** How much the plan's words count together. */
export function weightOf(plan: Plan): number {
  switch (plan.kind) {
    case 'words':
      return plan.units.reduce((sum, unit) => sum + unit.weight, 0)
    case 'and':
    case 'or':
      return plan.children.reduce((sum, child) => sum + weightOf(child), 0)
    case 'test':
    case 'not':
      return 0
  }
}

/** The query's words in their order, where it asks for nothing but words, at least two. */
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
