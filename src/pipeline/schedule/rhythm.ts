import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, HOURS_OF_WEEK, hourOfWeek } from '../../model/time.ts'
import type { Store } from '../../store/store.ts'
import { LONGEST_WAIT_MS } from './next-visit.ts'

/** Older publications do not count: sources change their rhythm. */
export const MEMORY_MS = 28 * DAY_MS
/** Factor of the weight of a publication that is one hour older. It halves in 10 days. */
const HOUR_OLDER = 2 ** (-HOUR_MS / (10 * DAY_MS))

/** Prior of a new source: 0.5 publications in 24 hours. */
const PRIOR_ITEMS = 0.5
const PRIOR_HOURS = 24

/** Weights of the priors that all hours of a day are alike, and that all days of a week are alike, in items. */
const HOUR_DOUBT = 6
const DAY_DOUBT = 30

/** The expected items of a source for each hour of the week (UTC, Monday 00:00 first), > 0. */
export type Rhythm = Float64Array

/**
 * Learns a source's rhythm from its publications. There are three levels: the mean rate, the hours of the day and the
 * hours of the week. Each level is the prior of the next, so few publications give a flat rhythm and many a sharp one.
 * A feed may show only the last two days of a week. Counts are therefore divided by how often each hour was in sight.
 *
 * @param published the 28 days before `now` count
 */
export function learnRhythm(published: readonly EpochMs[], now: EpochMs): Rhythm {
  const since = published.reduce((oldest, at) => Math.min(oldest, at), now)
  const [items, hours] = tallies(published, Math.max(since, now - MEMORY_MS), now)
  const mean = (sum(items) + PRIOR_ITEMS) / (sum(hours) + PRIOR_HOURS)
  const [itemsOfDay, hoursOfDay] = [byHourOfDay(items), byHourOfDay(hours)]
  const daily = itemsOfDay.map((_, hour) =>
    believed(smoothed(itemsOfDay, hour), smoothed(hoursOfDay, hour), mean, HOUR_DOUBT / 24),
  )
  return items.map((_, slot) => {
    const doubt = DAY_DOUBT / HOURS_OF_WEEK
    return believed(smoothed(items, slot), smoothed(hours, slot), daily[slot % 24] ?? mean, doubt)
  })
}

/**
 * By hour of the week: the publications, and how often the hour was in sight, both weighted by age. Partial hours count in
 * part.
 */
function tallies(published: readonly EpochMs[], since: EpochMs, now: EpochMs): [Float64Array, Float64Array] {
  const last = Math.floor(now / HOUR_MS)
  const counts = new Float64Array(last - Math.floor(since / HOUR_MS) + 1)
  for (const at of published) {
    const ago = last - Math.floor(at / HOUR_MS)
    if (at >= since && at <= now) counts[ago] = (counts[ago] ?? 0) + 1
  }
  const [items, hours] = [new Float64Array(HOURS_OF_WEEK), new Float64Array(HOURS_OF_WEEK)]
  let weight = HOUR_OLDER ** (now / HOUR_MS - last)
  for (let ago = 0; ago < counts.length; ago += 1, weight *= HOUR_OLDER) {
    const start = (last - ago) * HOUR_MS
    const slot = hourOfWeek(start)
    const inSight = (Math.min(now, start + HOUR_MS) - Math.max(since, start)) / HOUR_MS
    items[slot] = (items[slot] ?? 0) + weight * (counts[ago] ?? 0)
    hours[slot] = (hours[slot] ?? 0) + weight * inSight
  }
  return [items, hours]
}

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

/** Items an hour, shrunk towards `prior` as if `doubt` more items had been seen at that rate. */
function believed(items: number, hours: number, prior: number, doubt: number): number {
  return (items + doubt) / (hours + doubt / prior)
}

/**
 * A value of a ring, smoothed with its two neighbours on each side: a source that published at 8:50 may publish at 9:00 the
 * next time.
 */
function smoothed(ring: Float64Array, slot: number): number {
  const { length } = ring
  const [before, next] = [(slot + length - 1) % length, (slot + 1) % length]
  const near = (ring[before] ?? 0) + (ring[next] ?? 0)
  const far = (ring[(slot + length - 2) % length] ?? 0) + (ring[(slot + 2) % length] ?? 0)
  return (3 * (ring[slot] ?? 0) + 2 * near + far) / 9
}

function byHourOfDay(ofWeek: Float64Array): Float64Array {
  const ofDay = new Float64Array(24)
  for (const [slot, value] of ofWeek.entries()) ofDay[slot % 24] = (ofDay[slot % 24] ?? 0) + value
  return ofDay
}

function sum(values: Float64Array): number {
  return values.reduce((all, value) => all + value, 0)
}

/** The newest publication times of one source that are known, at most. All but the busiest sources have fewer in 4 weeks. */
const MAX_KNOWN = 10_000

/** The publication times that rhythms need. They are read from the store once, then updated by each visit. */
export class Publications {
  readonly #store: Pick<Store, 'listPublishedTimes'>
  /** By source: distinct and descending. Items with one time are one publication, since one visit brings them all. */
  readonly #known = new Map<string, readonly EpochMs[]>()

  constructor(store: Pick<Store, 'listPublishedTimes'>) {
    this.#store = store
  }

  /**
   * How long the source can wait for its next visit, ms, without jitter and without the wait that its server asks for.
   *
   * @param seen publication times of the present visit's entries, known ones included
   * @param waitedMs time since the previous visit; 0 for a first visit
   */
  async waitOf(
    { id, everyMs }: { readonly id: string; readonly everyMs: number },
    seen: readonly EpochMs[],
    now: EpochMs,
    waitedMs: number,
  ): Promise<number> {
    const known = this.#known.get(id)
    const before = known ?? (await this.#store.listPublishedTimes(id, MAX_KNOWN))
    const times = known !== undefined && seen.length === 0 ? known : newest([...before, ...seen], now)
    this.#known.set(id, times)
    return times.length === 0
      ? waitForFirst(everyMs, waitedMs)
      : waitByRhythm(learnRhythm(times, now), everyMs, now)
  }

  /**
   * The time in which half of the entries of a document make room for new ones, ms; for ever where no more of its source are
   * known than it has. `waitOf` comes first.
   */
  turnoverOf(id: string, entryCount: number, now: EpochMs): number {
    const times = this.#known.get(id) ?? []
    return entryCount === 0 || times.length <= entryCount
      ? Infinity
      : waitByRhythm(learnRhythm(times, now), (entryCount / 2) * HOUR_MS, now)
  }
}

/**
 * The wait of a source without any items yet doubles with each visit. The delay of its first item is then at most the
 * time that the item took to appear.
 */
function waitForFirst(everyMs: number, waitedMs: number): number {
  return Math.min(waitBounds(everyMs).longestMs, Math.max(everyMs, 2 * waitedMs))
}

/** The distinct times up to now that count, and one before them: the source is known since then. */
function newest(times: readonly EpochMs[], now: EpochMs): EpochMs[] {
  const past = [...new Set(times)].filter((at) => at <= now).toSorted((a, b) => b - a)
  const young = past.filter((at) => at >= now - MEMORY_MS).length
  return past.slice(0, Math.min(MAX_KNOWN, young + 1))
}
