import { getOrInsert } from '../../model/get-or-insert.ts'
import type { StorySet, Trend, TrendItems } from '../../model/story.ts'
import { DAY_MS, HOUR_MS, type EpochMs } from '../../model/time.ts'
import { createCoverage, type Coverage } from './coverage.ts'
import { countingRows, reportTimes } from './dates.ts'
import {
  type Candidates,
  findCandidates,
  groupRows,
  neededPublishers,
  type RowsByStory,
  rowsOf,
  STRONG_ENGAGEMENT,
} from './rows.ts'
import { weekRhythm, type WeekRhythm } from './week-rhythm.ts'

/** Length of the past with which a story is compared. */
const PAST_MS = 7 * DAY_MS

/** Half-life of a report, relative to the window. */
const HALF_LIFE_OF_WINDOW = 1 / 3

/** Prior for windows with few stories: stories of two publishers. */
const ASSUMED_STORIES = 10
const ASSUMED_PUBLISHERS = 2

/** Number of slices of a series. */
const SLICES = 24

/** Minimum difference in items of a direction. */
const MIN_DIFFERENCE = 1

export interface TrendOptions {
  readonly now: EpochMs
  /** Items first seen after this time do not count; default `now`. */
  readonly knownAt?: EpochMs
  /** Length of the window in hours, >= 1. */
  readonly hours: number
  /** Sources that published in each hour of the week, 168 counts, Monday 00:00 UTC first; all 0 if unknown. */
  readonly hourOfWeek: readonly number[]
}

/** A trending story. `itemId` and `trend` are computed on demand, since only one page is shown. */
export interface StoryTrend {
  readonly storyId: number
  /** Equal to `trend.score`. */
  readonly score: number
  /** The item with the best source and engagement. It is shown if the representative does not pass the filter. */
  readonly itemId: number
  readonly trend: Trend
}

/** Times in [from, until). */
interface TrendRange {
  readonly from: EpochMs
  readonly until: EpochMs
}

/** The window, and the seven days before it. */
export function trendRanges({ now, hours }: Pick<TrendOptions, 'now' | 'hours'>): {
  readonly window: TrendRange
  readonly past: TrendRange
} {
  const start = now - hours * HOUR_MS + 1
  return { window: { from: start, until: now + 1 }, past: { from: start - PAST_MS, until: start } }
}

/** A window with the stories that may trend. */
interface TrendWindow {
  readonly items: TrendItems
  readonly counts: Uint8Array
  readonly candidates: Candidates
  readonly frame: Frame
}

/**
 * Finds the stories that may trend in a window.
 *
 * @param items the items of the window, in order of time
 */
export function trendWindow(items: TrendItems, options: TrendOptions): TrendWindow {
  const frame = frameOf(options)
  const counts = countingRows(items, frame.knownAt)
  const publishedAt = reportTimes(items, counts)
  return {
    items: { ...items, publishedAt },
    counts,
    candidates: findCandidates(items, counts, frame.hours),
    frame,
  }
}

/**
 * Ranks the growing stories of a window, strongest first. Each publisher counts once, at its first item in the window,
 * since repetition is no trend.
 *
 * @param past items of the days before, at least those of `window.candidates`
 * @see docs/scoring.md#trend
 */
export function trendStories(window: TrendWindow, past: TrendItems): StoryTrend[] {
  const { items, counts, candidates, frame } = window
  const byStory = groupRows(items, counts, candidates)
  const before = groupRows(past, countingRows(past, frame.knownAt), candidates)
  const coverage = createCoverage(items, frame.halfLifeMs, frame.now)
  const pastCoverage = createCoverage(past, frame.halfLifeMs, frame.now)
  const covered = Array.from(candidates.storyIds, (storyId, number) => ({ storyId, number }))
    .filter(({ number }) => hasDated(items, byStory, number) || !hasDated(past, before, number))
    .map((story) => ({ ...story, ...coverage.ofWindow(byStory, story.number) }))
    .filter(
      ({ number, publishers }) =>
        publishers >= neededPublishers(frame.hours) ||
        rowsOf(byStory, number).some((row) => (items.engagement[row] ?? 0) >= STRONG_ENGAGEMENT),
    )
  const usual = usualPublishers(covered)
  const expect = expectationOf(frame)

  const ranked = covered.map(({ storyId, number, publishers, velocity }): Ranked => {
    const lived = pastCoverage.ofPast(before, number, frame.start, frame.windowMs)
    const expected = expect(lived.windows, lived.reports)
    // The first publisher makes the story, the others its growth. The usual number is added on both sides, since ratios
    // of small counts are random.
    const lift = Math.log2((publishers - 1 + usual) / (expected + usual))
    const strength = Math.log2(1 + velocity) * (1 + Math.max(0, lift) / 2)
    const last = byStory.rows[(byStory.starts[number + 1] ?? 0) - 1] ?? 0
    return { storyId, number, strength, expected, lastAt: items.publishedAt[last] ?? 0 }
  })
  const rows = { items, byStory, coverage, frame }
  return ranked.sort(byStrength).map((story) => new RankedTrend(story, rows))
}

/** Whether a report of the story is dated. If only older ones are, undated ones in the window are no growth. */
function hasDated({ isUndated }: TrendItems, rows: RowsByStory, number: number): boolean {
  return rowsOf(rows, number).some((row) => isUndated[row] !== 1)
}

/** Mean number of publishers of the candidates, which is smaller in small collections. */
function usualPublishers(stories: readonly { readonly publishers: number }[]): number {
  const sum = stories.reduce((total, { publishers }) => total + publishers, 0)
  return (ASSUMED_STORIES * ASSUMED_PUBLISHERS + sum) / (ASSUMED_STORIES + stories.length)
}

/**
 * Ranks the stories of the window. Lists the past only for stories that may trend.
 *
 * @param list returns the items of a range in order of time, of all stories or of the given ones
 */
export async function findTrends(
  list: (range: TrendRange, stories: StorySet | undefined) => Promise<TrendItems>,
  options: TrendOptions,
): Promise<StoryTrend[]> {
  const ranges = trendRanges(options)
  const window = trendWindow(await list(ranges.window, undefined), options)
  return trendStories(window, await list(ranges.past, window.candidates.numbers))
}

/** The time frame of a window. */
interface Frame {
  readonly now: EpochMs
  readonly knownAt: EpochMs
  readonly start: EpochMs
  readonly windowMs: number
  readonly halfLifeMs: number
  readonly hours: number
  readonly rhythm: WeekRhythm
}

interface Ranked {
  readonly storyId: number
  /** Number among the candidates. */
  readonly number: number
  readonly strength: number
  readonly expected: number
  readonly lastAt: EpochMs
}

function frameOf(options: TrendOptions): Frame {
  const { now, hours, hourOfWeek } = options
  const windowMs = hours * HOUR_MS
  return {
    now,
    knownAt: options.knownAt ?? now,
    start: now - windowMs,
    windowMs,
    halfLifeMs: windowMs * HALF_LIFE_OF_WINDOW,
    hours,
    rhythm: weekRhythm(hourOfWeek),
  }
}

/**
 * Makes a function that returns the expected number of publishers in the window. It is the story's mean over its past
 * windows (at most seven days), plus one ordinary window with one publisher, times the usual activity in the hours of
 * the window. A new story is compared with the ordinary window only.
 */
function expectationOf(frame: Frame): (windows: number, reports: number) => number {
  const usualWindows = (from: EpochMs, until: EpochMs) => frame.rhythm(from, until) / frame.hours
  const present = usualWindows(frame.start, frame.now)
  const lived = new Map<number, number>()
  return (windows, reports) => {
    const pastMs = Math.min(PAST_MS, windows * frame.windowMs)
    const past = getOrInsert(lived, windows, () => usualWindows(frame.start - pastMs, frame.start))
    return (present * (1 + reports)) / (1 + past)
  }
}

/** The rows of the candidates, with their counts. */
interface CoveredWindow {
  readonly items: TrendItems
  readonly byStory: RowsByStory
  readonly coverage: Coverage
  readonly frame: Frame
}

/** Has getters, since only one page of up to 100,000 stories is read. */
class RankedTrend implements StoryTrend {
  readonly storyId: number
  readonly score: number
  readonly #number: number
  readonly #expected: number
  readonly #window: CoveredWindow

  constructor({ storyId, number, strength, expected }: Ranked, window: CoveredWindow) {
    this.storyId = storyId
    this.score = toThousandths(strength)
    this.#number = number
    this.#expected = expected
    this.#window = window
  }

  get itemId(): number {
    const { items, byStory, coverage } = this.#window
    return items.itemId[coverage.leadOf(rowsOf(byStory, this.#number))] ?? 0
  }

  get trend(): Trend {
    const { items, byStory, coverage, frame } = this.#window
    const rows = rowsOf(byStory, this.#number)
    const times = Array.from(rows, (row) => Math.min(items.publishedAt[row] ?? 0, frame.now))
    return {
      score: this.score,
      itemCount: rows.length,
      sourceCount: coverage.sourcesOf(rows),
      itemsPerHour: toThousandths(rows.length / frame.hours),
      baselinePerHour: toThousandths(this.#expected / frame.hours),
      firstItemAt: times[0] ?? frame.start,
      lastItemAt: times.at(-1) ?? frame.now,
      direction: directionOf(times, frame),
      series: seriesOf(times, frame),
    }
  }
}

/** Compares the number of items in the last third of the window with the mean of the first two thirds. */
function directionOf(times: readonly EpochMs[], frame: Frame): Trend['direction'] {
  const third = frame.windowMs / 3
  const between = (from: EpochMs, until: EpochMs) => times.filter((at) => at >= from && at < until).length
  const late = between(frame.now - third, Infinity)
  const growth = late - between(frame.start, frame.now - third) / 2
  if (Math.abs(growth) < MIN_DIFFERENCE) return 'steady'
  return growth > 0 ? 'rising' : 'falling'
}

function seriesOf(times: readonly EpochMs[], frame: Frame): number[] {
  const series = Array.from({ length: SLICES }, () => 0)
  for (const at of times) {
    const slice = Math.min(SLICES - 1, Math.floor(((at - frame.start) / frame.windowMs) * SLICES))
    series[slice] = (series[slice] ?? 0) + 1
  }
  return series
}

/** The strongest first, ties by latest item, then by newer story. */
function byStrength(a: Ranked, b: Ranked): number {
  return b.strength - a.strength || b.lastAt - a.lastAt || b.storyId - a.storyId
}

function toThousandths(value: number): number {
  return Math.round(value * 1000) / 1000
}
