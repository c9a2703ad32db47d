import { type Scale, prior } from '../index/document.ts'
import type { Tuning } from '../index/fields.ts'
import { PostingsCursor } from '../index/postings-reader.ts'
import { isSet, termBitset } from '../index/segment-bitsets.ts'
import { documentOf, type Segment } from '../index/segment.ts'
import { phraseCheck } from './phrase-check.ts'
import type { Plan, PlanUnit } from './plan.ts'
import type { ScoredDoc } from './top-hits.ts'

export interface ProximitySource {
  readonly segments: readonly Segment[]
  readonly tuning: Tuning
  readonly scale: Scale
}

/** A word of the query and its weight. */
interface Word {
  readonly units: readonly PlanUnit[]
  readonly weight: number
}

/**
 * Reranks the best hits by the share of the query that they have, and by whether neighbouring words of the query are
 * neighbours in the item. The sum over words ignores both.
 *
 * @param hits in order; all of them are reranked
 */
export function byProximity(hits: readonly ScoredDoc[], plan: Plan, source: ProximitySource): ScoredDoc[] {
  const words = wordsOf(plan)
  const whole = words.reduce((sum, word) => sum + word.weight, 0)
  if (words.length < 2 || whole === 0) return [...hits]

  const { coordination, pairs } = source.tuning.proximity
  const values = new Map<number, number>()
  source.segments.forEach((segment, index) => {
    const held = heldBy(segment, hits)
    const masses = new Float64Array(held.length)
    const bonuses = new Float64Array(held.length)
    const holds = held.length === 0 ? [] : words.map((word) => holding(segment, index, word.units, held))
    holds.forEach((has, at) => {
      const weight = words[at]?.weight ?? 0
      for (let i = 0; i < held.length; i += 1) if (has[i] === 1) masses[i] = (masses[i] ?? 0) + weight
    })
    for (const [first, second, at] of held.length === 0 ? [] : neighbours(words)) {
      const beside = phraseCheck(segment, index, sequence(first, second), undefined)
      held.forEach(({ doc }, i) => {
        // Positions are only looked up in items that have both words.
        if (holds[at]?.[i] !== 1 || holds[at + 1]?.[i] !== 1) return
        if (beside(doc)) bonuses[i] = (bonuses[i] ?? 0) + Math.min(first.weight, second.weight)
      })
    }
    held.forEach(({ hit, doc }, i) => {
      const share = ((masses[i] ?? 0) / whole) ** coordination
      const bonus = pairs * (bonuses[i] ?? 0) * prior(segment.columns, doc, source.scale)
      values.set(hit.id, (hit.value + bonus) * share)
    })
  })
  return hits
    .map(({ id, value }) => ({ id, value: values.get(id) ?? value }))
    .sort((a, b) => b.value - a.value || b.id - a.id)
}

/** The words of a query, in its order. */
function wordsOf(plan: Plan): Word[] {
  if (plan.kind === 'words') {
    // A repeated word has more weight, but counts once in the share of the query that an item has.
    return [
      { units: plan.units, weight: plan.units.reduce((sum, unit) => sum + unit.weight / unit.times, 0) },
    ]
  }
  return plan.kind === 'and' || plan.kind === 'or' ? plan.children.flatMap(wordsOf) : []
}

/** Two words that follow each other, and the hit of the first. */
function neighbours(words: readonly Word[]): [Word, Word, number][] {
  return words.flatMap((word, i): [Word, Word, number][] => {
    const next = words[i + 1]
    return next === undefined ? [] : [[word, next, i]]
  })
}

function sequence(first: Word, second: Word): PlanUnit[] {
  const offset = (first.units.at(-1)?.offset ?? 0) + 1
  return [...first.units, ...second.units.map((unit) => ({ ...unit, offset: unit.offset + offset }))]
}

/** Ascending documents of a segment that are among the hits. */
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
      if (bits !== undefined) {
        for (let i = 0; i < held.length; i += 1) if (isSet(bits, held[i]?.doc ?? 0)) holds[i] = 1
        continue
      }
      cursor.start(segment.postings, variant.term)
      held.forEach(({ doc }, i) => {
        if (holds[i] === 0 && cursor.seek(doc)) holds[i] = 1
      })
    }
  }
  return holds
}
