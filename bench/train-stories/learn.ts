import { EVIDENCE } from '../../src/digest/stories/evidence.ts'
import type { LinkModel } from '../../src/digest/stories/network.ts'
import { agreement } from '../eval-stories/measures.ts'
import type { Agreement } from '../eval-stories/measures.ts'
import { decisionsOf } from './decisions.ts'
import type { Decision, Field } from './decisions.ts'
import { fit } from './fit.ts'

/** A field with the say that it has in what is learned. */
export interface Lesson {
  readonly field: Field
  readonly share: number
}

/** The clusterer learns from what it does itself with what it learned before, so often. */
const ROUNDS = 3

/** Later rounds look a little below the threshold too, or what was just below would never be looked at again. */
const EASIER = 0.7

/** Learns a model from the stories of these fields that `uses` says yes to. */
export function learn(lessons: readonly Lesson[], uses: (story: string) => boolean): LinkModel {
  let model = FIRST
  const kept = lessons.map((): Decision[] => [])
  for (let round = 0; round < ROUNDS; round++) {
    lessons.forEach(({ field }, at) => {
      const { decisions } = decisionsOf(field, round === 0 ? model : withBias(model, EASIER), uses)
      kept[at]?.push(...decisions)
    })
    model = fit(lessons.map(({ share }, at) => ({ share, decisions: kept[at] ?? [] })))
  }
  return model
}

/** How well the clusterer does on a whole field, all items at once. */
export function judge(field: Field, model: LinkModel, uses: (story: string) => boolean): Agreement {
  const { clusters } = decisionsOf(field, model, () => false)
  const judged = clusters.flatMap(({ items }, placed) =>
    items.flatMap((item) => {
      const truth = field.truth.get(item)
      return truth !== undefined && uses(truth) ? [{ truth, placed }] : []
    }),
  )
  return agreement(judged)
}

/** Most of the evidence points to one story, all else being equal: where learning starts. */
const FIRST: LinkModel = {
  direct: EVIDENCE.map(
    (name) =>
      ({ all: 8, title: 2, pairs: 2, gap: -2, undated: -2, smaller: -1, bias: -4 })[name as string] ?? 0,
  ),
  units: [],
}

function withBias(model: LinkModel, shift: number): LinkModel {
  const bias = EVIDENCE.indexOf('bias')
  return { ...model, direct: model.direct.map((value, k) => (k === bias ? value + shift : value)) }
}
