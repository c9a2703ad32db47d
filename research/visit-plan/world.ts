import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DAY_MS, HOUR_MS } from '../../src/model/time.ts'

/** When each simulated source publishes, ascending, over five weeks. The last week is judged. */
export interface SimulatedWorld {
  readonly publications: readonly (readonly number[])[]
  /**
   * The true rates by the publications of a source: items per hour for each hour of the week, without the variation
   * from week to week.
   */
  readonly rates: ReadonlyMap<readonly number[], Float64Array>
  readonly from: number
  readonly judgedFrom: number
  readonly until: number
  /** Where the rhythms come from. */
  readonly origin: string
}

const WEEK_MS = 7 * DAY_MS
const HOURS = 168
const CORPUS = resolve(process.env['DIGEST_CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus'))

/** How a source publishes: its rate, and times of the week with a maximum deviation. */
interface Model {
  readonly perWeek: number
  readonly times: readonly number[]
  readonly spreadMs: number
}

/** The share of publications that come at a time of the week at which the feed has published before. */
const HABIT = 0.8

/**
 * Makes sources that publish as real feeds did. Each has the rate of one captured feed and its times of the week. A
 * capture of less than a week says nothing about the other days: such a source has the times of a feed with a longer
 * capture, with a larger deviation. Rates and times vary from week to week.
 */
export function simulatedWorld(sources: number, random: () => number): SimulatedWorld {
  const from = Date.UTC(2026, 0, 5)
  const until = from + 5 * WEEK_MS
  const real = realTimes()
  const origin =
    real.length > 0 ? `${real.length} captured feeds` : 'invented rhythms (no captured feeds here)'
  const captures = real.length > 0 ? real : inventedTimes(random)
  const long = captures.filter((times) => spanOf(times) >= WEEK_MS)
  const rates = new Map<readonly number[], Float64Array>()
  const publications = Array.from({ length: sources }, () => {
    const model = modelOf(pick(captures, random), pick(long, random))
    const times = publish(model, from, until, random)
    rates.set(times, ratesOf(model))
    return times
  })
  return { publications, rates, from, judgedFrom: until - WEEK_MS, until, origin }
}

function modelOf(times: readonly number[], longer: readonly number[]): Model {
  const span = spanOf(times)
  const perWeek = Math.min(2_000, (times.length / Math.max(HOUR_MS, span)) * WEEK_MS)
  return span >= WEEK_MS
    ? { perWeek, times, spreadMs: HOUR_MS }
    : { perWeek, times: longer, spreadMs: 3 * HOUR_MS }
}

function spanOf(times: readonly number[]): number {
  return (times.at(-1) ?? 0) - (times[0] ?? 0)
}

function pick(captures: readonly (readonly number[])[], random: () => number): readonly number[] {
  return captures[Math.floor(random() * captures.length)] ?? []
}

function publish(model: Model, from: number, until: number, random: () => number): number[] {
  const times: number[] = []
  for (let week = from; week < until; week += WEEK_MS) {
    const perWeek = model.perWeek * Math.exp(0.3 * normal(random))
    for (let left = poisson(perWeek, random); left > 0; left--) {
      const habitual = model.times[Math.floor(random() * model.times.length)] ?? 0
      // The epoch was a Thursday, the simulated weeks start on Mondays.
      const offset = random() < HABIT ? (habitual + 3 * DAY_MS) % WEEK_MS : random() * WEEK_MS
      const jitter = (random() + random() - 1) * model.spreadMs
      times.push(week + ((offset + jitter + WEEK_MS) % WEEK_MS))
    }
  }
  return times.toSorted((a, b) => a - b)
}

/** The expected rates of `publish` per hour of the week: known times with their deviation, the rest evenly. */
function ratesOf({ perWeek, times, spreadMs }: Model): Float64Array {
  const rates = new Float64Array(HOURS).fill(((1 - HABIT) * perWeek) / HOURS)
  const parts = 60
  for (const time of times) {
    for (let part = 0; part < parts; part++) {
      const offset = (time + 3 * DAY_MS) % WEEK_MS
      const share = (part + 0.5) / parts
      // The inverse distribution function of the sum of two uniform numbers, which is triangular.
      const jitter = share < 0.5 ? Math.sqrt(2 * share) - 1 : 1 - Math.sqrt(2 * (1 - share))
      const at = Math.floor(((offset + jitter * spreadMs + WEEK_MS) % WEEK_MS) / HOUR_MS)
      rates[at] = (rates[at] ?? 0) + (HABIT * perWeek) / times.length / parts
    }
  }
  return rates
}

interface OracleFeed {
  readonly items: readonly { readonly published: string | null; readonly updated: string | null }[]
}

function realTimes(): number[][] {
  const file = join(CORPUS, 'feeds/oracle-feedparser.jsonl')
  if (!existsSync(file)) return []
  const feeds = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return feeds.flatMap((line) => {
    const { items } = JSON.parse(line) as OracleFeed
    const times = items.map(({ published, updated }) => Date.parse(published ?? updated ?? ''))
    const known = [...new Set(times.filter((at) => at > Date.UTC(1995, 0)))].toSorted((a, b) => a - b)
    return known.length >= 8 ? [known] : []
  })
}

function inventedTimes(random: () => number): number[][] {
  return Array.from({ length: 300 }, () => {
    const perDay = 10 ** (random() * 3.5 - 1.5)
    const rush = 6 + Math.floor(random() * 14)
    return Array.from({ length: 40 }, (_, index) => {
      const day = Math.floor(index / perDay)
      const hour = random() < 0.7 ? rush + random() * 3 : random() * 24
      return day * DAY_MS + hour * HOUR_MS
    }).toSorted((a, b) => a - b)
  })
}

function poisson(mean: number, random: () => number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)))
  let count = 0
  for (let product = random(); product > Math.exp(-mean); product *= random()) count++
  return count
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** How many of `times` (ascending) lie at or before `at`. */
export function countUntil(times: readonly number[], at: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}
