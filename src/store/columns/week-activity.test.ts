import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../model/time.ts'
import { Columns } from './columns.ts'
import { WeekActivity } from './counts.ts'

/** A Monday, 12:00 UTC. */
const NOON = Date.UTC(2026, 2, 2, 12)

function columnsOf(items: readonly { readonly at: number; readonly sources: readonly string[] }[]): Columns {
  const columns = new Columns()
  for (const [index, { at, sources }] of items.entries()) {
    const facet = columns.facets.code({ category: 'general', region: null, language: 'en', sources })
    columns.append({
      id: index + 1,
      publishedAt: at,
      rankedAt: at,
      hot: 0,
      lift: 0,
      score: 20,
      storyId: index + 1,
      facet,
    })
  }
  columns.sort()
  return columns
}

describe('how many sources published in an hour of the week', () => {
  it('counts each of them once an hour, however much it floods', () => {
    const flood = Array.from({ length: 500 }, (_, at) => ({
      at: NOON - HOUR_MS + at * 1000,
      sources: ['flood'],
    }))
    const others = [
      { at: NOON - 10 * MINUTE_MS, sources: ['paper', 'flood'] },
      { at: NOON - 7 * DAY_MS - MINUTE_MS, sources: ['paper'] },
    ]

    const counts = new WeekActivity().activity(columnsOf([...flood, ...others]), NOON)

    expect(counts).toHaveLength(168)
    expect(counts[11]).toBe(3)
    expect(counts.reduce((sum, count) => sum + count)).toBe(3)
  })

  it('looks at 28 days before the present hour', () => {
    const items = [
      { at: NOON - 28 * DAY_MS - 1, sources: ['old'] },
      { at: NOON - 28 * DAY_MS, sources: ['first'] },
      { at: NOON + MINUTE_MS, sources: ['present'] },
    ]

    const counts = new WeekActivity().activity(columnsOf(items), NOON + 30 * MINUTE_MS)

    expect(counts.reduce((sum, count) => sum + count)).toBe(1)
    expect(counts[12]).toBe(1)
  })

  it('is counted anew when the hour is over', () => {
    const activity = new WeekActivity()
    const columns = columnsOf([{ at: NOON + MINUTE_MS, sources: ['paper'] }])

    const before = activity.activity(columns, NOON + 30 * MINUTE_MS)[12]
    const after = activity.activity(columns, NOON + HOUR_MS)[12]

    expect([before, after]).toEqual([0, 1])
  })
})
