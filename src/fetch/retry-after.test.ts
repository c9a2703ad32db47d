import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../model/time.ts'
import { parseRetryAfter } from './response.ts'

const NOW = Date.UTC(2024, 0, 1, 12)

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['31536000', DAY_MS],
    ['99999999999', DAY_MS],
    ['99999999999999999999', DAY_MS],
    ['Mon, 01 Jan 2024 12:05:00 GMT', 300_000],
    ['Mon, 01 Jan 2024 11:00:00 GMT', 0],
    ['Fri, 01 Jan 2044 00:00:00 GMT', DAY_MS],
  ])('of %j is %i ms', (value, delay) => {
    expect(parseRetryAfter(value, NOW)).toBe(delay)
  })

  it.each([undefined, '', '-5', '1.5', 'soon', '5 minutes later'])('of %j says nothing', (value) => {
    expect(parseRetryAfter(value, NOW)).toBeUndefined()
  })
})
