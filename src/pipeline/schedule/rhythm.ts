import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, HOURS_OF_WEEK, hourOfWeek } from '../../model/time.ts'
import { LONGEST_WAIT_MS } from './next-visit.ts'
import { MEMORY_MS, type PublishingHours } from './publishing-hours.ts'

const WEEK_MS = 7 * DAY_MS
/** The weight of a publication halves with this age. */
const HALF_LIFE_MS = 10 * DAY_MS
/** Factor of the weight of a publication that is one hour newer. */
const HOUR_NEWER = 2 ** (HOUR_MS / HALF_LIFE_MS)

/** Prior of a new source: 0.5 publications in 24 hours. */
const PRIOR_ITEMS = 0.5
const PRIOR_HOURS = 24

/** Weights of the priors that all hours of a day are alike, and that all days of a week are alike, in items. */
const HOUR_DOUBT = 6
const DAY_DOUBT = 30

/** Smoothing over neighbouring hours: a source that published at 8:50 may publish at 9:00 the next time. */
const ITSELF = 3 / 9
const NEAR = 2 / 9
const FAR = 1 / 9

/** The expected items of a source for each hour of the week (UTC, Monday 00:00 first), > 0. */
export type Rhythm = Float64Array

/**
 * Learns a source's rhythm from its publications. There are three levels: the mean rate, the hours of the day and the
 * hours of the week. Each level is the prior of the next, so few publications give a flat rhythm and many a sharp one.
 * A feed may show only the last two days of a week. Counts are therefore divided by how often each hour was in sight.
 *
 * @param published the 28 days before `now` count
 * @param ahead number of hours to compute, from that of `now` on; the others stay 0
 */
export function learnRhythm(published: PublishingHours, now: EpochMs, ahead = HOURS_OF_WEEK): Rhythm {
  const oldest = Math.min(now, published.oldestAt ?? now)
  const since = Math.max(oldest, now - MEMORY_MS)
  const items = newTally()
  published.eachHour(startOfHour(since), now, (at, count) =>
    tally(items, hourOfWeek(at), weightAt(now - at) * count),
  )
  const hours = hoursInSight(since, now)

  const mean = (items.total + PRIOR_ITEMS) / (hours.total + PRIOR_HOURS)
  const rhythm = new Float64Array(HOURS_OF_WEEK)
  let slot = hourOfWeek(now)
  for (let hour = 0; hour < ahead && hour < HOURS_OF_WEEK; hour++) {
    const of = slot % 24
    const daily = believed(smoothed(items.day, of), smoothed(hours.day, of), mean, HOUR_DOUBT / 24)
    const doubt = DAY_DOUBT / HOURS_OF_WEEK
    rhythm[slot] = believed(smoothed(items.week, slot), smoothed(hours.week, slot), daily, doubt)
    slot = slot + 1 < HOURS_OF_WEEK ? slot + 1 : 0
  }
  return rhythm
}

/** How often each hour of the week was in sight, weighted by age like publications. Partial hours count in part. */
function hoursInSight(since: EpochMs, now: EpochMs): Tally {
  const hours = newTally()
  const first = startOfHour(since)
  const last = startOfHour(now)
  const count = (last - first) / HOUR_MS + 1
  let weight = weightAt(now - first)
  let slot = hourOfWeek(first)
  for (let hour = 0; hour < HOURS_OF_WEEK && hour < count; hour++, weight *= HOUR_NEWER) {
    const weeks = Math.ceil((count - hour) / HOURS_OF_WEEK)
    tally(hours, slot, weight * (WEIGHT_OF_WEEKS[weeks] as number))
    slot = slot + 1 < HOURS_OF_WEEK ? slot + 1 : 0
  }
  tally(hours, hourOfWeek(first), -weightAt(now - first) * ((since - first) / HOUR_MS))
  tally(hours, hourOfWeek(now), -weightAt(now - last) * ((last + HOUR_MS - now) / HOUR_MS))
  return hours
}

/** By number of weeks: the sum of their weights, with 1 for the oldest week. */
const WEIGHT_OF_WEEKS = Array.from({ length: MEMORY_MS / WEEK_MS + 2 }, (_, weeks) => {
  let sum = 0
  for (let week = 0; week < weeks; week++) sum += 2 ** ((week * WEEK_MS) / HALF_LIFE_MS)
  return sum
})

/** Shortest and longest wait between two visits of a source, ms. */
export interface WaitBounds {
  readonly shortestMs: number
  readonly longestMs: number
}

/** The shortest wait, unless `every` is shorter. */
const SHORTEST_WAIT_MS = 5 * MINUTE_MS
/** The longest wait, as a multiple of the wait of a source that publishes hourly. */
const SILENT_FACTOR = 24

export function waitBounds(everyMs: number): WaitBounds {
  return {
    shortestMs: Math.min(everyMs, SHORTEST_WAIT_MS),
    longestMs: Math.max(everyMs, Math.min(LONGEST_WAIT_MS, SILENT_FACTOR * everyMs)),
  }
}

/**
 * The wait of a source after a visit, ms. It ends when the rhythm has given as many expected items as a source with one
 * item an hour has after `everyMs`. Every visit then brings the same number of items. For a given number of visits this
 * minimises the mean logarithm of the delay.
 *
 * @param everyMs wait of a source that publishes one item an hour, > 0
 */
export function waitByRhythm(rhythm: Rhythm, everyMs: number, now: EpochMs): number {
  const { shortestMs, longestMs } = waitBounds(everyMs)
  let left = everyMs / HOUR_MS
  let at = now
  while (at - now < longestMs) {
    const rate = (rhythm[hourOfWeek(at)] ?? 0) / HOUR_MS
    const untilMs = HOUR_MS - (at % HOUR_MS)
    if (rate * untilMs >= left) {
      at += left / rate
      break
    }
    left -= rate * untilMs
    at += untilMs
  }
  return Math.min(longestMs, Math.max(shortestMs, at - now))
}

function startOfHour(at: EpochMs): EpochMs {
  return Math.floor(at / HOUR_MS) * HOUR_MS
}

function weightAt(ageMs: number): number {
  return 2 ** (-ageMs / HALF_LIFE_MS)
}

/** Items an hour, shrunk towards `prior` as if `doubt` more items had been seen at that rate. */
function believed(items: number, hours: number, prior: number, doubt: number): number {
  return (items + doubt) / (hours + doubt / prior)
}

/** A value of a ring, smoothed with its two neighbours on each side. */
function smoothed(values: Float64Array, slot: number): number {
  const { length } = values
  const two = slot < 2 ? slot - 2 + length : slot - 2
  const one = slot < 1 ? length - 1 : slot - 1
  const next = slot + 1 < length ? slot + 1 : 0
  const afterNext = next + 1 < length ? next + 1 : 0
  return (
    FAR * ((values[two] as number) + (values[afterNext] as number)) +
    NEAR * ((values[one] as number) + (values[next] as number)) +
    ITSELF * (values[slot] as number)
  )
}

/** Sums by the hour of the week, by the hour of the day, and in total. */
interface Tally {
  readonly week: Float64Array
  readonly day: Float64Array
  total: number
}

function newTally(): Tally {
  return { week: new Float64Array(HOURS_OF_WEEK), day: new Float64Array(24), total: 0 }
}

function tally(sums: Tally, slot: number, share: number): void {
  const hour = slot % 24
  sums.week[slot] = (sums.week[slot] as number) + share
  sums.day[hour] = (sums.day[hour] as number) + share
  sums.total += share
}
