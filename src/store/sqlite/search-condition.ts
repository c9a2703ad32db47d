import type { QueryNode, SearchField } from '../../domain/search.ts'
import type { Columns } from '../columns/columns.ts'
import type { Facet } from '../columns/facet-table.ts'
import { matchOf } from './match.ts'

/** What an item must fulfil: found by `match`, not found by `without`, and passing `test`. */
export interface Condition {
  readonly match: string | undefined
  readonly without: string | undefined
  readonly test: ((slot: number) => boolean) | undefined
}

export interface ConditionDeps {
  readonly columns: Columns
  /** Primary subtags that have stems. */
  readonly languages: readonly string[]
  /** 1 by slot for what an FTS5 expression finds. */
  readonly find: (match: string) => Uint8Array
}

/**
 * Turns a query into what the full-text table and the columns can answer. As much as can goes into one FTS5
 * expression; a part that mixes text and fields under OR or NOT is looked up by itself.
 *
 * @returns `undefined` where the query has nothing to look for
 */
export function conditionOf(node: QueryNode, deps: ConditionDeps): Condition | undefined {
  switch (node.kind) {
    case 'word':
    case 'phrase':
      return termCondition(node, deps)
    case 'before':
      return testing((slot) => (deps.columns.publishedAt[slot] ?? 0) < node.at)
    case 'after':
      return testing((slot) => (deps.columns.publishedAt[slot] ?? 0) >= node.at)
    case 'not':
      return negated(conditionOf(node.child, deps), deps)
    case 'and':
      return conditionsOf(node.children, deps).reduce<Condition | undefined>(both, undefined)
    case 'or':
      return anyOf(conditionsOf(node.children, deps), deps)
    default:
      return undefined
  }
}

/** A condition as one test of a slot. */
export function asTest(condition: Condition, { find }: ConditionDeps): (slot: number) => boolean {
  const match = condition.match === undefined ? undefined : find(condition.match)
  const without = condition.without === undefined ? undefined : find(condition.without)
  const { test } = condition
  return (slot) =>
    (match === undefined || match[slot] === 1) && without?.[slot] !== 1 && (test === undefined || test(slot))
}

/** Match and exclusion as one FTS5 expression; `undefined` where no text must be found. */
export function expressionOf({ match, without }: Condition): string | undefined {
  if (match === undefined || without === undefined) return match
  return `(${match}) NOT (${without})`
}

type Term = Extract<QueryNode, { readonly kind: 'word' | 'phrase' }>

function termCondition(term: Term, deps: ConditionDeps): Condition | undefined {
  const { field, text } = term
  const prefix = term.kind === 'word' && term.prefix
  if (field === undefined || field === 'title' || field === 'author' || field === 'site') {
    const match = matchOf({ text, field, forms: term.kind === 'word', prefix }, deps.languages)
    return match === undefined ? undefined : { match, without: undefined, test: undefined }
  }
  return testing(facetTest(deps.columns, field, text, prefix))
}

/** Whether the item of a slot has a property that a query names. */
export function facetTest(
  columns: Columns,
  field: Exclude<SearchField, 'title' | 'author' | 'site'>,
  text: string,
  prefix: boolean,
): (slot: number) => boolean {
  const wanted = text.trim().toLowerCase()
  const fits = (value: string | null): boolean => {
    const its = value?.toLowerCase()
    return its !== undefined && (prefix ? its.startsWith(wanted) : its === wanted)
  }
  const valuesOf: Record<typeof field, (facet: Facet) => readonly (string | null)[]> = {
    source: (facet) => facet.sources,
    category: (facet) => [facet.category],
    region: (facet) => [facet.region],
    lang: (facet) => [facet.language],
  }
  const mask = columns.facets.maskOf((facet) => valuesOf[field](facet).some(fits))
  return (slot) => mask[columns.facet[slot] ?? 0] === 1
}

function conditionsOf(nodes: readonly QueryNode[], deps: ConditionDeps): Condition[] {
  return nodes.map((node) => conditionOf(node, deps)).filter((condition) => condition !== undefined)
}

function testing(test: (slot: number) => boolean): Condition {
  return { match: undefined, without: undefined, test }
}

function both(a: Condition | undefined, b: Condition): Condition {
  if (a === undefined) return b
  const { test } = a
  const other = b.test
  return {
    match: joined(a.match, 'AND', b.match),
    without: joined(a.without, 'OR', b.without),
    test: test === undefined ? other : other === undefined ? test : (slot) => test(slot) && other(slot),
  }
}

function joined(a: string | undefined, operator: 'AND' | 'OR', b: string | undefined): string | undefined {
  return a === undefined ? b : b === undefined ? a : `(${a}) ${operator} (${b})`
}

function negated(condition: Condition | undefined, deps: ConditionDeps): Condition | undefined {
  if (condition === undefined) return undefined
  if (condition.test === undefined && condition.without === undefined) {
    return { match: undefined, without: condition.match, test: undefined }
  }
  const test = asTest(condition, deps)
  return testing((slot) => !test(slot))
}

function anyOf(conditions: readonly Condition[], deps: ConditionDeps): Condition | undefined {
  if (conditions.length < 2) return conditions[0]
  const matches = conditions.map((condition) =>
    condition.test === undefined ? expressionOf(condition) : undefined,
  )
  if (matches.every((match) => match !== undefined)) {
    return { match: matches.map((match) => `(${match})`).join(' OR '), without: undefined, test: undefined }
  }
  const tests = conditions.map((condition) => asTest(condition, deps))
  return testing((slot) => tests.some((test) => test(slot)))
}
