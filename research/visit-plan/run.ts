// Simulates a week of 2,000 sources in virtual time, and compares the delay of collected items with the number of
// visits.

import { HOUR_MS, MINUTE_MS } from '../../src/model/time.ts'
import { knowingAll, type Rule, RULES } from './rules.ts'
import { countUntil, simulatedWorld, type SimulatedWorld } from './world.ts'

interface Outcome {
  readonly visits: number
  readonly medianMinutes: number
  readonly p95Minutes: number
}

const SOURCES = 2_000
const SCALES = [0.5, 1, 2, 4]

const world = simulatedWorld(SOURCES, seeded(7))
const items = world.publications.reduce(
  (sum, times) => sum + times.length - countUntil(times, world.judgedFrom),
  0,
)
console.log(`${SOURCES} sources as ${world.origin}; ${items} publications in the judged week`)
const rules = { ...RULES, 'our rule, true rates known': knowingAll(world.rates) }
const outcomes = new Map(
  Object.entries(rules).map(([name, make]) => [name, SCALES.map((scale) => simulate(world, make(scale)))]),
)
for (const [name, runs] of outcomes) {
  for (const [index, run] of runs.entries()) console.log(lineOf(`${name}, scale ${SCALES[index]}`, run))
}
console.log(
  '\nThe other rules with as many visits as ours, and the visits that they need for the same median:',
)
for (const ours of outcomes.get('our rhythm') ?? []) {
  console.log(lineOf('our rhythm', ours))
  for (const [name, runs] of outcomes) {
    if (name === 'our rhythm') continue
    const same = { ...atSame(runs, 'visits', ours.visits), visits: ours.visits }
    const { visits } = atSame(runs, 'medianMinutes', ours.medianMinutes)
    console.log(`${lineOf(`  ${name}`, same)}  same median: ${Math.round(visits)} visits`)
  }
}

function simulate({ publications, judgedFrom, until }: SimulatedWorld, rule: Rule): Outcome {
  const random = seeded(11)
  const delays: number[] = []
  let visits = 0
  for (const times of publications) {
    // The first visit is in the first hour of the judged week. All earlier publications are known.
    let now = judgedFrom + random() * HOUR_MS
    let known = countUntil(times, now)
    for (;;) {
      now += rule(times, known, now)
      if (now > until) break
      visits++
      for (; (times[known] ?? Infinity) <= now; known++) delays.push(now - (times[known] ?? now))
    }
  }
  const sorted = Float64Array.from(delays).toSorted()
  const at = (share: number): number => (sorted[Math.floor(sorted.length * share)] ?? 0) / MINUTE_MS
  return { visits, medianMinutes: at(0.5), p95Minutes: at(0.95) }
}

/**
 * The figures of a rule at the scale where one of its figures has this value, by logarithmic interpolation between two
 * measured scales. Outside the measured scales it extrapolates from the nearest two.
 */
function atSame(runs: readonly Outcome[], figure: keyof Outcome, value: number): Outcome {
  const sorted = runs.toSorted((a, b) => a[figure] - b[figure])
  const above = sorted.findIndex((run) => run[figure] >= value)
  const upper = Math.max(1, above < 0 ? sorted.length - 1 : above)
  const [a, b] = [sorted[upper - 1], sorted[upper]]
  if (a === undefined || b === undefined) throw new RangeError('at least two scales are needed')
  const share = Math.log(value / a[figure]) / Math.log(b[figure] / a[figure])
  const between = (key: keyof Outcome): number => a[key] * (b[key] / a[key]) ** share
  return {
    visits: between('visits'),
    medianMinutes: between('medianMinutes'),
    p95Minutes: between('p95Minutes'),
  }
}

function lineOf(name: string, { visits, medianMinutes, p95Minutes }: Outcome): string {
  const cells = [String(Math.round(visits)), medianMinutes.toFixed(1), p95Minutes.toFixed(0)]
  return `${name.padEnd(36)} visits ${cells[0]?.padStart(8)}  median ${cells[1]?.padStart(6)} min  p95 ${cells[2]?.padStart(5)} min`
}

/** Pseudo-random numbers, 0..1, the same in every run (xorshift). */
function seeded(start: number): () => number {
  let seed = start
  return () => {
    seed ^= seed << 13
    seed ^= seed >>> 17
    seed ^= seed << 5
    return (seed >>> 0) / 2 ** 32
  }
}
