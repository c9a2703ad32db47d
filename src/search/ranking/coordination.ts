import { PostingsCursor } from '../index/postings-cursor.ts'
import { isSet, termBitset } from '../index/segment-bitsets.ts'
import { documentOf, type Segment } from '../index/segment.ts'
import type { Plan, PlanUnit } from './plan.ts'
import type { ScoredDoc } from './top-hits.ts'

/**
 * Reranks the best hits by the share of the query that they have, which the sum over the words ignores.
 *
 * @param hits in order; all are reranked
 * @param exponent of the share
 */
export function byCoordination(
  hits: readonly ScoredDoc[],
  plan: Plan,
  segments: readonly Segment[],
  exponent: number,
): ScoredDoc[] {
  const words = wordsOf(plan)
  const whole = words.reduce((sum, word) => sum + word.weight, 0)
  if (words.length < 2 || whole === 0) return [...hits]

  const values = new Map<number, number>()
  segments.forEach((segment, index) => {
    const held = heldBy(segment, hits)
    if (held.length === 0) return
    const weights = new Float64Array(held.length)
    for (const { units, weight } of words) {
      const holds = holding(segment, index, units, held)
      for (let i = 0; i < held.length; i += 1) if (holds[i] === 1) weights[i] = (weights[i] ?? 0) + weight
    }
    held.forEach(({ hit }, i) => values.set(hit.id, hit.value * ((weights[i] ?? 0) / whole) ** exponent))
  })
  return hits
    .map(({ id, value }) => ({ id, value: values.get(id) ?? value }))
    .sort((a, b) => b.value - a.value || b.id - a.id)
}

/** The words of a query, in order. */
function wordsOf(plan: Plan): { readonly units: readonly PlanUnit[]; readonly weight: number }[] {
  if (plan.kind === 'words') {
    return [{ units: plan.units, weight: plan.units.reduce((sum, unit) => sum + unit.weight, 0) }]
  }
  return plan.kind === 'and' || plan.kind === 'or' ? plan.children.flatMap(wordsOf) : []
}

/** The hits in a segment, by ascending document. */
function heldBy(
  { columns }: Segment,
  hits: readonly ScoredDoc[],
): { readonly hit: ScoredDoc; readonly doc: number }[] {
  return hits
    .map((hit) => ({ hit, doc: documentOf(columns, hit.id) }))
    .filter(({ doc }) => doc >= 0 && columns.coverage[doc] !== 0)
    .sort((a, b) => a.doc - b.doc)
}

/** By document: 1 if it has any variant of any unit. Reads one variant after another, since a prefix has hundreds. */
function holding(
  segment: Segment,
  index: number,
  units: readonly PlanUnit[],
  held: readonly { readonly doc: number }[],
): Uint8Array {
  const holds = new Uint8Array(held.length)
  const cursor = new PostingsCursor()
  for (const unit of units) {
    for (const variant of unit.variants[index] ?? []) {
      const bits = termBitset(segment, [variant])
      if (bits === undefined) cursor.start(segment.postings, variant.term)
      held.forEach(({ doc }, i) => {
        if (holds[i] === 0 && (bits === undefined ? cursor.seek(doc) : isSet(bits, doc))) holds[i] = 1
      })
    }
  }
  return holds
}
