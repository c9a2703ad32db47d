import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../model/time.ts'
import { learnRhythm, waitBounds, waitByRhythm } from './rhythm.ts'

/** A Monday, 00:00 UTC. */
const MONDAY = Date.UTC(2026, 4, 4)
const HALF_HOUR = 30 * MINUTE_MS

describe('the rhythm of a source', () => {
  it('is about as many items an hour as came', () => {
    const rhythm = learn(every(HOUR_MS, 28 * DAY_MS))

    for (const rate of rhythm) expect(rate).toBeCloseTo(1, 1)
  })

  it('finds the hours of the day at which a source publishes', () => {
    const mornings = Array.from({ length: 28 }, (_, day) => MONDAY - day * DAY_MS - 16 * HOUR_MS)

    const rhythm = learn(mornings)

    expect(rhythm[8]).toBeGreaterThan(10 * (rhythm[20] ?? 0))
  })

  it('finds the days on which a source rests', () => {
    const workdays = every(HOUR_MS, 28 * DAY_MS).filter((at) => ![0, 6].includes(new Date(at).getUTCDay()))

    const rhythm = learn(workdays)

    const saturdayNoon = 5 * 24 + 12
    expect(rhythm[12]).toBeGreaterThan(4 * (rhythm[saturdayNoon] ?? 1))
  })

  it('does not take hours that were never in sight for silent ones', () => {
    // Thirty entries of the last six hours say nothing of the other eighteen.
    const rhythm = learn(every(12 * MINUTE_MS, 6 * HOUR_MS))

    expect(Math.min(...rhythm)).toBeGreaterThan(Math.max(...rhythm) / 10)
  })

  it('is as sharp for a source that publishes thousands of items a week', () => {
    const rush = every(2 * MINUTE_MS, 28 * DAY_MS).filter((at) => new Date(at).getUTCHours() % 12 < 2)

    const rhythm = learn(rush)

    expect(rhythm[5 * 24 + 12]).toBeGreaterThan(4 * (rhythm[5 * 24 + 18] ?? 1))
  })

  it('forgets what is older than four weeks, but not that nothing has come since', () => {
    const longAgo = every(HOUR_MS, 30 * DAY_MS).map((at) => at - 40 * DAY_MS)

    const rhythm = learn(longAgo)

    expect(Math.max(...rhythm)).toBeLessThan(0.01)
  })

  it.each([24 * 9, 24 * 16 + 5.5, 24 * 28, 24 * 35])(
    'is as many items an hour as came in the last %f hours, wherever in an hour they began and end',
    (hours) => {
      const times = every(MINUTE_MS, hours * HOUR_MS).map((at) => at + 12.7 * HOUR_MS)

      const rhythm = learnRhythm(times, MONDAY + 12.7 * HOUR_MS)

      for (const rate of rhythm) expect(rate).toBeGreaterThan(57)
      for (const rate of rhythm) expect(rate).toBeLessThan(63)
    },
  )

  it('does not count what is dated in the future', () => {
    const future = every(HOUR_MS, 7 * DAY_MS).map((at) => at + 8 * DAY_MS)

    expect(learn(future)).toEqual(learn([]))
  })
})

describe('the wait of a source', () => {
  it('is `every` for one that publishes one item an hour', () => {
    expect(waitByRhythm(flat(1), HALF_HOUR, MONDAY)).toBe(HALF_HOUR)
  })

  it('follows the rate, between five minutes and 24 times `every`', () => {
    const waits = [100, 4, 1 / 4, 0].map((rate) => waitByRhythm(flat(rate), HALF_HOUR, MONDAY))

    expect(waits).toEqual([5 * MINUTE_MS, 7.5 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS])
  })

  it('adds up over the hours: a quiet night is slept through', () => {
    const rhythm = flat(0).map((_, slot) => (slot % 24 >= 6 ? 2 : 0))

    expect(waitByRhythm(rhythm, HOUR_MS, MONDAY + 20 * MINUTE_MS)).toBe(6 * HOUR_MS + 10 * MINUTE_MS)
  })

  it('is never longer than a day, nor shorter than `every` where that is under five minutes', () => {
    expect(waitBounds(6 * HOUR_MS)).toEqual({ shortestMs: 5 * MINUTE_MS, longestMs: DAY_MS })
    expect(waitBounds(10_000)).toEqual({ shortestMs: 10_000, longestMs: 240_000 })
    expect(waitByRhythm(flat(1_000), 10_000, MONDAY)).toBe(10_000)
  })
})

function learn(times: readonly number[]): Float64Array {
  return learnRhythm(times, MONDAY)
}

function every(stepMs: number, spanMs: number): number[] {
  return Array.from({ length: spanMs / stepMs }, (_, index) => MONDAY - (index + 1) * stepMs)
}

function flat(rate: number): Float64Array {
  return new Float64Array(168).fill(rate)
}
