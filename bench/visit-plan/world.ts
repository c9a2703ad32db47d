import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time.ts'

/** When each simulated source publishes, ascending, over five weeks; the last is the one judged. */
export interface SimulatedWorld {
  readonly publications: readonly (readonly number[])[]
  readonly from: number
  readonly judgedFrom: number
  readonly until: number
  /** Where the rhythms come from. */
  readonly origin: string
}

const WEEK_MS = 7 * DAY_MS
const CORPUS = resolve(process.env['DIGEST_CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus'))

/**
 * Makes sources that publish as real feeds did: each takes the rate of one captured feed, and the times of the week at
 * which that feed published, jittered. Without captured feeds the rhythms are invented.
 */
export function simulatedWorld(sources: number, random: () => number): SimulatedWorld {
  const from = Date.UTC(2026, 0, 5)
  const until = from + 5 * WEEK_MS
  const real = realTimes()
  const origin =
    real.length > 0 ? `${real.length} captured feeds` : 'invented rhythms (no captured feeds here)'
  const models = real.length > 0 ? real : inventedTimes(random)
  const publications = Array.from({ length: sources }, () => {
    const model = models[Math.floor(random() * models.length)] ?? []
    return publish(model, from, until, random)
  })
  return { publications, from, judgedFrom: until - WEEK_MS, until, origin }
}

function publish(model: readonly number[], from: number, until: number, random: () => number): number[] {
  const first = model[0] ?? 0
  const last = model.at(-1) ?? first
  const perWeek = Math.min(2_000, (model.length / Math.max(HOUR_MS, last - first)) * WEEK_MS)
  const times: number[] = []
  for (let week = from; week < until; week += WEEK_MS) {
    for (let left = poisson(perWeek, random); left > 0; left--) {
      // Four in five at an hour the feed has published at; the others whenever.
      const chosen = model[Math.floor(random() * model.length)] ?? 0
      const offset = random() < 0.8 ? (chosen + 3 * DAY_MS) % WEEK_MS : random() * WEEK_MS
      const jitter = (random() + random() - 1) * 40 * MINUTE_MS
      times.push(week + Math.min(WEEK_MS - 1, Math.max(0, offset + jitter)))
    }
  }
  return times.toSorted((a, b) => a - b)
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
