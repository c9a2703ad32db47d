import { HOUR_MS } from '../domain/time.ts'
import type { EpochMs } from '../domain/time.ts'

const HOURS_OF_WEEK = 168
/** 1970-01-01 was a Thursday: so many hours after a Monday 00:00. */
const EPOCH_HOUR_OF_WEEK = 72

/** Publications older than this say nothing of how a source publishes now. */
export const MEMORY_MS = 28 * 24 * HOUR_MS

/** Publications that a source is credited with before it has shown any, and the hours they are spread over. */
const PRIOR_ITEMS = 0.5
const PRIOR_HOURS = 24

/** How many publications outweigh the belief that every hour is alike, and that every day is like the others. */
const HOUR_DOUBT = 6
const DAY_DOUBT = 30

/** How often a source publishes, hour by hour of the week (UTC, Monday 00:00 first): items an hour. */
export type Rhythm = Float64Array

/**
 * Learns a source's rhythm from when it published. Few publications give a flat rhythm, many a sharp one:
 * each level (hours of the day, then hours of the week) is believed as far as its counts go.
 *
 * @param publishedAt any order; the last 28 days count, what lies after `now` does not
 */
export function learnRhythm(publishedAt: readonly EpochMs[], now: EpochMs): Rhythm {
  const recent = publishedAt.filter((at) => at > now - MEMORY_MS && at <= now)
  const oldest = recent.reduce((first, at) => Math.min(first, at), now)
  const hours = (now - oldest) / HOUR_MS
  const rate = (recent.length + PRIOR_ITEMS) / (hours + PRIOR_HOURS)

  const byHour = new Float64Array(24)
  const byWeekHour = new Float64Array(HOURS_OF_WEEK)
  for (const at of recent) {
    const slot = hourOfWeek(at)
    // A neighbour's share: a source that published at ten to nine may publish at nine next time.
    for (const [offset, share] of [
      [-1, 0.2],
      [0, 0.6],
      [1, 0.2],
    ] as const) {
      add(byHour, (slot + offset + 24) % 24, share)
      add(byWeekHour, (slot + offset + HOURS_OF_WEEK) % HOURS_OF_WEEK, share)
    }
  }

  const rhythm = new Float64Array(HOURS_OF_WEEK)
  for (let slot = 0; slot < HOURS_OF_WEEK; slot++) {
    const hourShare = ((byHour[slot % 24] ?? 0) + HOUR_DOUBT / 24) / (recent.length + HOUR_DOUBT)
    const share = ((byWeekHour[slot] ?? 0) + (DAY_DOUBT * hourShare) / 7) / (recent.length + DAY_DOUBT)
    rhythm[slot] = rate * HOURS_OF_WEEK * share
  }
  return rhythm
}

export interface VisitPlan {
  /** Wait of a source that publishes one item an hour. */
  readonly everyMs: number
  readonly shortestMs: number
  readonly longestMs: number
}

/**
 * How strongly visits follow publications: 0 visits all sources alike, 1 spends as many visits on an item
 * wherever it appears. Measured over a simulated week: docs/performance.md.
 */
const FOLLOW = 0.75

/**
 * When a source that was just visited is worth the next visit: where the visits that its rhythm is worth,
 * hour by hour, add up to one.
 */
export function dueByRhythm(rhythm: Rhythm, plan: VisitPlan, now: EpochMs): EpochMs {
  const most = 1 / plan.shortestMs
  const least = 1 / plan.longestMs
  let left = 1
  let at = now
  for (;;) {
    const rate = rhythm[hourOfWeek(at)] ?? 0
    const perMs = Math.min(most, Math.max(least, rate ** FOLLOW / plan.everyMs))
    const untilMs = HOUR_MS - (at % HOUR_MS)
    if (perMs * untilMs >= left) return Math.min(now + plan.longestMs, at + left / perMs)
    left -= perMs * untilMs
    at += untilMs
  }
}

/** 0 is Monday 00:00 to 01:00 UTC. */
export function hourOfWeek(at: EpochMs): number {
  return (Math.floor(at / HOUR_MS) + EPOCH_HOUR_OF_WEEK) % HOURS_OF_WEEK
}

function add(counts: Float64Array, index: number, share: number): void {
  counts[index] = (counts[index] ?? 0) + share
}
