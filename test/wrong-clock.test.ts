import { describe, expect, it } from 'vitest'
import { DAY_MS, type EpochMs, HOUR_MS } from '../src/model/time.ts'
import { Database } from '../src/store/sqlite/driver.ts'
import { openSingleRuns, pubDate, rssOf, type Run, START } from './single-runs.ts'

const DAY_OF_1970 = -START / DAY_MS

/** A feed of ten articles of the days before the first visit, and one of the present day. */
function tenAndOne(name = 'a', last = START): (at: EpochMs) => string {
  const item = (id: string, at: EpochMs): string =>
    `<title>${id}</title><link>http://paper.example/${id}</link>${pubDate(at)}<description>Text of ${id}.</description>`
  const ten = Array.from({ length: 10 }, (_, index) => item(`${name}${index}`, last - (index + 1) * HOUR_MS))
  return (at) => rssOf(item(`${name}-day-${Math.floor((at - START) / DAY_MS)}`, at - HOUR_MS), ...ten)
}

function countOf({ items }: Run): number {
  return items.filter(({ title }) => !title.includes('day')).length
}

describe('while the clock is wrong', () => {
  it.each([
    ['100 days ahead', 100, 90],
    ['8 days ahead, though items are kept for a week only', 8, 7],
    ['40 years ahead', 14_610, 90],
  ])('%s, nothing is deleted because of its age, nor afterwards', async (_, ahead, days) => {
    const runs = await openSingleRuns([{ publish: tenAndOne() }], { days })
    await runs.run(0)

    const wrong = await runs.run(1, 1 + ahead)
    const again = await runs.run(1.1, 1.1 + ahead)
    const right = await runs.run(1.2)

    expect([wrong, again, right].map(countOf)).toEqual([10, 10, 10])
    expect([wrong, again, right].map(({ retained }) => retained.clock.kind)).toEqual([
      'wrong',
      'wrong',
      'right',
    ])
    expect(wrong.retained).toMatchObject({ byAge: 0, spared: 11 })
    expect(wrong.retained.clock.message).toMatch(
      /^this machine's clock says .+, but 1 of 1 servers say otherwise \(about 2026-03-03T12/,
    )
  })

  it.each([
    ['in 1970', DAY_OF_1970],
    ['100 days behind', -100],
    ['8 days behind, though items are kept for a week only', -8],
  ])('%s at the first visits, what they brought is kept from then', async (_, clockDay) => {
    const days = clockDay === -8 ? 7 : 90
    const runs = await openSingleRuns([{ publish: tenAndOne() }], { days })
    const first = await runs.run(0, clockDay)

    const right = await runs.run(0.1)
    const last = await runs.run(days - 0.1)
    const after = await runs.run(days + 0.1)

    expect([first, right, last, after].map(countOf)).toEqual([10, 10, 10, 0])
    expect(after.retained).toMatchObject({ byAge: 11, surplus: 0, spared: 0 })
  })

  it.each([
    ['8 hours behind, as after a power cut', 1 - 8 / 24, 3],
    ['in 1970', DAY_OF_1970, 2],
  ])('%s, articles have the times that their feeds state', async (_, clockDay, believed) => {
    const names = ['a', 'b', 'c', 'd']
    const runs = await openSingleRuns(names.map((name) => ({ publish: tenAndOne(name) })))
    await runs.run(0)

    const { items } = await runs.run(1, clockDay)

    const news = items.filter(({ title }) => title.endsWith('-day-1'))
    const stated = news.filter(({ publishedAt }) => publishedAt === START + DAY_MS - HOUR_MS)
    // What the first of the servers says of the time is not believed until another says so too, or two where it is days.
    expect([news.length, stated.length]).toEqual([4, believed])
  })

  it('an edition of that time is kept as long as any other', async () => {
    const publish = (at: EpochMs): string =>
      rssOf(
        `<title>Board</title><link>/board</link><description>${Math.min(95, (at - START) / DAY_MS)}</description>`,
      )
    const runs = await openSingleRuns([{ publish }])
    await runs.titlesAt(0, 80)
    await runs.run(95, 195)

    expect(await runs.titlesAt(95.1, 180, 187)).toEqual([['Board'], ['Board'], []])
  })

  it('because one host of several says otherwise, it is not', async () => {
    const runs = await openSingleRuns([
      { publish: tenAndOne('a') },
      { publish: tenAndOne('b') },
      { publish: tenAndOne('c'), offDays: 20_000 },
    ])
    await runs.run(0)
    expect(countOf(await runs.run(89))).toBe(30)

    const after = await runs.run(91)

    // What the wrong host brought is kept no longer, though it is 20,000 days ahead.
    expect(after.retained).toMatchObject({ byAge: 33, clock: { kind: 'right' } })
    expect(countOf(after)).toBe(0)
  })
})

describe('a service that was off for months', () => {
  it('deletes what is old as soon as a visit confirms the time', async () => {
    let isUp = false
    const publish = (at: EpochMs): string | undefined => (isUp || at === START ? tenAndOne()(at) : undefined)
    const runs = await openSingleRuns([{ publish }])
    await runs.run(0)

    isUp = true
    const back = await runs.run(200)

    expect(back.retained).toMatchObject({ byAge: 11, spared: 0, clock: { kind: 'right' } })
    expect(back.items.map(({ title }) => title)).toEqual(['a-day-200'])
  })

  it('deletes nothing because of its age while no server says what time it is', async () => {
    const publish = (at: EpochMs): string | undefined => (at === START ? tenAndOne()(at) : undefined)
    const runs = await openSingleRuns([{ publish, offDays: undefined }])
    await runs.run(0)

    const unconfirmed = await runs.run(200)

    expect(unconfirmed.retained).toMatchObject({ byAge: 0, spared: 11, clock: { kind: 'unconfirmed' } })
    expect(countOf(unconfirmed)).toBe(10)
  })
})

describe('servers that never state a time', () => {
  it('are no reason to keep what is old while news of the day comes in', async () => {
    const runs = await openSingleRuns([{ publish: tenAndOne(), offDays: undefined }])
    await runs.run(0)

    const after = await runs.run(91)

    expect(after.retained).toMatchObject({ byAge: 11, clock: { kind: 'right' } })
  })

  it('are believed by the dates of their news, however often a wrong clock runs', async () => {
    const runs = await openSingleRuns([{ publish: tenAndOne(), offDays: undefined }])
    await runs.run(0)

    const counts = [await runs.run(1, 101), await runs.run(1.1, 101.1), await runs.run(1.2)].map(countOf)

    expect(counts).toEqual([10, 10, 10])
  })
})

describe('what a wrong clock deleted', () => {
  it('returns where the feed still lists it and it is young by its own date', async () => {
    const runs = await openSingleRuns([{ publish: tenAndOne() }])
    await runs.run(0)
    const db = new Database(runs.file)
    db.exec(
      'DELETE FROM items; UPDATE addresses SET item_id = NULL; DELETE FROM sightings; DELETE FROM contents',
    )
    db.close()

    expect(countOf(await runs.run(2))).toBe(10)
    expect(countOf(await runs.run(93))).toBe(0)
    expect(countOf(await runs.run(94))).toBe(0)
  })
})
