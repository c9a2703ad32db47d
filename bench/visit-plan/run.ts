// A simulated week of 2,000 sources in virtual time: how late publications are collected, against visits spent.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time.ts'
import { dueByRhythm, learnRhythm, MEMORY_MS } from '../../src/jobs/rhythm.ts'
import type { Rhythm } from '../../src/jobs/rhythm.ts'
import { simulatedWorld } from './world.ts'
import type { SimulatedWorld } from './world.ts'

/** @returns the wait after a visit; the first `known` of `times` (ascending) are what the source has shown so far */
type Rule = (times: readonly number[], known: number, now: number) => number

interface Outcome {
  readonly visits: number
  readonly medianMinutes: number
  readonly p95Minutes: number
}

/** A feed shows its newest entries: all that a first visit can learn from. */
const WINDOW = 30

const RULES: Record<string, (scale: number) => Rule> = {
  'fixed interval': (scale) => () => HOUR_MS * scale,
  CommaFeed: (scale) => (times, known, now) => {
    const last = times[known - 1]
    const longest = 4 * HOUR_MS * scale
    const shortest = 5 * MINUTE_MS * scale
    if (last === undefined || now - last >= 30 * DAY_MS) return longest
    if (now - last >= 14 * DAY_MS) return longest / 2
    if (now - last >= 7 * DAY_MS) return longest / 4
    const shown = Math.min(WINDOW, known)
    const average = (last - (times[known - shown] ?? last)) / Math.max(1, shown - 1)
    return Math.min(longest / 4, Math.max(shortest, (average / 2) * scale))
  },
  'Miniflux entry frequency': (scale) => (times, known, now) => {
    const weekly = known - countBefore(times, now - 7 * DAY_MS)
    const wait = weekly === 0 ? DAY_MS : ((7 * DAY_MS) / weekly) * scale
    return Math.min(DAY_MS, Math.max(5 * MINUTE_MS, wait))
  },
  ours: (scale) => {
    const plan = { everyMs: HOUR_MS * scale, shortestMs: 2 * MINUTE_MS, longestMs: DAY_MS }
    // As in the service, a rhythm is learned anew when a source has published, at most once an hour.
    let learned: { times: readonly number[]; at: number; rhythm: Rhythm } | undefined
    return (times, known, now) => {
      if (learned === undefined || learned.times !== times || now - learned.at > HOUR_MS) {
        const recent = times.slice(countBefore(times, now - MEMORY_MS), known)
        learned = { times, at: now, rhythm: learnRhythm(recent, now) }
      }
      return dueByRhythm(learned.rhythm, plan, now) - now
    }
  },
}

function simulate(world: SimulatedWorld, rule: Rule): Outcome {
  const delays: number[] = []
  let visits = 0
  for (const times of world.publications) {
    // Before the judged week each source was visited often enough to know its past.
    let now = world.judgedFrom + random() * HOUR_MS
    let known = countBefore(times, now)
    for (;;) {
      now += rule(times, known, now)
      if (now > world.until) break
      visits++
      const seen = countBefore(times, now)
      for (let index = known; index < seen; index++) delays.push(now - (times[index] ?? now))
      known = seen
    }
  }
  const sorted = delays.toSorted((a, b) => a - b)
  const at = (share: number): number => (sorted[Math.floor(sorted.length * share)] ?? 0) / MINUTE_MS
  return { visits, medianMinutes: at(0.5), p95Minutes: at(0.95) }
}

function countBefore(times: readonly number[], at: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}

function countSince(times: readonly number[], at: number): number {
  return times.length - countBefore(times, at)
}

const SCALES = [0.25, 0.5, 1, 2, 3, 5, 8]
let seed = 7
const random = (): number => {
  // xorshift: the same world at every run
  seed ^= seed << 13
  seed ^= seed >>> 17
  seed ^= seed << 5
  return (seed >>> 0) / 2 ** 32
}
const world = simulatedWorld(2_000, random)
const items = world.publications.reduce((sum, times) => sum + countSince(times, world.judgedFrom), 0)
console.log(`2,000 sources as ${world.origin}; ${items} publications in the judged week`)
for (const [name, make] of Object.entries(RULES)) {
  for (const scale of SCALES) {
    const { visits, medianMinutes, p95Minutes } = simulate(world, make(scale))
    console.log(
      `${name.padEnd(26)} scale ${String(scale).padEnd(5)} visits ${String(visits).padStart(8)}  median ${medianMinutes.toFixed(1).padStart(7)} min  p95 ${p95Minutes.toFixed(0).padStart(6)} min`,
    )
  }
}
