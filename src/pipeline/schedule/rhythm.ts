import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, HOURS_OF_WEEK, hourOfWeek } from '../../model/time.ts'
import type { Store } from '../../store/store.ts'
import { LONGEST_WAIT_MS } from './next-visit.ts'

/** Older publications are ignored, since rhythms change. */
export const MEMORY_MS = 28 * DAY_MS
/** Factor of the weight of a publication that is one hour older. It halves in 10 days. */
const HOUR_OLDER = 2 ** (-HOUR_MS / (10 * DAY_MS))

/** Prior of a new source: 0.5 items in 24 hours. */
const PRIOR_ITEMS = 0.5
const PRIOR_HOURS = 24

/** Weights of the priors "all hours of the day are alike" and "all days of the week are alike", in items. */
const HOUR_DOUBT = 6
const DAY_DOUBT = 30

/** Expected items of a source for each hour of the week (UTC, from Monday 00:00), > 0. */
export type Rhythm = Float64Array

/**
 * Learns a source's rhythm on three levels: the mean rate, the hours of the day, and the hours of the week. Each level
 * is the prior of the next, so few publications give a flat rhythm and many a sharp one. A feed may show only the last
 * two days of a week, so counts are divided by how often each hour was observed.
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
 * For each hour of the week: publications, and how often it was observed, both weighted by age. Partial hours count
 * partially.
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

/** The shortest wait, unless `every` is shorter. */
const SHORTEST_WAIT_MS = 5 * MINUTE_MS
/** Longest wait, as a multiple of the wait of a source that publishes hourly. */
const SILENT_FACTOR = 24

/** Bounds of the wait between two visits, ms. */
export function waitBounds(everyMs: number) {
  return {
    shortestMs: Math.min(everyMs, SHORTEST_WAIT_MS),
    longestMs: Math.max(everyMs, Math.min(LONGEST_WAIT_MS, SILENT_FACTOR * everyMs)),
  }
}

/**
 * The wait after a visit, ms. It ends when the rhythm expects as many items as a source with one item an hour has after
 * `everyMs`, so every visit brings the same number of items. For a given number of visits this minimises the mean
 * logarithm of the delay.
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
 * A value of a circular array, smoothed with two neighbours on each side: a source that published at 8:50 may publish
 * at 9:00 next time.
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

/** Publication times kept per source, the newest. All but the busiest sources have fewer in 4 weeks. */
const MAX_KNOWN = 10_000

/** The publication times that rhythms need. They are read from the store once, then updated by each visit. */
export class Publications {
  readonly #store: Pick<Store, 'listPublishedTimes'>
  /** Distinct and descending, by source. Items with equal times count once, since one visit brings them all. */
  readonly #known = new Map<string, readonly EpochMs[]>()

  constructor(store: Pick<Store, 'listPublishedTimes'>) {
    this.#store = store
  }

  /**
   * How long the source can wait for its next visit, ms, without jitter and without its server's wishes.
   *
   * @param seen publication times of the visit's entries, including known ones
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
   * Time in which half of a document's entries are replaced, ms; infinite if no more items of the source are known than
   * the document has. Call `waitOf` first.
   */
  turnoverOf(id: string, entryCount: number, now: EpochMs): number {
    const times = this.#known.get(id) ?? []
    return entryCount === 0 || times.length <= entryCount
      ? Infinity
      : waitByRhythm(learnRhythm(times, now), (entryCount / 2) * HOUR_MS, now)
  }
}

/**
 * Without any items yet, the wait doubles with each visit: the first item is then found with a delay of at most the
 * time that it took to appear.
 */
function waitForFirst(everyMs: number, waitedMs: number): number {
  return Math.min(waitBounds(everyMs).longestMs, Math.max(everyMs, 2 * waitedMs))
}

/** The distinct past times that count, and one earlier: the source is known since then. */
function newest(times: readonly EpochMs[], now: EpochMs): EpochMs[] {
  const past = [...new Set(times)].filter((at) => at <= now).toSorted((a, b) => b - a)
  const young = past.filter((at) => at >= now - MEMORY_MS).length
  return past.slice(0, Math.min(MAX_KNOWN, young + 1))
}
