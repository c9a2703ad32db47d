import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ORDINARY, hotKey, qualityOf, scoreBreakdown, scoreOf } from '../src/model/score.ts'
import type { TrendItems } from '../src/model/story.ts'
import { DAY_MS, HOUR_MS } from '../src/model/time.ts'
import { coverageOf } from '../src/stories/rescore.ts'
import { trendStories, trendWindow } from '../src/stories/trends/trends.ts'

const PAGE = readFileSync(join(dirname(fileURLToPath(import.meta.url)), '../docs/scoring.md'), 'utf8')

/** On one line, thousands together. */
const TEXT = PAGE.replaceAll(/\s+/g, ' ').replaceAll(/(?<=\d),(?=\d)/g, '')

const HALF_LIFE_MS = 12 * HOUR_MS
/** Of the worked example. */
const EXAMPLE = { weight: 1.5, frequency: 10, depth: 2, coverage: 5, engagement: 3, share: 1 }

/** What a row of a table says after its first cell. */
function cells(first: string): string[] {
  const row = PAGE.split('\n').find((line) => line.startsWith(`| ${first} |`)) ?? ''
  const [, , ...rest] = row.split('|').map((cell) => cell.trim())
  return rest.slice(0, -1)
}

/** A number that is written as itself or as a fraction. */
function ratioOf(cell: string): number {
  const [above = Number.NaN, below = 1] = cell.split('/').map(Number)
  return above / below
}

/** The number after some words, thousands separated by commas or not. */
function numberAfter(words: string): number {
  const at = PAGE.indexOf(words)
  const [, number = 'none'] = /(-?[\d,]*\d(?:\.\d+)?)/.exec(PAGE.slice(at + words.length)) ?? []
  return at === -1 ? Number.NaN : Number(number.replaceAll(',', ''))
}

function alone(coverage: number) {
  return { ...ORDINARY, coverage }
}

describe('docs/scoring.md', () => {
  it('has a table of scores that the formula gives', () => {
    const publishers = cells('publishers, ordinary source, no engagement').map(Number)
    const scores = cells('score').map(Number)

    expect(publishers.length).toBeGreaterThan(5)
    expect(scores).toEqual(publishers.map((coverage) => scoreOf(alone(coverage))))
  })

  it('has a table of frequencies that the formula gives', () => {
    const perDay = cells('items a day').map((cell) => ratioOf(cell))
    const scores = cells('score of a lone item').map(Number)

    expect(perDay.length).toBeGreaterThan(4)
    expect(scores).toEqual(perDay.map((frequency) => scoreOf({ ...ORDINARY, frequency })))
  })

  it('works out a breakdown as the service does', () => {
    const { score, parts } = scoreBreakdown(EXAMPLE)
    const names = Object.keys(parts) as (keyof typeof parts)[]
    const shown = names.map((part) => Number(cells(part).at(-1)))

    expect(names).toEqual(['base', 'source', 'frequency', 'depth', 'coverage', 'engagement'])
    expect(shown).toEqual(Object.values(parts))
    expect(PAGE).toContain(
      `${shown[0]?.toFixed(1)} + ${shown.slice(1).join(' + ')} = ${score}.`.replaceAll('+ -', '- '),
    )
    expect(PAGE).toContain(`${qualityOf({ ...EXAMPLE, engagement: 0 }).toFixed(3)} |`.slice(0, 5))
    expect(cells('engagement').join(' ')).toContain(qualityOf(EXAMPLE).toFixed(3))
  })

  it('works out the example of syndicated copies', () => {
    const agency = { publisher: 'agency', share: 1 }
    const papers = Array.from({ length: 8 }, (_, n) => ({ publisher: `paper${n}`, share: 0.25 }))

    expect(PAGE).toContain(`\`1 + 8 · 0.25 = ${coverageOf([agency, ...papers])}\``)
  })

  it('works out the keys of hot', () => {
    const published = Date.parse('2026-03-04T09:00:00Z')
    const key = (parts: typeof EXAMPLE, at: number) => hotKey(parts, at, HALF_LIFE_MS).toFixed(2)

    expect(numberAfter('09:00 UTC:')).toBe(published / HOUR_MS)
    expect(TEXT).toContain(`hot = ${key(EXAMPLE, published)}`)
    expect(TEXT).toContain(`= ${key(alone(1), published + 27 * HOUR_MS)} and stands below`)
    expect(TEXT).toContain(`has ${key(alone(1), published + 39 * HOUR_MS)} and stands above`)
    expect((0.7 * Math.log2(8) * 12).toFixed(0)).toBe(String(numberAfter('half-lives) are worth')))
  })

  it('works out a trend', () => {
    const now = Date.UTC(2026, 2, 4, 12)
    const hoursAgo = [30, 8, 4, 0]
    const names = ['a', 'a', 'b', 'c']
    const weights = [1, 1, 1.5, 1]
    const itemsOf = (from: number, until: number): TrendItems => {
      const rows = [0, 1, 2, 3].slice(from, until)
      const times = rows.map((row) => now - (hoursAgo[row] ?? 0) * HOUR_MS)
      return {
        itemId: rows.map((row) => row + 1),
        storyId: rows.map(() => 1),
        publishedAt: times,
        firstSeenAt: times.map((at) => at + DAY_MS),
        isAgeUnknown: times.map(() => 0),
        isUndated: times.map(() => 0),
        publisher: rows.map((row) => names[row]?.charCodeAt(0) ?? 0),
        share: rows.map(() => 1),
        engagement: rows.map(() => 0),
        carrier: rows,
        carriers: new Map(names.map((name, n) => [n, { sources: [name], weight: weights[n] ?? 1 }])),
      }
    }

    const window = trendWindow(itemsOf(1, 4), { now, knownAt: Infinity, hours: 24, hourOfWeek: [] })
    const [story] = trendStories(window, itemsOf(0, 1))

    expect(numberAfter('`trend.score = log2 3.561 · (1 + 0.2022) = 1.832 · 1.2022 =')).toBe(
      story?.trend.score,
    )
    expect(numberAfter('`baselinePerHour` =')).toBe(story?.trend.baselinePerHour)
  })
})
