import type { HitParts } from '../../model/hit-parts.ts'
import { type Scale, priorFactors } from '../index/document.ts'
import { fieldAt, type TextField, type Tuning } from '../index/fields.ts'
import { PostingsCursor } from '../index/postings-cursor.ts'
import { IMPACT_BITS } from '../index/postings.ts'
import { type Segment, findLive, type TermVariant } from '../index/segment.ts'
import type { Sought } from './hit-reader.ts'
import { phraseCheck } from './phrase-check.ts'
import { chosenUnits, titleSequence } from './plan-parts.ts'
import type { PlanUnit } from './plan.ts'

type HitWord = HitParts['words'][number]

/** Explains the score of an item for a plan. */
export function explainer(
  segments: readonly Segment[],
  { plan, exactTitles }: Sought,
  tuning: Tuning,
  scale: Scale,
): (id: number, feedback: number) => HitParts {
  const units = chosenUnits(plan)
  const title = titleSequence(plan)
  return (id, feedback) => {
    const found = findLive(segments, id)
    if (found === undefined) return NOTHING
    const { segment, index, doc } = found
    const words = units.flatMap((unit) => wordParts(segment, doc, unit, unit.variants[index] ?? [], tuning))
    const { recency, coverage } = priorFactors(segment.columns, doc, scale)
    const hasPhrase = title !== undefined && phraseCheck(segment, index, title, 'title')(doc)
    const isExact = exactTitles[index]?.has(doc) === true
    const titlePhrase = (hasPhrase ? tuning.titlePhrase : 1) * (isExact ? tuning.exactTitle : 1)
    const sum = words.length === 0 ? 1 : words.reduce((total, word) => total + word.score, 0)
    return {
      words: words.map((word) => ({ ...word, idf: rounded(word.idf), score: rounded(word.score) })),
      recency: rounded(recency),
      coverage: rounded(coverage),
      titlePhrase,
      feedback: rounded(feedback),
      score: rounded(sum * recency * coverage * titlePhrase + feedback),
    }
  }
}

const NOTHING: HitParts = { words: [], recency: 0, coverage: 0, titlePhrase: 1, feedback: 0, score: 0 }

function wordParts(
  segment: Segment,
  doc: number,
  unit: PlanUnit,
  variants: readonly TermVariant[],
  { saturation, exactForm }: Tuning,
): HitWord[] {
  const fields = new Set<TextField>()
  const positions: number[] = []
  let occurrences = 0
  let exact = false
  for (const variant of variants) {
    const cursor = new PostingsCursor().start(segment.postings, variant.term)
    if (!cursor.seek(doc)) continue
    const impact = (cursor.payload & IMPACT_BITS) / (IMPACT_BITS + 1)
    occurrences += (saturation * impact) / (1 - impact)
    exact ||= variant.exact
    const end = cursor.readPositions(positions, 0)
    for (let i = 0; i < end; i += 1) fields.add(fieldAt(positions[i] ?? 0))
  }
  if (occurrences === 0) return []
  const share = (occurrences / (occurrences + saturation)) * (exact ? exactForm : 1)
  return [
    {
      word: unit.folded,
      fields: [...fields],
      exact,
      idf: unit.weight,
      score: share * unit.weight,
    },
  ]
}

function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
