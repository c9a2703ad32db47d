import { describe, expect, it } from 'vitest'
import { wordsOf } from '../../words/languages.ts'
import { daySeries } from './day-chart.tsx'

const words = wordsOf('en')

function statsOf(days: Readonly<Record<string, Readonly<Record<string, number>>>>) {
  const pairs = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([name, count]) => ({ name, count }))
  const sums: Record<string, number> = {}
  for (const { name, count } of Object.values(days).flatMap(pairs)) sums[name] = (sums[name] ?? 0) + count
  return {
    byDay: Object.entries(days).map(([date, counts]) => ({
      date,
      count: pairs(counts).reduce((sum, { count }) => sum + count, 0),
      byCategory: pairs(counts),
    })),
    byCategory: pairs(sums).toSorted((a, b) => b.count - a.count),
  }
}

describe('daySeries', () => {
  it('fills days without items in, up to the last one that has any', () => {
    const stats = statsOf({ '2026-02-27': { science: 2 }, '2026-03-02': { science: 1, world: 5 } })

    const { days, series } = daySeries(stats.byDay, stats.byCategory, 5, words)

    expect(days).toEqual(['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
    expect(series).toEqual([
      { name: 'World', values: [0, 0, 0, 0, 5] },
      { name: 'Science', values: [0, 2, 0, 0, 1] },
    ])
  })

  it.each([
    [8, 8],
    [9, 8],
    [30, 8],
  ])('draws %d categories as %d series, and loses no item', (categories, expected) => {
    const counts = Object.fromEntries(Array.from({ length: categories }, (_, at) => [`c${at}`, 100 - at]))

    const { byDay, byCategory } = statsOf({ '2026-03-02': counts })

    const { series } = daySeries(byDay, byCategory, 1, words)

    expect(series.length).toBe(expected)
    expect(series.reduce((sum, { values }) => sum + (values[0] ?? 0), 0)).toBe(
      Object.values(counts).reduce((sum, count) => sum + count, 0),
    )
    expect(series.at(-1)?.name).toBe(categories === 8 ? 'C7' : 'Others')
  })

  it('has nothing to show of an empty collection', () => {
    expect(daySeries([], [], 14, words)).toEqual({ days: [], series: [] })
  })
})
