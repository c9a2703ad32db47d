import { describe, expect, it } from 'vitest'
import { hourOfWeek } from './time.ts'

describe('the hour of the week', () => {
  it.each([
    ['2026-11-23T00:00:00.000Z', 0],
    ['2026-11-23T00:59:59.999Z', 0],
    ['2026-11-22T23:00:00.000Z', 167],
    ['1970-01-01T00:00:00.000Z', 72],
    ['1969-12-28T23:30:00.000Z', 167],
  ])('counts from Monday 00:00 UTC: %s is in hour %i', (time, hour) => {
    expect(hourOfWeek(Date.parse(time))).toBe(hour)
  })
})
