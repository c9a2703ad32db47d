import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../domain/time.ts'
import { createPublishingHours, MEMORY_MS } from './publishing-hours.ts'
import { fc } from '../../test/properties.ts'

const MONDAY = Date.UTC(2026, 4, 4)

describe('publishing hours', () => {
  it('know nothing at first', () => {
    const hours = createPublishingHours()

    expect([hours.oldestAt, hours.countAt(MONDAY)]).toEqual([undefined, 0])
  })

  it('forget what is four weeks before the newest, but not that it was', () => {
    const hours = createPublishingHours([MONDAY, MONDAY + HOUR_MS])

    hours.add(MONDAY + 28 * DAY_MS)
    hours.add(MONDAY - 300 * DAY_MS)

    expect([MONDAY, MONDAY + HOUR_MS, MONDAY + 28 * DAY_MS].map((at) => hours.countAt(at))).toEqual([0, 1, 1])
    expect(hours.oldestAt).toBe(MONDAY - 300 * DAY_MS)
  })

  it('count as a plain list does, in whatever order publications come', () => {
    const time = fc.integer({ min: MONDAY - 60 * DAY_MS, max: MONDAY })

    fc.assert(
      fc.property(fc.array(time, { minLength: 1, maxLength: 200 }), (times) => {
        const hours = createPublishingHours(times)

        const newest = Math.floor(Math.max(...times) / HOUR_MS)
        for (const at of times) {
          const hour = Math.floor(at / HOUR_MS)
          const kept = hour > newest - MEMORY_MS / HOUR_MS
          const counted = times.filter((other) => Math.floor(other / HOUR_MS) === hour).length
          expect(hours.countAt(at)).toBe(kept ? counted : 0)
        }
      }),
    )
  })
})
