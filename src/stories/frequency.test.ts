import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../model/time.ts'
import { frequencyOf, type Publication } from './frequency.ts'

const NOW = Date.UTC(2026, 2, 4, 12)

/** Items at even intervals, the newest `everyMs` / 2 ago. */
function every(everyMs: number, count: number, end = NOW): Publication[] {
  return Array.from({ length: count }, (_, n) => ({ publishedAt: end - (n + 0.5) * everyMs, dated: true }))
}

const undated = (hoursAgo: number, dated: boolean, count: number): Publication[] =>
  Array.from({ length: count }, () => ({ publishedAt: NOW - hoursAgo * HOUR_MS, dated }))

describe('the frequency of a source', () => {
  it.each<[string, readonly Publication[], from: number, to: number]>([
    ['a monthly essay', every(30 * DAY_MS, 10), 0.03, 0.04],
    ['a post a week', every(7 * DAY_MS, 30), 0.13, 0.2],
    ['a comic a day', every(DAY_MS, 60), 0.9, 1.1],
    ['40 posts a day', every(DAY_MS / 40, 300), 34, 41],
    ['a first document of 20 items of 5 hours', every(HOUR_MS / 4, 20), 10, 20],
    ['a first document with one item', every(HOUR_MS, 1), 0.9, 1],
    ['a source that nothing is known of', [], 1, 1],
    ['30 undated items of a first visit', undated(0, false, 30), 1, 1],
    ['a feed that dates 500 items "now"', undated(0, true, 500), 500, 500],
    ['a source that slept for three months', every(DAY_MS, 60, NOW - 90 * DAY_MS), 0.03, 0.04],
  ])('of %s is right within its bounds', (_, known, from, to) => {
    const now = frequencyOf(known, NOW)(NOW)

    expect(now).toBeGreaterThanOrEqual(from)
    expect(now).toBeLessThanOrEqual(to)
  })

  it('counts undated items from the second visit on', () => {
    const twoDaysLater = [...undated(48, false, 30), ...undated(0, true, 12)]

    expect(frequencyOf(twoDaysLater, NOW)(NOW)).toBe(4)
  })

  it('is in an archive that of the days of each item', () => {
    const archive = [...every(30 * DAY_MS, 120), ...every(DAY_MS / 20, 400, NOW - 5_000 * DAY_MS)]
    const frequency = frequencyOf(archive, NOW)

    expect(frequency(NOW - 900 * DAY_MS)).toBeLessThan(0.06)
    expect(frequency(NOW - 5_010 * DAY_MS)).toBeGreaterThan(8)
  })

  it('is for an old item that stays in a loud feed that of the feed', () => {
    const pinned = { publishedAt: NOW - 400 * DAY_MS, dated: true }
    const frequency = frequencyOf([pinned, ...every(HOUR_MS, 24 * 28)], NOW)

    expect(frequency(pinned.publishedAt)).toBe(frequency(NOW))
    expect(frequency(NOW)).toBeGreaterThan(20)
  })
})
