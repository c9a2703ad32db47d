import { parseArgs } from 'node:util'
import { print } from '../../bench/harness/print.ts'
import { BASELINES } from './baselines.ts'
import { datedOf, type LabelledItem, type LabelledSet } from './labelled-set.ts'
import { byItem, type ByItem, type JudgedItem } from './measures.ts'
import { printMissed } from './missed.ts'
import { readModelWithout } from './models.ts'
import { replay } from './replay.ts'
import { corpusFolder, readSet, REAL_SETS, type RealSet, TESTED } from './sets.ts'

/** Fixed thresholds, for the trade between precision and recall. */
const TRADE = [0.8, 0.4, 0, -0.5, -1]

/* set: only sets whose name has this text · missed: also prints missed pairs */
const { values } = parseArgs({
  options: { set: { type: 'string', default: '' }, missed: { type: 'boolean', default: false } },
})
const folder = corpusFolder()
if (folder === undefined) {
  console.warn(
    'SKIPPED: the labelled stories are missing. Set DIGEST_CORPUS to the folder that has stories/.',
  )
} else {
  print(cells('set', 'method', ['P', 'R', 'across', 'right', 'multi']))
  for (const name of REAL_SETS)
    if (name.includes(values.set)) evaluateReal(name, readSet(folder, name, 'title+summary'))
  for (const { name, text, only } of TESTED) {
    if (!`${name} ${text}`.includes(values.set)) continue
    const whole = readSet(folder, name, text)
    const set = only === undefined ? whole : datedOf(whole)
    for (const order of ['by source', 'by time'] as const)
      report(set, `as served, ${order}`, replay(set.items, order))
  }
}

/** Judges a day of real feeds by the model that was learned without it. */
function evaluateReal(name: RealSet, set: LabelledSet): void {
  const model = readModelWithout(name)
  const placed = replay(set.items, 'by source', { model })
  report(set, 'left out', placed)
  if (values.missed) printMissed(set, placed, model)
  if (name === 'real-2026b') report(set, 'left out, without stories of prices', placed, isOfPrices)
  report(set, 'left out, by time', replay(set.items, 'by time', { model }))
  for (const threshold of TRADE)
    report(set, `left out, threshold ${threshold}`, replay(set.items, 'by source', { model, threshold }))
  report(set, 'as served (learned from it)', replay(set.items, 'by source'))
  const labelled = { ...set, items: set.items.filter(({ truth }) => truth !== null) }
  for (const baseline of BASELINES) {
    const { name: method, thresholds } = baseline
    const tries = thresholds.map((threshold) => ({
      threshold,
      placed: baseline.place(labelled.items, threshold),
    }))
    const best = tries.reduce((one, other) =>
      meanOf(labelled, other.placed) > meanOf(labelled, one.placed) ? other : one,
    )
    report(
      labelled,
      thresholds.length > 1 ? `${method}, best threshold ${best.threshold}` : method,
      best.placed,
    )
  }
}

/** Moves of one price: which of them are one story is a matter of taste. */
function isOfPrices({ truth }: LabelledItem): boolean {
  return /-(?:btc|sth)-/.test(truth ?? '')
}

/** Harmonic mean of precision and recall. */
function meanOf(set: LabelledSet, placed: readonly number[]): number {
  const { precision, recall } = figuresOf(set, placed)
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}

function report(
  set: LabelledSet,
  method: string,
  placed: readonly number[],
  leavesOut: (item: LabelledItem) => boolean = () => false,
): void {
  const { precision, recall, recallAcross, whollyRight, stories } = figuresOf(set, placed, leavesOut)
  const shares = [precision, recall, recallAcross, whollyRight].map((value) => value.toFixed(3))
  print(cells(set.name, method, [...shares, String(stories)]))
}

function figuresOf(
  { items }: LabelledSet,
  placed: readonly number[],
  leavesOut: (item: LabelledItem) => boolean = () => false,
): ByItem {
  return byItem(
    items.flatMap((item, at): JudgedItem[] => {
      const { truth, sourceId, language } = item
      return truth === null || leavesOut(item)
        ? []
        : [{ truth, placed: placed[at] ?? -1, sourceId, language }]
    }),
  )
}

function cells(set: string, method: string, figures: readonly string[]): string {
  return [set.padEnd(40), method.padEnd(42), ...figures.map((figure) => figure.padStart(6))].join('  ')
}
