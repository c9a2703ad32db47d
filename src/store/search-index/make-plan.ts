import type { QueryNode } from '../../domain/search.ts'
import { lookup } from '../../domain/text/lookup.ts'
import { isWordField } from './fields.ts'
import type { Plan, PlanSource, PlanUnit, WordNode } from './plan.ts'

/** Looks a query's words up in the index: what remains to do is reading postings. */
export function makePlan(node: QueryNode, source: PlanSource): Plan {
  switch (node.kind) {
    case 'word':
    case 'phrase':
      return wordPlan(node, source)
    case 'before':
    case 'after':
      return { kind: 'test', passes: source.tests.published(node.kind, node.at) }
    case 'not':
      return { kind: 'not', child: makePlan(node.child, source) }
    case 'and':
    case 'or':
      return { kind: node.kind, children: node.children.map((child) => makePlan(child, source)) }
  }
}

function wordPlan(node: WordNode, source: PlanSource): Plan {
  const prefix = node.kind === 'word' && node.prefix
  if (node.field === 'site') return sitePlan(node.text, prefix, source)
  if (!isWordField(node.field)) {
    return { kind: 'test', passes: source.tests.property(node.field, node.text, prefix) }
  }
  const { field } = node
  const sought = lookup(node.text, prefix)
  const forms = sought.map((unit) => source.formsOf(unit.text, unit.folded, unit.kind, unit.prefix))
  const grams = sought.filter((unit) => unit.kind === 'gram').length
  const rarest = Math.min(...forms.map((bySegment) => source.countOf(bySegment)))
  return {
    kind: 'words',
    units: sought.map((unit, i): PlanUnit => {
      const bySegment = forms[i] ?? []
      // The pairs of one word tell together what the word tells.
      const weight =
        unit.kind === 'gram'
          ? idf(rarest, source.documents) / grams
          : idf(source.countOf(bySegment), source.documents)
      return { ...unit, forms: bySegment, weight, field }
    }),
  }
}

function sitePlan(text: string, prefix: boolean, source: PlanSource): Plan {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^www\./, '')
  const forms = source.formsOfSite(host, prefix)
  const unit: PlanUnit = {
    text,
    folded: host,
    prefix,
    offset: 0,
    forms,
    weight: SITE_WEIGHT,
    field: undefined,
  }
  return { kind: 'words', units: [unit] }
}

/** A site chooses, and hardly ranks. */
const SITE_WEIGHT = 1e-6

/** How telling a word is that `count` of `documents` hold: BM25's, kept above 0. */
function idf(count: number, documents: number): number {
  const held = Math.min(count, documents)
  return Math.log(1 + (documents - held + 0.5) / (held + 0.5))
}
