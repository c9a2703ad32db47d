import type { StorySet, Trend, TrendDirection, TrendItems } from '../../model/story.ts'
import { DAY_MS, HOUR_MS, type EpochMs } from '../../model/time.ts'
import { createCoverage, type Coverage } from './coverage.ts'
import { countingRows } from './dates.ts'
import { type Candidates, findCandidates, groupRows, type RowsByStory, rowsOf } from './rows.ts'
import { weekRhythm, type WeekRhythm } from './week-rhythm.ts'

/** How far before the window a story's own past is looked at. */
const PAST_MS = 7 * DAY_MS

/** A publisher's report counts half after this part of the window. */
const HALF_LIFE_OF_WINDOW = 1 / 3

/** Added to both sides of the lift: with fewer reports than this, chance outweighs what is seen. */
const LIFT_PRIOR = 3

export interface TrendOptions {
  readonly now: EpochMs
  /** Items first seen after this do not count, whatever time they have; `now` where left out. */
  readonly knownAt?: EpochMs
  /** Length of the window, >= 1. */
  readonly hours: number
  /** Sources that published in each hour of the week, 168 counts, Monday 00:00 UTC first; all 0 where nothing is known. */
  readonly hourOfWeek: readonly number[]
  /** Slices of `series`; 24 where left out. */
  readonly slices?: number
}

/** A story that trends. `itemId` and `trend` are computed when read: of many stories only one page is shown. */
export interface StoryTrend {
  readonly storyId: number
  /** As in `trend`. */
  readonly score: number
  /** Of the best source and engagement: shown where what stands for the story does not pass the filter. */
  readonly itemId: number
  readonly trend: Trend
}

/** A span of time, `until` exclusive. */
export interface TrendRange {
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

/** A window with the stories of it that may trend. */
export interface TrendWindow {
  readonly items: TrendItems
  readonly counts: Uint8Array
  readonly candidates: Candidates
  readonly frame: Frame
}

/**
 * Finds the stories that may trend within a window.
 *
 * @param items those of the window
 */
export function trendWindow(items: TrendItems, options: TrendOptions): TrendWindow {
  const frame = frameOf(options)
  const counts = countingRows(items, frame.knownAt)
  return { items, counts, candidates: findCandidates(items, counts, frame.hours), frame }
}

/**
 * Ranks the stories that grow within a window, strongest first. Each publisher counts once, at its first
 * item in the window, since repetition alone is no trend.
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
  const expect = expectationOf(frame)

  const ranked = Array.from(candidates.storyIds, (storyId, number): Ranked => {
    const { publishers, velocity } = coverage.ofWindow(byStory, number)
    const lived = pastCoverage.ofPast(before, number, frame.start, frame.windowMs)
    const expected = expect(lived.windows, lived.reports)
    const lift = Math.log2((publishers + LIFT_PRIOR) / (expected + LIFT_PRIOR))
    const strength = Math.log2(1 + velocity) * (1 + Math.max(0, lift) / 2)
    const last = byStory.rows[(byStory.starts[number + 1] ?? 0) - 1] ?? 0
    return { storyId, number, strength, expected, lastAt: items.publishedAt[last] ?? 0 }
  })
  const covered = { items, byStory, coverage, frame }
  return ranked.sort(byStrength).map((story) => new RankedTrend(story, covered))
}

/**
 * Asks for the items that trends are made of, and ranks their stories: those of the window first, then the
 * past of the few stories that may trend.
 */
export async function findTrends(
  list: (range: TrendRange, stories: StorySet | undefined) => Promise<TrendItems>,
  options: TrendOptions,
): Promise<StoryTrend[]> {
  const ranges = trendRanges(options)
  const window = trendWindow(await list(ranges.window, undefined), options)
  return trendStories(window, await list(ranges.past, window.candidates.numbers))
}

/** The baseline of all stories. */
interface Frame {
  readonly now: EpochMs
  readonly knownAt: EpochMs
  readonly start: EpochMs
  readonly windowMs: number
  readonly halfLifeMs: number
  readonly hours: number
  readonly slices: number
  readonly rhythm: WeekRhythm
}

interface Ranked {
  readonly storyId: number
  /** Of the candidates. */
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
    slices: Math.max(1, Math.trunc(options.slices ?? 24)),
    rhythm: weekRhythm(hourOfWeek),
  }
}

/**
 * How many publishers were to be expected in this window: the story's own mean over the windows it has
 * lived through (at most seven days of them) and one ordinary window with one publisher, times how busy
 * the hours of this window usually are. A new story so has the ordinary window alone to be measured by.
 */
function expectationOf(frame: Frame): (windows: number, reports: number) => number {
  const usualWindows = (from: EpochMs, until: EpochMs) => frame.rhythm(from, until) / frame.hours
  const present = usualWindows(frame.start, frame.now)
  const lived = new Map<number, number>()
  return (windows, reports) => {
    let past = lived.get(windows)
    if (past === undefined) {
      const pastMs = Math.min(PAST_MS, windows * frame.windowMs)
      lived.set(windows, (past = usualWindows(frame.start - pastMs, frame.start)))
    }
    return (present * (1 + reports)) / (1 + past)
  }
}

/** What the stories of a window are found in. */
interface CoveredWindow {
  readonly items: TrendItems
  readonly byStory: RowsByStory
  readonly coverage: Coverage
  readonly frame: Frame
}

/** A class with getters: of a hundred thousand stories only one page is ever read. */
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

/** Where a story is going, by its items in the last third of the window and in the third before it. */
function directionOf(times: readonly EpochMs[], frame: Frame): TrendDirection {
  const third = frame.windowMs / 3
  const between = (from: EpochMs, until: EpochMs) => times.filter((at) => at >= from && at < until).length
  const late = between(frame.now - third, Infinity)
  const before = between(frame.now - 2 * third, frame.now - third)
  if (late === before) return 'steady'
  return late > before ? 'rising' : 'falling'
}

function seriesOf(times: readonly EpochMs[], frame: Frame): number[] {
  const series = Array.from({ length: frame.slices }, () => 0)
  for (const at of times) {
    const slice = Math.min(frame.slices - 1, Math.floor(((at - frame.start) / frame.windowMs) * frame.slices))
    series[slice] = (series[slice] ?? 0) + 1
  }
  return series
}

/** The strongest first. Of equals, the one with the latest movement first, then the newer story. */
function byStrength(a: Ranked, b: Ranked): number {
  return b.strength - a.strength || b.lastAt - a.lastAt || b.storyId - a.storyId
}

function toThousandths(value: number): number {
  return Math.round(value * 1000) / 1000
}
