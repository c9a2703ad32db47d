import { describe, expect, it } from 'vitest'
import { silentSince } from './silence.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

const NOW = Date.UTC(2026, 2, 10)

describe('a source that answers', () => {
  it.each([
    ['daily, after a day', 20, DAY_MS, 1, undefined],
    ['hourly, over the holidays', 20, HOUR_MS, 6, undefined],
    ['daily, after a week and a day', 20, DAY_MS, 8, 7],
    ['weekly, after 20 days', 12, 7 * DAY_MS, 20, undefined],
    ['weekly, after 22 days', 12, 7 * DAY_MS, 22, 21],
    ['with 3 items, after a month', 3, HOUR_MS, 30, undefined],
    ['with 3 items, after 2 months', 3, HOUR_MS, 61, 60],
    ['with 9 items seen at one visit, after a month', 1, 0, 30, undefined],
    ['monthly with 3 items, after 80 days', 3, 30 * DAY_MS, 80, undefined],
    ['quarterly, after 200 days', 12, 91 * DAY_MS, 200, undefined],
    ['quarterly, after 280 days', 12, 91 * DAY_MS, 280, 273],
    ['yearly, after two years', 3, 365 * DAY_MS, 730, 365],
    ['without items', 0, 0, 0, undefined],
  ])('%s', (_, count, pauseMs, quietDays, sinceDays) => {
    const last = NOW - quietDays * DAY_MS
    const times = Array.from({ length: count }, (__, at) => last - at * pauseMs)

    expect(silentSince(times, NOW)).toBe(sinceDays && last + sinceDays * DAY_MS)
  })
})
