import { parseArgs } from 'node:util'
import type { LinkModel } from '../../src/digest/stories/network.ts'
import { BASELINES } from './baselines.ts'
import { agreement, type Agreement, type Judged } from './measures.ts'
import { isForLearning, readModel } from './models.ts'
import { byCollection, type Order, replay } from './replay.ts'
import {
  corpusFolder,
  datedOf,
  EVALUATED,
  labelledOf,
  type LabelledSet,
  readSet,
  type SetName,
  withoutAddress,
} from './sets.ts'
import { print } from '../harness/print.ts'

/* set: only sets whose name holds this · fast: without the baselines */
const { values } = parseArgs({
  options: { set: { type: 'string', default: '' }, fast: { type: 'boolean', default: false } },
})
const folder = corpusFolder()
if (folder === undefined) {
  console.warn(
    'SKIPPED: the labelled stories are not here; set DIGEST_CORPUS to the folder that holds stories/.',
  )
} else {
  print(row('set', 'method', undefined))
  for (const { name, text, only, days } of EVALUATED) {
    if (!`${name} ${text}`.includes(values.set)) continue
    const set = partOf(readSet(folder, name, text), only)
    evaluate(name, days === undefined ? set : { ...set, name: `${set.name}, ${days} days at once` }, days)
  }
}

function partOf(set: LabelledSet, only: (typeof EVALUATED)[number]['only']): LabelledSet {
  if (only === undefined) return set
  return only === 'labelled' ? labelledOf(set) : datedOf(set)
}

function evaluate(name: SetName, set: LabelledSet, days: number | undefined): void {
  const place = (items: LabelledSet['items'], order: Order, model?: LinkModel): number[] =>
    byCollection(items, days, (collection) => replay(collection, order, model))
  const others = readModel(`without-${name}`)
  const halves = readModel('halves')
  report(
    set,
    'as served, by source',
    () => true,
    (items) => place(items, 'by source'),
  )
  report(
    set,
    'as served, by time',
    () => true,
    (items) => place(items, 'by time'),
  )
  report(
    set,
    'as served, by source, addresses without words',
    () => true,
    (items) => place(items.map(withoutAddress), 'by source'),
  )
  if (others !== undefined) each('learned from the other sets', others, () => true)
  if (halves !== undefined)
    each('learned from one half, on the other', halves, (story) => !isForLearning(story))
  if (halves !== undefined) {
    report(
      set,
      'the same, by source, addresses without words',
      (story) => !isForLearning(story),
      (items) => place(items.map(withoutAddress), 'by source', halves),
    )
    for (const order of ['by source', 'by time'] satisfies Order[]) {
      const stories = place(set.items, order, halves)
      const judged = judgedOf(set, stories, () => true)
      const scored = judged.filter(({ truth }) => !isForLearning(truth))
      print(row(set.name, `the same, joins with the first half count, ${order}`, agreement(judged, scored)))
    }
  }
  if (!values.fast) reportBaselines(set, days)

  function each(method: string, model: LinkModel, uses: (story: string) => boolean): void {
    for (const order of ['by source', 'by time'] satisfies Order[]) {
      report(set, `${method}, ${order}`, uses, (items) => place(items, order, model))
    }
  }
}

function report(
  set: LabelledSet,
  method: string,
  uses: (story: string) => boolean,
  place: (items: LabelledSet['items']) => number[],
): void {
  print(row(set.name, method, judge(set, place(set.items), uses)))
}

function reportBaselines(set: LabelledSet, days: number | undefined): void {
  for (const baseline of BASELINES) {
    const tries = baseline.thresholds.map((threshold) => ({
      threshold,
      result: judge(
        set,
        byCollection(set.items, days, (items) => baseline.place(items, threshold)),
        () => true,
      ),
    }))
    const best = tries.reduce((one, other) => (other.result.f > one.result.f ? other : one))
    const note = baseline.thresholds.length > 1 ? `, best threshold ${best.threshold}` : ''
    print(row(set.name, baseline.name + note, best.result))
  }
}

function judge(set: LabelledSet, stories: readonly number[], uses: (story: string) => boolean): Agreement {
  return agreement(judgedOf(set, stories, uses))
}

function judgedOf(set: LabelledSet, stories: readonly number[], uses: (story: string) => boolean): Judged[] {
  return set.items.flatMap(({ truth }, at) =>
    truth !== null && uses(truth) ? [{ truth, placed: stories[at] ?? -1 }] : [],
  )
}

function row(set: string, method: string, result: Agreement | undefined): string {
  const cells =
    result === undefined
      ? ['P', 'R', 'F', 'pair F']
      : [result.precision, result.recall, result.f, result.pairF].map((value) => value.toFixed(3))
  return [set.padEnd(48), method.padEnd(52), ...cells.map((cell) => cell.padStart(6))].join('  ')
}
