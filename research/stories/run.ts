import { parseArgs } from 'node:util'
import { print } from '../../bench/harness/print.ts'
import type { LinkModel } from '../../src/stories/cluster/link/network.ts'
import { BASELINES } from './baselines.ts'
import { datedOf, labelledOf, type LabelledItem, type LabelledSet } from './labelled-set.ts'
import { agreement, joins, type Judged } from './measures.ts'
import { isForLearning, readModel } from './models.ts'
import { byCollection, type Order, replay } from './replay.ts'
import { corpusFolder, EVALUATED, readSet, type SetName } from './sets.ts'

/** Groups with fewer items get no row, since their figures mean nothing. */
const FEWEST = 20

/* set: only sets whose name has this text · fast: without the baselines */
const { values } = parseArgs({
  options: { set: { type: 'string', default: '' }, fast: { type: 'boolean', default: false } },
})
const folder = corpusFolder()
if (folder === undefined) {
  console.warn(
    'SKIPPED: the labelled stories are missing. Set DIGEST_CORPUS to the folder that has stories/.',
  )
} else {
  print(cells('set', 'method', ['P', 'R', 'F', 'pair P', 'pair R', 'multi', 'right']))
  for (const { name, text, only, days } of EVALUATED) {
    if (!`${name} ${text}`.includes(values.set)) continue
    const set = partOf(readSet(folder, name, text), only)
    evaluate(name, days === undefined ? set : { ...set, name: `${set.name}, ${days} days each` }, days)
  }
}

function partOf(set: LabelledSet, only: (typeof EVALUATED)[number]['only']): LabelledSet {
  if (only === undefined) return set
  return only === 'labelled' ? labelledOf(set) : datedOf(set)
}

function evaluate(name: SetName, set: LabelledSet, days: number | undefined): void {
  const all = (): boolean => true
  both('as served', undefined, all)
  const others = readModel(`without-${name}`)
  if (others !== undefined) both('learned from the other sets', others, all)
  const halves = readModel('halves')
  const isKept = ({ truth }: LabelledItem): boolean => truth === null || !isForLearning(truth)
  if (halves !== undefined) both('learned from one half, on the other', halves, isKept)
  if (!values.fast) reportBaselines(set, days)

  function both(method: string, model: LinkModel | undefined, uses: (item: LabelledItem) => boolean): void {
    for (const order of ['by source', 'by time'] satisfies Order[]) {
      const placed = byCollection(set.items, days, (items) => replay(items, order, model))
      report(set, `${method}, ${order}`, placed, uses)
    }
  }
}

/** Prints a row for all items of a set. If some items have no time, dated and undated items also get a row each. */
function report(
  set: LabelledSet,
  method: string,
  placed: readonly number[],
  uses: (item: LabelledItem) => boolean,
): void {
  print(row(set.name, method, judgedOf(set, placed, uses)))
  const dated = judgedOf(set, placed, (item) => uses(item) && hasTime(item))
  const undated = judgedOf(set, placed, (item) => uses(item) && !hasTime(item))
  if (Math.min(dated.length, undated.length) < FEWEST) return
  print(row('', '  of these the dated ones', dated))
  print(row('', '  the undated ones', undated))
}

/** Whether the feed stated a time of publication; otherwise the item has the time at which it was first seen. */
function hasTime({ publishedAt, firstSeenAt }: LabelledItem): boolean {
  return publishedAt < firstSeenAt
}

function reportBaselines(set: LabelledSet, days: number | undefined): void {
  for (const baseline of BASELINES) {
    const tries = baseline.thresholds.map((threshold) => {
      const placed = byCollection(set.items, days, (items) => baseline.place(items, threshold))
      const judged = judgedOf(set, placed, () => true)
      return { threshold, judged, f: agreement(judged).f }
    })
    const best = tries.reduce((one, other) => (other.f > one.f ? other : one))
    const note = baseline.thresholds.length > 1 ? `, best threshold ${best.threshold}` : ''
    print(row(set.name, baseline.name + note, best.judged))
  }
}

function judgedOf(
  set: LabelledSet,
  placed: readonly number[],
  uses: (item: LabelledItem) => boolean,
): Judged[] {
  return set.items.flatMap((item, at) =>
    item.truth !== null && uses(item) ? [{ truth: item.truth, placed: placed[at] ?? -1 }] : [],
  )
}

function row(set: string, method: string, judged: readonly Judged[]): string {
  const { precision, recall, f } = agreement(judged)
  const { pairPrecision, pairRecall, multiItemStories, whollyRight } = joins(judged)
  const shares = [precision, recall, f, pairPrecision, pairRecall].map((value) => value.toFixed(3))
  return cells(set, method, [...shares, String(multiItemStories), whollyRight.toFixed(3)])
}

function cells(set: string, method: string, figures: readonly string[]): string {
  return [set.padEnd(46), method.padEnd(46), ...figures.map((figure) => figure.padStart(6))].join('  ')
}
