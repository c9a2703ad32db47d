import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../model/time.ts'
import { Publications } from './rhythm.ts'

const NOW = Date.UTC(2026, 4, 4)
const SOURCE = { id: 'paper', everyMs: 30 * MINUTE_MS }

describe('the wait by what a source published', () => {
  it('is `every` for a source of which nothing is known', async () => {
    expect(await opened([]).waitOf(SOURCE, [], NOW, 0)).toBe(SOURCE.everyMs)
  })

  it('doubles while a source answers and has never brought anything, up to the longest there is', async () => {
    const publications = opened([])

    const waits = await Promise.all(
      [1, 30, 60, 300, 600, 2_000].map((minutes) =>
        publications.waitOf(SOURCE, [], NOW, minutes * MINUTE_MS),
      ),
    )

    expect(waits.map((ms) => ms / MINUTE_MS)).toEqual([30, 60, 120, 600, 720, 720])
  })

  it('is the same whether it was read from the store or seen visit by visit, however often a feed shows the same', async () => {
    const times = every(20 * MINUTE_MS, 20 * DAY_MS)
    const seen = opened([])
    for (let shown = times.length; shown >= 0; shown -= 25)
      await seen.waitOf(SOURCE, times.slice(shown, shown + 50), NOW, 0)

    const wait = await seen.waitOf(SOURCE, times.slice(0, 50), NOW, 0)

    expect(wait).toBe(await opened(times).waitOf(SOURCE, [], NOW, 0))
    expect(wait).toBeLessThan(SOURCE.everyMs / 2)
  })

  it('remembers the whole four weeks of a source that publishes thousands of items', async () => {
    // Nothing on the last two days, as on every weekend before: a memory of some hundred items would not know.
    const busy = every(3 * MINUTE_MS, 28 * DAY_MS).filter((at) => ![0, 6].includes(new Date(at).getUTCDay()))
    const monday = opened(busy)

    const wait = await monday.waitOf({ ...SOURCE, everyMs: 4 * HOUR_MS }, [], NOW, 0)
    const onSaturday = await monday.waitOf(
      { ...SOURCE, everyMs: 4 * HOUR_MS },
      [],
      NOW + 5 * DAY_MS + 6 * HOUR_MS,
      0,
    )

    expect(wait).toBeLessThan(30 * MINUTE_MS)
    expect(onSaturday).toBeGreaterThan(4 * wait)
  })

  it('tells how long a document of some entries lasts', async () => {
    const busy = opened(every(6 * MINUTE_MS, 20 * DAY_MS))
    await busy.waitOf(SOURCE, [], NOW, 0)

    expect(busy.turnoverOf(SOURCE.id, 10, NOW) / MINUTE_MS).toBeCloseTo(30, 0)
    expect(busy.turnoverOf(SOURCE.id, 40, NOW) / MINUTE_MS).toBeCloseTo(120, 0)
    expect(busy.turnoverOf(SOURCE.id, 20 * 24 * 10 + 1, NOW)).toBe(Infinity)
    expect(busy.turnoverOf(SOURCE.id, 0, NOW)).toBe(Infinity)
    expect(busy.turnoverOf('unknown', 10, NOW)).toBe(Infinity)
  })

  it('is not misled by what is dated in the future', async () => {
    const times = every(20 * MINUTE_MS, 20 * DAY_MS)
    const publications = opened(times)

    const wait = await publications.waitOf(SOURCE, [NOW + 3_000 * DAY_MS], NOW, 0)

    expect(wait).toBe(await opened(times).waitOf(SOURCE, [], NOW, 0))
  })
})

function opened(times: readonly number[]) {
  return new Publications({ listPublishedTimes: (_id, limit) => Promise.resolve(times.slice(0, limit)) })
}

function every(stepMs: number, spanMs: number): number[] {
  return Array.from({ length: spanMs / stepMs }, (_, index) => NOW - (index + 1) * stepMs)
}
