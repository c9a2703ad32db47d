import type { Plan, PlanUnit } from './plan.ts'
import { postingsOf } from '../index/postings-reader.ts'
import type { DocRange, TermVariant } from '../index/segment.ts'

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

/** What each unit means in a range, the rarest first. */
export function unitsByFrequency(
  parts: PlanParts,
  range: DocRange,
): { readonly unit: PlanUnit; readonly variants: readonly TermVariant[] }[] {
  return parts.words
    .flatMap((plan) => plan.units)
    .map((unit) => {
      const variants = variantsIn(unit, range)
      return { unit, variants, size: postingsOf(range, variants) }
    })
    .sort((a, b) => a.size - b.size)
}

export function variantsIn(unit: PlanUnit, { index }: DocRange): readonly TermVariant[] {
  return unit.variants[index] ?? NONE
}

const NONE: readonly TermVariant[] = []

/** The word that a plan asks for, where it asks for one, in any field. */
export function singleClause(plan: Plan): PlanUnit | undefined {
  const [unit, ...more] = plan.kind === 'words' ? plan.units : []
  return more.length === 0 && unit?.field === undefined ? unit : undefined
}

/** The most documents of its segment that can fulfil a plan. */
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

/** The alternatives to begin with, where they find less than any word that must be there too. */
export function leadingAlternatives(parts: PlanParts, range: DocRange): readonly Plan[] | undefined {
  const rarest = Math.min(...parts.words.map((plan) => maxMatches(plan, range)))
  return parts.ors.find((children) => maxMatches({ kind: 'or', children }, range) < rarest)
}

/** What each unit of a plan adds at most, added up; what asks for no word is worth 1. */
export function maxScore(plan: Plan, maxOf: (unit: PlanUnit) => number): number {
  const units = chosenUnits(plan)
  return units.length === 0 ? 1 : units.reduce((sum, unit) => sum + maxOf(unit), 0)
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
export function leadingPhrase({ words }: PlanParts, range: DocRange): LeadingPhrase | undefined {
  let leading: LeadingPhrase | undefined
  let rarest = Infinity
  for (const { units } of words) {
    const size = Math.min(...units.map((unit) => postingsOf(range, variantsIn(unit, range))))
    const terms = phraseTerms(units, range)
    if (terms === undefined ? size >= rarest / RARER_BY : size > rarest) continue
    leading = terms === undefined ? undefined : { units, terms }
    rarest = size
  }
  return leading
}

/** How much rarer a word must be than a phrase's rarest to be read first. */
const RARER_BY = 8

/** @returns `undefined` for what is no phrase, or one whose words mean several terms */
function phraseTerms(units: readonly PlanUnit[], range: DocRange): PhraseTerm[] | undefined {
  if (units.length < 2) return undefined
  const terms: PhraseTerm[] = []
  let lacks = false
  for (const unit of units) {
    const [variant, ...more] = variantsIn(unit, range)
    if (more.length > 0) return undefined
    if (variant === undefined) lacks = true
    else {
      const count = range.segment.postings.counts[variant.term] ?? 0
      terms.push({ term: variant.term, offset: unit.offset, count })
    }
  }
  return lacks ? [] : terms.sort((a, b) => a.count - b.count)
}

/**
 * Documents that are scored together: their scores fit a processor's nearest cache; with rare variants by the
 * hundred, the next one.
 */
const MIN_RANGE_DOCS = 16_384
const MAX_RANGE_DOCS = 262_144
/** A variant with fewer postings in a range costs mostly finding them, which is as much as scoring so many documents. */
const MIN_POSTINGS = 64
const LOOKUP_COST = 1_024

/** How many documents to score together: longer ranges where a word has many variants that are rare. */
export function docRangeLength(plan: Plan, { segment, index, to }: DocRange): number {
  const { counts } = segment.postings
  let length = MIN_RANGE_DOCS
  for (const unit of chosenUnits(plan)) {
    const variants = unit.variants[index] ?? []
    const rare = (): number =>
      variants.reduce((sum, { term }) => sum + Number((counts[term] ?? 0) * length < MIN_POSTINGS * to), 0)
    while (length < MAX_RANGE_DOCS && rare() * LOOKUP_COST > length) length *= 2
  }
  return length
}
