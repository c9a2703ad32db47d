import { FEATURES } from '../../src/stories/cluster/link/features.ts'
import type { LinkModel } from '../../src/stories/cluster/link/network.ts'
import { agreement, type Agreement } from '../stories/measures.ts'
import type { SetName } from '../stories/sets.ts'
import { type Decision, decisionsOf, type Field } from './decisions.ts'
import { fit, shareOfRight } from './fit.ts'

/** A view of a set, and the decisions that the clusterer made there. */
export interface Lesson {
  readonly set: SetName
  readonly field: Field
  readonly decisions: Decision[]
}

/**
 * For each round of learning: how much the bias is raised, so that the clusterer also meets decisions below its
 * threshold.
 */
const ROUNDS = [0, 0.7, 1.5]

/** Share of each set in learning. */
const SHARES: Readonly<Record<SetName, number>> = {
  'real-2007a': 4,
  'real-2007b': 4,
  captured: 2.5,
  allsides: 1.7,
  allsides2021: 1.3,
  giveme5w1h: 1.2,
  'uci-partial': 1,
  newsroom: 2,
  'hacker-news': 0.8,
}

/** Makes the lessons of these fields. Only stories that `uses` accepts count. */
export function makeLessons(
  fields: readonly { readonly set: SetName; readonly field: Field }[],
  uses: (story: string) => boolean,
): Lesson[] {
  const lessons = fields.map(({ set, field }): Lesson => ({ set, field, decisions: [] }))
  let model = FIRST
  for (const [round, easier] of ROUNDS.entries()) {
    if (round > 0) model = withBias(learn(lessons), easier)
    for (const { field, decisions } of lessons) decisions.push(...decisionsOf(field, model, uses).decisions)
  }
  return lessons
}

/** Assumed share of decisions that are right to join in an unknown set. */
const USUAL_SHARE = 0.3

/** Learns a model from lessons. Decisions that are right to join count less in a set that has many of them. */
export function learn(lessons: readonly Lesson[]): LinkModel {
  return fit(
    lessons.map(({ set, decisions }) => {
      const same = lessons.filter((lesson) => lesson.set === set)
      const right = same.reduce((sum, lesson) => sum + shareOfRight(lesson.decisions), 0) / same.length
      return {
        decisions,
        share: SHARES[set] / same.length,
        favour: right > 0 && !set.startsWith('real') ? Math.sqrt(odds(USUAL_SHARE) / odds(right)) : 1,
      }
    }),
  )
}

/** Lowers the bias, in log odds: joining two stories misleads readers, while splitting one only repeats it. */
const CAUTION = 0.4

/** A model for use, which joins only if that is clearly more probable than not. */
export function cautious(model: LinkModel): LinkModel {
  return withBias(model, -CAUTION)
}

/** Quality of the clusterer on a whole field, with all items at once. */
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

function odds(share: number): number {
  return share / (1 - share)
}

/** The first model: similarity speaks for one event, distance in time against it. */
const FIRST_WEIGHTS: Readonly<Record<string, number>> = {
  cosine: 8,
  titleCosine: 2,
  titleBigramCosine: 2,
  gapDays: -2,
  undated: -2,
  bias: -4,
}
const FIRST: LinkModel = {
  direct: FEATURES.map(({ name }) => FIRST_WEIGHTS[name] ?? 0),
  units: [],
}

function withBias(model: LinkModel, shift: number): LinkModel {
  const bias = FEATURES.findIndex(({ name }) => name === 'bias')
  return {
    ...model,
    direct: model.direct.map((value, k) => (k === bias ? Number((value + shift).toFixed(3)) : value)),
  }
}
