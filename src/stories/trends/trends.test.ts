import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import { randomOf } from '../../../test/random.ts'
import type { TrendItems } from '../../model/story.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../model/time.ts'
import { trendRanges, trendStories, trendWindow, type StoryTrend, type TrendOptions } from './trends.ts'

/** A Wednesday, 12:00 UTC. */
const NOW = Date.UTC(2026, 2, 4, 12)
const EVEN = Array.from({ length: 168 }, () => 100)
const DAY = { now: NOW, hours: 24, hourOfWeek: EVEN }

/** A report of a story. */
interface Report {
  readonly storyId: number
  readonly itemId: number
  readonly sourceId: string
  readonly publisher: string
  readonly share: number
  readonly publishedAt: number
  readonly firstSeenAt: number
  readonly isAgeUnknown: boolean
  readonly isUndated: boolean
  readonly weight: number
  readonly engagement: number
}

let nextItem = 1
function anEvent(hoursAgo: number, event: Partial<Report> = {}): Report {
  const publisher = event.publisher ?? 'a.example'
  const at = NOW - hoursAgo * HOUR_MS
  return {
    storyId: 1,
    itemId: nextItem++,
    sourceId: publisher,
    publisher,
    share: 1,
    publishedAt: at,
    firstSeenAt: at + 10 * MINUTE_MS,
    isAgeUnknown: false,
    isUndated: false,
    weight: 1,
    engagement: 0,
    ...event,
  }
}

/** Columns as the store returns them, in order of time, of items published in [from, until). */
function columnsOf(
  reports: readonly Report[],
  { from, until }: { readonly from: number; readonly until: number },
): TrendItems {
  const rows = reports
    .filter(({ publishedAt }) => publishedAt >= from && publishedAt < until)
    .sort((a, b) => a.publishedAt - b.publishedAt || a.itemId - b.itemId)
  const names = [...new Set(reports.map(({ publisher }) => publisher))]
  return {
    itemId: rows.map(({ itemId }) => itemId),
    storyId: rows.map(({ storyId }) => storyId),
    publishedAt: rows.map(({ publishedAt }) => publishedAt),
    firstSeenAt: rows.map(({ firstSeenAt }) => toSecond(firstSeenAt)),
    isAgeUnknown: rows.map(({ isAgeUnknown }) => Number(isAgeUnknown)),
    isUndated: rows.map(({ isUndated }) => Number(isUndated)),
    publisher: rows.map(({ publisher }) => names.indexOf(publisher)),
    share: rows.map(({ share }) => share),
    engagement: rows.map(({ engagement }) => engagement),
    carrier: rows.map((_, at) => at),
    carriers: new Map(rows.map(({ sourceId, weight }, at) => [at, { sources: [sourceId], weight }])),
  }
}

const toSecond = (at: number): number => Math.ceil(at / 1000) * 1000

function trendsOf(reports: readonly Report[], options: TrendOptions): StoryTrend[] {
  const ranges = trendRanges(options)
  const window = trendWindow(columnsOf(reports, ranges.window), { knownAt: Infinity, ...options })
  const stories = trendStories(window, columnsOf(reports, ranges.past))
  // Evaluates all getters.
  return stories.map(({ storyId, score, itemId, trend }) => ({ storyId, score, itemId, trend }))
}

const ids = (stories: readonly StoryTrend[]) => stories.map(({ storyId }) => storyId)

describe('what trends', () => {
  it('is what the documentation works out by hand', () => {
    const events = [
      anEvent(8, { itemId: 1, publisher: 'a.example' }),
      anEvent(4, { itemId: 2, publisher: 'b.example', weight: 1.5 }),
      anEvent(0, { itemId: 3, publisher: 'c.example' }),
      anEvent(30, { itemId: 4, publisher: 'a.example' }),
    ]

    const [story] = trendsOf(events, DAY)

    // V = .5 + 1.5 · .7071 + 1 = 2.5607; expected = 1 · (1+1)/(1+1) = 1; usual = (20+3)/11 = 2.0909,
    // lift = log2(4.0909/3.0909) = .4044
    expect(story).toEqual({
      storyId: 1,
      score: 2.203,
      itemId: 2,
      trend: {
        score: 2.203,
        itemCount: 3,
        sourceCount: 3,
        itemsPerHour: 0.125,
        baselinePerHour: 0.042,
        firstItemAt: NOW - 8 * HOUR_MS,
        lastItemAt: NOW,
        direction: 'rising',
        series: Array.from({ length: 24 }, (_, hour) => Number([16, 20, 23].includes(hour))),
      },
    })
  })

  it('needs two publishers, three in a long window, or strong engagement', () => {
    const two = [anEvent(1), anEvent(2, { publisher: 'b.example' })]
    const popular = [anEvent(1, { storyId: 2, engagement: 3 }), anEvent(1, { storyId: 3, engagement: 2.9 })]

    expect(ids(trendsOf([...two, ...popular], DAY)).sort((a, b) => a - b)).toEqual([1, 2])
    expect(ids(trendsOf([...two, ...popular], { ...DAY, hours: 49 }))).toEqual([2])
    expect(ids(trendsOf([...two, anEvent(3, { publisher: 'c.example' })], { ...DAY, hours: 49 }))).toEqual([
      1,
    ])
  })

  it('counts a publisher with nothing but copies a quarter', () => {
    const copies = (count: number, share: number) =>
      Array.from({ length: count }, (_, n) => anEvent(2, { publisher: `copy${n}.example`, share }))
    const two = [anEvent(3), anEvent(2, { publisher: 'b.example' })]

    expect(trendsOf([anEvent(3), ...copies(3, 0.25)], DAY)).toEqual([])
    expect(ids(trendsOf([anEvent(3), ...copies(4, 0.25)], DAY))).toEqual([1])
    expect(trendsOf([anEvent(3), ...copies(4, 0)], DAY)).toEqual([])
    const [copied, reported] = [
      [...two, ...copies(4, 0.25)],
      [...two, anEvent(2, { publisher: 'c.example' })],
    ].map((reports) => trendsOf(reports, DAY)[0]?.trend.score)
    expect(copied).toBe(reported)
  })

  it('does not grow when a publisher repeats itself', () => {
    const story = [anEvent(3), anEvent(2, { publisher: 'b.example' })]
    const repeated = Array.from({ length: 100 }, (_, n) => anEvent(3 - n / 40))

    const once = trendsOf(story, DAY)[0]?.trend.score
    const often = trendsOf([...story, ...repeated], DAY)[0]?.trend.score

    expect(often).toBe(once)
  })

  it('leaves out archives brought in at once and feeds that date everything now', () => {
    const real = [anEvent(3), anEvent(2, { publisher: 'b.example' })]
    const dump = Array.from({ length: 500 }, (_, n) =>
      anEvent(0, { storyId: n + 1, publisher: 'dump.example', firstSeenAt: NOW }),
    )
    const old = Array.from({ length: 500 }, (_, n) =>
      anEvent(24 * 40 + n, { storyId: n + 1, publisher: 'old.example', firstSeenAt: NOW }),
    )

    expect(trendsOf([...real, ...dump, ...old], DAY)).toEqual(trendsOf(real, DAY))
  })

  it('leaves out items of unknown age', () => {
    const unknown = (hoursAgo: number, storyId: number, publisher: string) =>
      anEvent(hoursAgo, { storyId, publisher, isAgeUnknown: true })
    const archives = [1, 2, 3].flatMap((n) => [unknown(5, n, 'a.example'), unknown(4, n, 'b.example')])
    const later = [anEvent(3, { storyId: 9 }), anEvent(2, { storyId: 9, publisher: 'b.example' })]

    expect(ids(trendsOf([...archives, ...later], DAY))).toEqual([9])
  })

  it('counts an undated report no later than the newest dated one of its story', () => {
    const seenNow = (publisher: string) => anEvent(0, { publisher, isUndated: true })
    const dated = [anEvent(20), anEvent(18, { publisher: 'b.example' })]

    const [story] = trendsOf([...dated, seenNow('c.example'), seenNow('d.example')], DAY)

    expect(story?.trend).toMatchObject({ itemCount: 4, lastItemAt: NOW - 18 * HOUR_MS, direction: 'falling' })
    expect(ids(trendsOf([anEvent(30), seenNow('b.example'), seenNow('c.example')], DAY))).toEqual([])
    expect(ids(trendsOf([seenNow('b.example'), seenNow('c.example')], DAY))).toEqual([1])
  })

  it.each([
    ['rising', [1, 2, 3], 'rising'],
    ['rising', [20, 12, 7, 5, 2], 'rising'],
    ['steady', [20, 5], 'steady'],
    ['steady', [20, 12, 3], 'steady'],
    ['falling', [22, 20], 'falling'],
    ['falling', [22, 20, 15, 14, 3], 'falling'],
  ] as const)('is %s by its last third against the two before: %j hours ago', (_, hoursAgo, direction) => {
    const events = hoursAgo.map((hours, n) => anEvent(hours, { publisher: `p${n}.example` }))

    expect(trendsOf(events, DAY)[0]?.trend.direction).toBe(direction)
  })

  it('is more a running story of many publishers than a burst of two', () => {
    const running = Array.from({ length: 8 }, (_, day) =>
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name, n) =>
        anEvent(day * 24 + 2 + n * 4, { publisher: `${name}.example` }),
      ),
    ).flat()
    const burst = ['a', 'b'].map((name) => anEvent(0, { storyId: 2, publisher: `${name}.example` }))

    expect(ids(trendsOf([...running, ...burst], DAY))).toEqual([1, 2])
  })

  it('takes less for growth where stories usually have many publishers', () => {
    const story = (storyId: number, publishers: number) =>
      Array.from({ length: publishers }, (_, n) =>
        anEvent(1 + storyId / 10, { storyId, publisher: `p${n}.example` }),
      )
    const among = (publishers: number) =>
      Array.from({ length: 40 }, (_, n) => story(n + 2, publishers)).flat()
    const scoreOf = (events: Report[]) => trendsOf(events, DAY).find(({ storyId }) => storyId === 1)?.score

    expect(scoreOf([...story(1, 6), ...among(12)])).toBeLessThan(scoreOf([...story(1, 6), ...among(2)]) ?? 0)
  })

  it('counts what was published in the window even where it was first seen long after', () => {
    const late = { firstSeenAt: NOW }

    const found = trendsOf([anEvent(20, late), anEvent(19, { publisher: 'b.example', ...late })], DAY)

    expect(ids(found)).toEqual([1])
  })

  it('is less a story that is told every day than one that is new', () => {
    const reports = (storyId: number, day: number) =>
      ['a', 'b', 'c', 'd'].map((name, n) =>
        anEvent(day * 24 + n + 1, { storyId, publisher: `${name}.example` }),
      )
    const steady = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((day) => reports(1, day))

    const found = trendsOf([...steady, ...reports(2, 0)], DAY)

    expect(ids(found)).toEqual([2, 1])
    expect(found[1]?.trend.baselinePerHour).toBeGreaterThan(3 * (found[0]?.trend.baselinePerHour ?? 1))
  })

  it('expects more of a busy hour than of a quiet one', () => {
    const story = ['a', 'b', 'c'].map((name) => anEvent(0.5, { publisher: `${name}.example` }))
    const busyNoon = EVEN.map((count, hour) => (hour % 24 >= 9 && hour % 24 <= 12 ? 10 * count : count))
    const quietNoon = EVEN.map((count, hour) => (hour % 24 >= 9 && hour % 24 <= 12 ? count : 10 * count))

    const busy = trendsOf(story, { ...DAY, hours: 2, hourOfWeek: busyNoon })[0]?.trend
    const quiet = trendsOf(story, { ...DAY, hours: 2, hourOfWeek: quietNoon })[0]?.trend

    expect(busy?.baselinePerHour).toBeGreaterThan(quiet?.baselinePerHour ?? Infinity)
    expect(busy?.score).toBeLessThan(quiet?.score ?? 0)
  })

  it('is told by the item of the best source, the earliest of equals', () => {
    const first = anEvent(4, { itemId: 60 })
    const second = anEvent(4, { itemId: 70, publisher: 'b.example' })
    const strong = anEvent(1, { itemId: 80, publisher: 'c.example', weight: 2 })

    expect(trendsOf([second, first], DAY)[0]?.itemId).toBe(60)
    expect(trendsOf([second, first, strong], DAY)[0]?.itemId).toBe(80)
  })

  it('asks for the window and the seven days before it', () => {
    expect(trendRanges({ now: NOW, hours: 24 })).toEqual({
      window: { from: NOW - DAY_MS + 1, until: NOW + 1 },
      past: { from: NOW - 8 * DAY_MS + 1, until: NOW - DAY_MS + 1 },
    })
  })
})

describe('the trend of any items', () => {
  const anyEvent = fc.record({
    storyId: fc.integer({ min: 1, max: 6 }),
    itemId: fc.integer({ min: 1, max: 1_000 }),
    sourceId: fc.constantFrom('s1', 's2', 's3', 's4'),
    publisher: fc.constantFrom('a', 'b', 'c', 'd'),
    share: fc.constantFrom(0, 0.25, 1),
    publishedAt: fc.integer({ min: NOW - 10 * DAY_MS, max: NOW + HOUR_MS }),
    firstSeenAt: fc.constant(NOW),
    isAgeUnknown: fc.boolean(),
    isUndated: fc.boolean(),
    weight: fc.double({ min: 0.25, max: 4, noNaN: true }),
    engagement: fc.double({ min: 0, max: 64, noNaN: true }),
  })
  const hours = fc.integer({ min: 1, max: 8_760 })

  it('is in order and counts every item once', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyEvent, { selector: ({ itemId }) => itemId, maxLength: 60 }),
        hours,
        (events, hours) => {
          const found = trendsOf(events, { ...DAY, hours })

          for (const [n, { trend }] of found.entries()) {
            expect(trend.score).toBeLessThanOrEqual(found[n - 1]?.trend.score ?? Infinity)
            expect(trend.series).toHaveLength(24)
            expect(trend.series.reduce((sum, count) => sum + count, 0)).toBe(trend.itemCount)
            expect(trend.firstItemAt).toBeGreaterThan(NOW - hours * HOUR_MS)
            expect(trend.lastItemAt).toBeLessThanOrEqual(NOW)
          }
        },
      ),
    )
  })

  it('never falls when one more publisher tells the story now', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyEvent, { selector: ({ itemId }) => itemId, maxLength: 40 }),
        hours,
        (events, hours) => {
          const before = trendsOf(events, { ...DAY, hours }).find(({ storyId }) => storyId === 1)

          const more = [...events, anEvent(0, { itemId: 9_999, publisher: 'new.example' })]
          const after = trendsOf(more, { ...DAY, hours }).find(({ storyId }) => storyId === 1)

          expect(after?.trend.score ?? 0).toBeGreaterThanOrEqual(before?.trend.score ?? 0)
        },
      ),
    )
  })
})

describe('bursts planted in a background with a daily rhythm', () => {
  const worlds = Array.from({ length: 20 }, (_, seed) => plantedWorld(seed + 1))

  it('are what the first ten places show, at least 95 of 100 times', () => {
    const precisions = worlds.map(({ events, bursts, hourOfWeek }) => {
      const first = trendsOf(events, { ...DAY, hourOfWeek }).slice(0, 10)
      return first.filter(({ storyId }) => bursts.has(storyId)).length / 10
    })

    expect(precisions.reduce((sum, value) => sum + value, 0) / worlds.length).toBeGreaterThanOrEqual(0.95)
  })

  it('are in the first 20 of six hours as soon as a second publisher tells them, 95 of 100 times', () => {
    let late = 0
    for (const { events, bursts, hourOfWeek } of worlds.slice(0, 5)) {
      for (const storyId of bursts) {
        const times = events.filter((event) => event.storyId === storyId).map((event) => event.publishedAt)
        const now = times.sort((a, b) => a - b)[1] ?? NOW
        const known = events.filter((event) => event.publishedAt <= now)
        const rank = ids(trendsOf(known, { now, hours: 6, hourOfWeek })).indexOf(storyId)
        if (rank < 0 || rank >= 20) late++
      }
    }

    expect(late).toBeLessThanOrEqual(5)
  })
})

/** 20 bursts of 3..15 publishers over 1..6 hours of the last day, among 3,000 stories of eight days. */
function plantedWorld(seed: number) {
  const random = randomOf(seed * MINUTE_MS)
  const publisher = () => `p${Math.floor(random() * 120)}.example`
  const daytime = (at: number) => 0.55 + 0.45 * Math.sin(((at / HOUR_MS - 8) / 24) * 2 * Math.PI)
  const someTime = (): number => {
    const at = NOW - random() * 8 * DAY_MS
    return random() < daytime(at) ? at : someTime()
  }
  const events: Report[] = []
  const addReport = (storyId: number, at: number) => {
    if (at <= NOW) events.push(anEvent((NOW - at) / HOUR_MS, { storyId, publisher: publisher() }))
  }

  for (let storyId = 1_000; storyId < 4_000; storyId++) {
    const start = someTime()
    addReport(storyId, start)
    // Most stories have one report, some have a few over two days by chance.
    const more = random() < 0.2 ? poisson(1.5, random) : 0
    for (let n = 0; n < more; n++) addReport(storyId, start + random() * 2 * DAY_MS)
  }
  // Ten stories that continue all week.
  for (let storyId = 4_000; storyId < 4_010; storyId++)
    for (let n = 0; n < 60; n++) addReport(storyId, someTime())

  const bursts = new Set<number>()
  for (let storyId = 1; storyId <= 20; storyId++) {
    bursts.add(storyId)
    const lasts = (1 + random() * 5) * HOUR_MS
    const start = NOW - lasts - random() * (18 * HOUR_MS)
    const size = 3 + Math.floor(random() * 13)
    for (let n = 0; n < size; n++) addReport(storyId, start + random() * lasts)
  }

  const hourOfWeek = Array.from({ length: 168 }, (_, hour) => Math.round(100 * daytime(hour * HOUR_MS)))
  return { events, bursts, hourOfWeek }
}

function poisson(mean: number, random: () => number): number {
  let count = 0
  for (let product = random(); product > Math.exp(-mean); product *= random()) count++
  return count
}
