import { domainToASCII } from 'node:url'
import type { QueryNode } from '../../model/search.ts'
import { lookup, type LookupUnit } from '../../text/lookup.ts'
import { siteHost } from '../../url/host.ts'
import { HAS_PREFIX } from '../index/build-segment.ts'
import { isWordField } from '../index/fields.ts'
import type { TermVariant } from '../index/segment.ts'
import { readSpellings, type TermNode } from '../query/node.ts'
import { countOf, variantsOfPrefix, variantsOfSite, variantsOfTerm } from '../terms/word-lookup.ts'
import type { Plan, PlanSource, PlanUnit } from './plan.ts'

/**
 * Looks up a query's words in the index, so that evaluation only reads postings.
 *
 * @returns `undefined` if the query has no words
 */
export function makePlan(node: QueryNode, source: PlanSource): Plan | undefined {
  switch (node.kind) {
    case 'word':
    case 'phrase':
      return wordPlan(node, source)
    case 'before':
    case 'after':
      return { kind: 'test', passes: source.tests.published(node.kind, node.at) }
    case 'not': {
      const child = makePlan(node.child, source)
      return child === undefined ? undefined : { kind: 'not', child }
    }
    case 'and':
    case 'or': {
      const children = node.children
        .map((child) => makePlan(child, source))
        .filter((child) => child !== undefined)
      if (children.length < 2) return children[0]
      return node.kind === 'or' && readSpellings(node) !== undefined
        ? { kind: 'or', children, spellings: true }
        : { kind: node.kind, children }
    }
  }
}

function wordPlan(node: TermNode, source: PlanSource): Plan | undefined {
  const prefix = node.kind === 'word' && node.prefix
  if (node.field === 'site') return sitePlan(node.text, prefix, source)
  if (node.field === 'has') {
    const value = node.text.toLowerCase()
    return filterPlan(value, variantsOfTerm(source.segments, HAS_PREFIX + value))
  }
  if (!isWordField(node.field)) {
    return { kind: 'test', passes: source.tests.property(node.field, node.text, prefix) }
  }
  const { field } = node
  const sought = lookup(node.text, prefix)
  if (sought.length === 0) return undefined
  const { segments, documents } = source
  const variants = sought.map((unit) => variantsOfUnit(source, unit, node.kind === 'phrase'))
  const counts = variants.map((bySegment) => countOf(segments, bySegment))
  const grams = sought.filter((unit) => unit.kind === 'gram').length
  const rarest = Math.min(...counts)
  return {
    kind: 'words',
    units: sought.map((unit, i): PlanUnit => {
      const bySegment = variants[i] ?? []
      // The pairs of one word share the word's idf.
      const weight = unit.kind === 'gram' ? idf(rarest, documents) / grams : idf(counts[i] ?? 0, documents)
      return { ...unit, variants: bySegment, weight: source.weigh(weight), field }
    }),
  }
}

/** @param asTyped whether only the word as typed matches, as in quotes */
function variantsOfUnit(
  source: PlanSource,
  unit: LookupUnit,
  asTyped: boolean,
): readonly (readonly TermVariant[])[] {
  const { segments } = source
  if (unit.prefix) return variantsOfPrefix(segments, unit.folded)
  return asTyped || unit.kind === 'gram'
    ? variantsOfTerm(segments, unit.folded)
    : source.variantsOf(unit.text, unit.folded)
}

/** Normalises a host as in the index: in ASCII, without a port and without prefixes of renderings such as `m.`. */
function sitePlan(text: string, prefix: boolean, source: PlanSource): Plan {
  const typed = text.trim().toLowerCase().replace(/:\d+$/, '')
  const name = domainToASCII(typed) || typed
  const host = (prefix ? name : siteHost(name)).replace(/^www\./, '')
  return filterPlan(host, variantsOfSite(source.segments, host, prefix), prefix)
}

/** A plan of terms that no text contains. */
function filterPlan(text: string, variants: PlanUnit['variants'], prefix = false): Plan {
  const unit: PlanUnit = {
    text,
    folded: text,
    prefix,
    offset: 0,
    variants,
    weight: FILTER_WEIGHT,
    field: undefined,
  }
  return { kind: 'words', units: [unit] }
}

/** Filter terms must not affect the ranking. */
const FILTER_WEIGHT = 1e-6

/** Inverse document frequency of a word in `count` of `documents`, as in BM25, > 0. */
export function idf(count: number, documents: number): number {
  const held = Math.min(count, documents)
  return Math.log(1 + (documents - held + 0.5) / (held + 0.5))
}
