import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../model/time.ts'
import { Columns } from './columns.ts'
import { weekActivity } from './counts.ts'
import type { ColumnRow } from './item-columns.ts'

/** A Monday, 12:00 UTC. */
const NOON = Date.UTC(2026, 2, 2, 12)

interface Published {
  readonly at: number
  readonly sources: readonly string[]
}

function columnsOf(items: readonly Published[]): Columns {
  const columns = new Columns()
  for (const [index, { at, sources }] of items.entries())
    columns.append(rowOf(columns, index + 1, at, sources))
  columns.sort()
  return columns
}

function rowOf(columns: Columns, id: number, at: number, sources: readonly string[]): ColumnRow {
  const facet = columns.facets.code({ category: 'general', region: null, language: 'en', sources })
  return {
    id,
    publishedAt: at,
    rankedAt: at,
    firstSeenAt: at,
    hot: 0,
    lift: 0,
    score: 20,
    storyId: id,
    facet,
    points: 0,
    minutes: 1,
    publisher: 'a.example',
    share: 1,
    engagement: 0,
    isUndated: false,
  }
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

    const counts = weekActivity(columnsOf([...flood, ...others]), NOON)

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

    const counts = weekActivity(columnsOf(items), NOON + 30 * MINUTE_MS)

    expect(counts.reduce((sum, count) => sum + count)).toBe(1)
    expect(counts[12]).toBe(1)
  })

  it('is counted anew when the hour is over', () => {
    const columns = columnsOf([{ at: NOON + MINUTE_MS, sources: ['paper'] }])

    const before = weekActivity(columns, NOON + 30 * MINUTE_MS)[12]
    const after = weekActivity(columns, NOON + HOUR_MS)[12]

    expect([before, after]).toEqual([0, 1])
  })

  it('is counted anew where one item takes the place of another', () => {
    const at = NOON - MINUTE_MS
    const columns = columnsOf([
      { at, sources: ['paper'] },
      { at, sources: ['blog'] },
    ])

    const before = weekActivity(columns, NOON)[11]
    columns.apply([rowOf(columns, 3, at, ['paper'])], [2])

    expect([before, weekActivity(columns, NOON)[11]]).toEqual([2, 1])
  })

  it('is that of a fresh count while items come and go', () => {
    const arrivals = fc.record({
      id: fc.integer({ min: 1, max: 30 }),
      at: fc.integer({ min: NOON - 29 * DAY_MS, max: NOON + HOUR_MS }),
      source: fc.constantFrom('paper', 'blog', 'wire'),
      isDeleted: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(arrivals, { minLength: 1, maxLength: 40 }), (changes) => {
        const columns = columnsOf([])
        const items = new Map<number, Published>()
        for (const { id, at, source, isDeleted } of changes) {
          if (columns.slotOf(id) === undefined) {
            columns.apply([rowOf(columns, id, at, [source])], [])
            items.set(id, { at, sources: [source] })
          } else if (isDeleted) {
            columns.apply([], [id])
            items.delete(id)
          }

          const fresh = columnsOf([...items.values()])
          expect(weekActivity(columns, NOON)).toEqual(weekActivity(fresh, NOON))
        }
      }),
    )
  })
})
