import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../model/time.ts'
import { Columns } from './columns.ts'
import {
  countByDay,
  countByHourOfWeek,
  countFacets,
  countFacetsSince,
  countSince,
  countSourcesByDay,
  newestAt,
  newestTimes,
  oldestAt,
} from './counts.ts'

const MONDAY = Date.UTC(2026, 2, 2)

describe('counts over the columns', () => {
  it('tell nothing of an empty collection', () => {
    const columns = new Columns()

    expect(countFacets(columns)).toEqual([])
    expect(countByDay(columns, 30)).toEqual([])
    expect([newestAt(columns), oldestAt(columns), countSince(columns, 0)]).toEqual([null, null, 0])
  })

  it('put a Monday midnight first and a Sunday evening last in the week', () => {
    const columns = columnsOf([MONDAY, MONDAY + 30 * 60_000, MONDAY - HOUR_MS])

    const hours = countByHourOfWeek(columns)

    expect([hours.length, hours[0], hours[167]]).toEqual([168, 2, 1])
    expect(sum(hours)).toBe(3)
  })

  it('count each item once in the hour of its week, however long ago', () => {
    const times = Array.from({ length: 500 }, (_, index) => MONDAY - 3_500 * DAY_MS + index * 7 * 60_000)
    const columns = columnsOf([...times, MONDAY - 3_000 * 7 * DAY_MS])

    const hours = countByHourOfWeek(columns)

    expect(sum(hours)).toBe(501)
    expect(hours[0]).toBe(1 + 9)
    expect(hours[57]).toBe(9)
  })

  it('tell the last days that have items, oldest first, and pass over empty ones', () => {
    const columns = columnsOf([MONDAY - 9 * DAY_MS, MONDAY - 9 * DAY_MS, MONDAY - 1, MONDAY, MONDAY + 5])

    expect(countByDay(columns, 2)).toMatchObject([
      { date: '2026-03-01', count: 1 },
      { date: '2026-03-02', count: 2 },
    ])
    expect(countByDay(columns, 30)).toHaveLength(3)
  })

  it('tell of each day how many items it has of each combination', () => {
    const columns = columnsOf(
      [MONDAY - 1, MONDAY, MONDAY + 5, MONDAY + 7],
      ['world', 'tech', 'tech', 'world'],
    )

    const days = countByDay(columns, 30)

    expect(days.map(({ facets }) => facets.map(({ facet, count }) => [facet.category, count]))).toEqual([
      [['world', 1]],
      [
        ['world', 1],
        ['tech', 2],
      ],
    ])
  })

  it('give the last times of the sources without an item since, each time once', () => {
    const quiet = ['quiet']
    const days = [-30, -20, -20, -12, -10, -9].map((day) => MONDAY + day * DAY_MS)
    const columns = columnsOf(days, [], [quiet, quiet, quiet, ['quiet', 'busy'], quiet, ['busy']])

    const times = newestTimes(columns, MONDAY - 9 * DAY_MS, 3)

    expect([...times]).toEqual([['quiet', [-10, -12, -20].map((day) => MONDAY + day * DAY_MS)]])
  })

  it('tell of each source what each day brought, empty days and today included', () => {
    const columns = columnsOf([MONDAY - 3 * DAY_MS, MONDAY - DAY_MS, MONDAY - 1, MONDAY + 5, MONDAY + DAY_MS])

    const counts = countSourcesByDay(columns, 3, MONDAY + HOUR_MS)

    expect([...counts.values()]).toEqual([[0, 2, 1]])
    expect(countSourcesByDay(columns, 3, MONDAY + 9 * DAY_MS).size).toBe(0)
  })

  it('tell of each combination how many there are, how many are recent and the latest', () => {
    const columns = columnsOf([1, 5, 9, 2], ['tech', 'tech', 'world', 'old'])

    const counts = countFacets(columns)
    const recent = countFacetsSince(columns, 5)

    expect(counts.map(({ facet, count, latestAt }) => [facet.category, count, latestAt])).toEqual([
      ['tech', 2, 5],
      ['world', 1, 9],
      ['old', 1, 2],
    ])
    expect(recent.map(({ facet, count }) => [facet.category, count])).toEqual([
      ['tech', 1],
      ['world', 1],
    ])
  })
})

function columnsOf(
  times: readonly number[],
  categories: readonly string[] = [],
  sources: readonly (readonly string[])[] = [],
): Columns {
  const columns = new Columns()
  for (const [index, publishedAt] of times.entries()) {
    const category = categories[index] ?? 'general'
    const facet = columns.facets.code({
      category,
      region: null,
      language: null,
      sources: sources[index] ?? ['a'],
    })
    columns.append({
      id: index + 1,
      publishedAt,
      rankedAt: publishedAt,
      firstSeenAt: publishedAt,
      hot: 0,
      lift: 0,
      score: 20,
      storyId: index + 1,
      facet,
      points: 0,
      minutes: 1,
      publisher: 'a.example',
      share: 1,
      engagement: 0,
      isUndated: false,
    })
  }
  columns.sort()
  return columns
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
