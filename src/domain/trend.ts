import type { Trend, TrendDirection, TrendItems } from './story.ts'
import { DAY_MS, HOUR_MS, type EpochMs } from './time.ts'
import { publishersNeeded, STRONG_ENGAGEMENT, storiesOfFew } from './trend-candidates.ts'
import { countingRows } from './trend-dates.ts'
import { weekRhythm, type WeekRhythm } from './week-rhythm.ts'

/** How far before the window a story's own past is looked at. */
const PAST_MS = 7 * DAY_MS

/** A publisher's telling counts half after this part of the window. */
const HALF_LIFE_OF_WINDOW = 1 / 3

/** More than publishers are numbered: a window's number and a publisher's fit into one. */
const PUBLISHERS = 2 ** 32

/** Added to both sides of the lift: with fewer tellings than this, chance outweighs what is seen. */
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

/** A story that trends, by ids. */
export interface StoryTrend {
  readonly storyId: number
  /** The item that stands for the story: of the best source and engagement, the earliest of equals. */
  readonly itemId: number
  readonly trend: Trend
}

/** Which items `trendStories` wants: those of the window and of the seven days before it. `until` is exclusive. */
export function trendRange(now: EpochMs, hours: number): { readonly from: EpochMs; readonly until: EpochMs } {
  return { from: now - hours * HOUR_MS - PAST_MS, until: now + 1 }
}

/**
 * Finds the stories that grow within a window, strongest first. Each publisher counts once, at its first
 * item in the window, so that nobody trends by repeating itself.
 *
 * @param items those of `trendRange`
 * @see docs/scoring.md#trend
 */
export function trendStories(items: TrendItems, options: TrendOptions): StoryTrend[] {
  const frame = frameOf(options)
  const ranked = [...tally(items, frame)].map(([storyId, told]) => describe(storyId, told, frame))
  return ranked.sort(byStrength).map(({ story }) => story)
}

/** What all stories are measured against. */
interface Frame {
  readonly now: EpochMs
  readonly knownAt: EpochMs
  readonly start: EpochMs
  readonly windowMs: number
  readonly hours: number
  readonly slices: number
  readonly rhythm: WeekRhythm
}

interface ItemSeen {
  readonly at: EpochMs
  readonly quality: number
}

/** What is known of one story. */
interface Told {
  /** First telling of each publisher within the window. */
  readonly tellings: Map<number, { readonly at: EpochMs; weight: number }>
  readonly items: Map<number, ItemSeen>
  readonly sources: Set<string>
  engagement: number
  /** Publishers of each window before this one, numbered together with it. */
  readonly past: Set<number>
  /** How many windows back the story's past begins; 0 for a story without one. */
  pastWindows: number
}

function frameOf(options: TrendOptions): Frame {
  const { now, hours, hourOfWeek } = options
  const windowMs = hours * HOUR_MS
  const slices = Math.max(1, Math.trunc(options.slices ?? 24))
  const knownAt = options.knownAt ?? now
  return { now, knownAt, start: now - windowMs, windowMs, hours, slices, rhythm: weekRhythm(hourOfWeek) }
}

/** What is known of each story that may trend. */
function tally(items: TrendItems, frame: Frame): Map<number, Told> {
  const counts = countingRows(items, frame.knownAt)
  const start = firstRowAfter(items, frame.start)
  const hopeless = storiesOfFew(items, counts, start, frame.hours)
  const stories = new Map<number, Told>()
  for (let row = start; row < items.itemId.length; row += 1) {
    const storyId = items.storyId[row] ?? 0
    if (counts[row] !== 1 || hopeless[storyId] === 1) continue
    let told = stories.get(storyId)
    if (!told) stories.set(storyId, (told = nothingTold()))
    addTelling(told, items, row, frame.now)
  }
  for (const [storyId, told] of stories) if (!mayTrend(told, frame.hours)) stories.delete(storyId)
  for (let row = firstRowAfter(items, frame.start - PAST_MS); row < start; row += 1) {
    const told = counts[row] === 1 ? stories.get(items.storyId[row] ?? 0) : undefined
    if (told) addPast(told, items, row, frame)
  }
  return stories
}

/** The first row published after `at`. */
function firstRowAfter({ publishedAt }: TrendItems, at: EpochMs): number {
  let low = 0
  let high = publishedAt.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((publishedAt[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}

function nothingTold(): Told {
  return {
    tellings: new Map(),
    items: new Map(),
    sources: new Set(),
    engagement: 0,
    past: new Set(),
    pastWindows: 0,
  }
}

function addTelling(told: Told, items: TrendItems, row: number, now: EpochMs): void {
  const carrier = items.carriers.get(items.carrier[row] ?? 0)
  const at = Math.min(items.publishedAt[row] ?? 0, now)
  const publisher = items.publisher[row] ?? 0
  const engagement = items.engagement[row] ?? 0
  const weight = carrier?.weight ?? 1
  const telling = told.tellings.get(publisher)
  if (!telling) told.tellings.set(publisher, { at, weight })
  else if (at === telling.at && weight > telling.weight) telling.weight = weight

  told.items.set(items.itemId[row] ?? 0, { at, quality: weight * Math.sqrt(1 + engagement) })
  for (const source of carrier?.sources ?? []) told.sources.add(source)
  told.engagement = Math.max(told.engagement, engagement)
}

function addPast(told: Told, items: TrendItems, row: number, frame: Frame): void {
  const window = Math.floor((frame.start - (items.publishedAt[row] ?? 0)) / frame.windowMs)
  told.past.add(window * PUBLISHERS + (items.publisher[row] ?? 0))
  told.pastWindows = Math.max(told.pastWindows, window + 1)
}

function mayTrend(told: Told, hours: number): boolean {
  return told.tellings.size >= publishersNeeded(hours) || told.engagement >= STRONG_ENGAGEMENT
}

interface Ranked {
  readonly strength: number
  readonly story: StoryTrend
}

function describe(storyId: number, told: Told, frame: Frame): Ranked {
  const expected = expectedTellings(told, frame)
  const lift = Math.log2((told.tellings.size + LIFT_PRIOR) / (expected + LIFT_PRIOR))
  const strength = Math.log2(1 + velocity(told, frame)) * (1 + Math.max(0, lift) / 2)
  const times = [...told.items.values()].map(({ at }) => at)
  const trend: Trend = {
    score: toThousandths(strength),
    itemCount: told.items.size,
    sourceCount: told.sources.size,
    itemsPerHour: toThousandths(told.items.size / frame.hours),
    baselinePerHour: toThousandths(expected / frame.hours),
    firstItemAt: times.reduce((least, at) => Math.min(least, at), frame.now),
    lastItemAt: times.reduce((most, at) => Math.max(most, at), frame.start),
    direction: directionOf(times, frame),
    series: seriesOf(times, frame),
  }
  return { strength, story: { storyId, itemId: leadItem(told.items), trend } }
}

/** Tellings of the window, each faded by its age. */
function velocity(told: Told, frame: Frame): number {
  const halfLifeMs = frame.windowMs * HALF_LIFE_OF_WINDOW
  const faded = Float64Array.from(
    told.tellings.values(),
    ({ at, weight }) => weight * 2 ** ((at - frame.now) / halfLifeMs),
  )
  // summed in order of size: the same tellings give the same sum to the last bit, however they came in
  return faded.sort().reduce((sum, value) => sum + value, 0)
}

/**
 * How many publishers were to be expected in this window: the story's own mean over the windows it has
 * lived through (at most seven days of them) and one ordinary window with one publisher, times how busy
 * the hours of this window usually are. A new story so has the ordinary window alone to be measured by.
 */
function expectedTellings(told: Told, frame: Frame): number {
  const usualWindows = (from: EpochMs, until: EpochMs) => frame.rhythm(from, until) / frame.hours
  const pastMs = Math.min(PAST_MS, told.pastWindows * frame.windowMs)
  const lived = usualWindows(frame.start - pastMs, frame.start)
  return (usualWindows(frame.start, frame.now) * (1 + told.past.size)) / (1 + lived)
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

function leadItem(items: ReadonlyMap<number, ItemSeen>): number {
  const [lead] = [...items].reduce((best, item) => (leadsOver(item, best) ? item : best))
  return lead
}

function leadsOver([idA, a]: [number, ItemSeen], [idB, b]: [number, ItemSeen]): boolean {
  if (a.quality !== b.quality) return a.quality > b.quality
  return a.at === b.at ? idA < idB : a.at < b.at
}

/** Strongest first; of equals the one that moved last, then the newer story. */
function byStrength(a: Ranked, b: Ranked): number {
  return (
    b.strength - a.strength ||
    b.story.trend.lastItemAt - a.story.trend.lastItemAt ||
    b.story.storyId - a.story.storyId
  )
}

function toThousandths(value: number): number {
  return Math.round(value * 1000) / 1000
}
