import { describe, expect, it } from 'vitest'
import { relativeDate } from './relative-date.ts'

const NOW = Date.UTC(2024, 2, 5, 12)

describe('times that a page tells by how long ago they were', () => {
  it.each([
    ['3 days ago', 72],
    ['an hour ago', 1],
    ['a week ago', 168],
    ['Posted 30 min. ago', 0.5],
    ['Ann · 4h ago', 4],
    ['just now', 0],
    ['Yesterday', 24],
    ['vor 3 Stunden', 3],
    ['vor einem Tag', 24],
    ['vorgestern', 48],
    ['il y a 2 jours', 48],
    ['hace una hora', 1],
    ['2 дня назад', 48],
    ['2時間前', 2],
    ['3시간 전', 3],
    ['3 小时前', 3],
  ])('%s', (written, hours) => {
    expect(relativeDate(written, NOW)).toBe(NOW - hours * 3_600_000)
  })

  it.each(['', 'in 2 days', '3 days', 'today at 5', 'ferry', 'x'.repeat(1_000), '3 days ago the ferry sank'])(
    'are none in %j',
    (written) => {
      expect(relativeDate(written, NOW)).toBeUndefined()
    },
  )
})
