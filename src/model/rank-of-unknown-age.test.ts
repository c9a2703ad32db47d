import { describe, expect, it } from 'vitest'
import { rankOfUnknownAge } from './score.ts'
import { DAY_MS } from './time.ts'

const VISIT = Date.UTC(2026, 2, 4, 9)

describe('an item of unknown age', () => {
  it('ranks thirty days before its first sight', () => {
    expect(rankOfUnknownAge(VISIT, [])).toBe(VISIT - 30 * DAY_MS)
    expect(rankOfUnknownAge(VISIT, [VISIT - DAY_MS])).toBe(VISIT - 30 * DAY_MS)
  })

  it('ranks behind the dated items of its visit, however old they are', () => {
    expect(rankOfUnknownAge(VISIT, [VISIT, VISIT - 400 * DAY_MS])).toBe(VISIT - 400 * DAY_MS - 1)
  })
})
