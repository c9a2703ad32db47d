import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import { DAY_MS, HOUR_MS, HOURS_OF_WEEK } from '../../model/time.ts'
import { weekRhythm } from './week-rhythm.ts'

const MONDAY = Date.UTC(2026, 0, 5)
const counted = (perHour: (hour: number) => number) =>
  Array.from({ length: HOURS_OF_WEEK }, (_, hour) => perHour(hour))

describe('the rhythm of the week', () => {
  it('is even where nothing was counted', () => {
    const rhythm = weekRhythm([])

    expect(rhythm(MONDAY, MONDAY + 90 * 60_000)).toBeCloseTo(1.5, 9)
  })

  it('starts on Monday 00:00 UTC', () => {
    const rhythm = weekRhythm(counted((hour) => (hour === 1 ? 900 : 100)))

    const hours = [0, 1, 2, 3].map((hour) => rhythm(MONDAY + hour * HOUR_MS, MONDAY + (hour + 1) * HOUR_MS))

    expect(Math.max(...hours)).toBe(hours[1])
    expect(hours[0]).toBeCloseTo(hours[2] ?? 0, 9)
    expect(hours[0]).toBeGreaterThan(hours[3] ?? 0)
  })

  it('gives a busy morning more hours than a quiet Sunday', () => {
    const rhythm = weekRhythm(counted((hour) => (hour >= 144 ? 20 : 200)))

    expect(rhythm(MONDAY, MONDAY + DAY_MS)).toBeGreaterThan(24)
    expect(rhythm(MONDAY + 6 * DAY_MS, MONDAY + 7 * DAY_MS)).toBeLessThan(12)
  })

  it('is worth 168 hours a week, adds up, and never stands still, whatever was counted', () => {
    const counts = fc.array(fc.oneof(fc.nat(5_000), fc.double()), { maxLength: 200 })
    const moment = fc.integer({ min: 0, max: 60 * 365 * DAY_MS })

    fc.assert(
      fc.property(counts, moment, fc.nat(30 * DAY_MS), fc.nat(30 * DAY_MS), (hours, at, first, second) => {
        const rhythm = weekRhythm(hours)

        expect(rhythm(at, at + 7 * DAY_MS)).toBeCloseTo(HOURS_OF_WEEK, 4)
        expect(rhythm(at, at + first) + rhythm(at + first, at + first + second)).toBeCloseTo(
          rhythm(at, at + first + second),
          4,
        )
        expect(rhythm(at, at + HOUR_MS)).toBeGreaterThan(0.05)
      }),
    )
  })
})
