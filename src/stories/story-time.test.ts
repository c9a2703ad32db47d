import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../model/time.ts'
import { hotTimes, storyTime } from './rescore.ts'

const NOON = Date.UTC(2026, 2, 10, 12)
const ago = (hours: number): number => NOON - hours * HOUR_MS

let nextItem = 1
const dated = (hoursAgo: number) => timed(ago(hoursAgo), ago(hoursAgo), true)
const undated = (hoursAgo: number) => timed(ago(hoursAgo), ago(hoursAgo), false)
/** An item of a first visit. */
const ofUnknownAge = (hoursAgo: number) => timed(ago(hoursAgo), ago(hoursAgo) - 30 * DAY_MS, false)

function timed(publishedAt: number, rankedAt: number, isTimeStated: boolean) {
  return { itemId: nextItem++, publishedAt, rankedAt, isTimeStated }
}

describe('the time of a story', () => {
  it.each([
    ['one dated report', [dated(5)], 5],
    ['the newest of several dated ones', [dated(20), dated(5), dated(9)], 5],
    [
      'the dated one, though five undated ones were seen since',
      [dated(20), ...[5, 4, 3, 2, 1].map(undated)],
      20,
    ],
    ['the dated one, though an undated one was seen before', [undated(30), dated(20)], 20],
    ['the dated one beside an undated one of a first visit', [ofUnknownAge(1), dated(20)], 20],
    ['the last sight of undated ones alone', [undated(9), undated(2)], 2],
    ['the last sight beside one of unknown age', [ofUnknownAge(1), undated(2)], 2],
    ['the rank of items of unknown age alone', [ofUnknownAge(1), ofUnknownAge(3)], 30 * 24 + 1],
  ])('is %s', (_, reports, hoursAgo) => {
    expect(storyTime(reports)).toBe(ago(hoursAgo))
  })
})

describe('the time from which a report fades', () => {
  it('is that of the story for the one that stands for it, and at most that for undated ones', () => {
    const lead = dated(20)
    const reports = [lead, dated(5), dated(9), undated(1), undated(7), ofUnknownAge(1)]

    const times = reports.map(hotTimes(reports, lead.itemId))

    expect(times).toEqual([ago(5), ago(5), ago(9), ago(5), ago(7), ago(1) - 30 * DAY_MS])
  })

  it('is its own if it is alone', () => {
    const [alone, unknown] = [undated(1), ofUnknownAge(1)]

    expect(hotTimes([alone], undefined)(alone)).toBe(ago(1))
    expect(hotTimes([unknown], unknown.itemId)(unknown)).toBe(unknown.rankedAt)
  })
})
