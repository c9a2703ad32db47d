import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import { DAY_MS, HOUR_MS } from '../../model/time.ts'
import { MEMORY_MS, PublishingHours } from './publishing-hours.ts'

const MONDAY = Date.UTC(2026, 4, 4)

describe('publishing hours', () => {
  it('know nothing at first', () => {
    const hours = new PublishingHours()

    expect([hours.oldestAt, countAt(hours, MONDAY)]).toEqual([undefined, 0])
  })

  it('forget what is four weeks before the newest, but not that it was', () => {
    const hours = new PublishingHours([MONDAY, MONDAY + HOUR_MS])

    hours.add(MONDAY + 28 * DAY_MS)
    hours.add(MONDAY - 300 * DAY_MS)

    expect([MONDAY, MONDAY + HOUR_MS, MONDAY + 28 * DAY_MS].map((at) => countAt(hours, at))).toEqual([
      0, 1, 1,
    ])
    expect(hours.oldestAt).toBe(MONDAY - 300 * DAY_MS)
  })

  it('count as a plain list does, in whatever order publications come', () => {
    const time = fc.integer({ min: MONDAY - 60 * DAY_MS, max: MONDAY })

    fc.assert(
      fc.property(fc.array(time, { minLength: 1, maxLength: 200 }), (times) => {
        const hours = new PublishingHours(times)

        const newest = Math.floor(Math.max(...times) / HOUR_MS)
        for (const at of times) {
          const hour = Math.floor(at / HOUR_MS)
          const kept = hour > newest - MEMORY_MS / HOUR_MS
          const counted = times.filter((other) => Math.floor(other / HOUR_MS) === hour).length
          expect(countAt(hours, at)).toBe(kept ? counted : 0)
        }
      }),
    )
  })

  it('tell of the hours between two times only', () => {
    const hours = new PublishingHours([MONDAY, MONDAY + HOUR_MS, MONDAY + 2 * HOUR_MS])
    const visited: number[] = []

    hours.eachHour(MONDAY + HOUR_MS, MONDAY + 2 * HOUR_MS - 1, (at) => visited.push(at))

    expect(visited).toEqual([MONDAY + HOUR_MS])
  })
})

function countAt(hours: PublishingHours, at: number): number {
  let found = 0
  hours.eachHour(at, at, (_, count) => (found = count))
  return found
}
