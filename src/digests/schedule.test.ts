import { describe, expect, it } from 'vitest'
import { WEEKDAYS, type DigestSchedule } from '../model/digest.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from '../model/time.ts'
import { isMissed, lastTime, nextTime, timeOn, windowStart } from './schedule.ts'

function daily(at: string, timeZone: string, days: DigestSchedule['days'] = WEEKDAYS): DigestSchedule {
  return { at, timeZone, days }
}

function momentOf(schedule: DigestSchedule, date: string): string | undefined {
  const time = timeOn(schedule, date)
  return time && toIso(time.at)
}

describe('the time of an edition', () => {
  it.each([
    ['Europe/Berlin', '07:00', '2026-01-15', '2026-01-15T06:00:00.000Z'],
    ['Europe/Berlin', '07:00', '2026-07-15', '2026-07-15T05:00:00.000Z'],
    ['America/New_York', '07:00', '2026-01-15', '2026-01-15T12:00:00.000Z'],
    ['America/New_York', '23:30', '2026-07-15', '2026-07-16T03:30:00.000Z'],
    ['Asia/Kathmandu', '07:00', '2026-01-15', '2026-01-15T01:15:00.000Z'],
    ['Asia/Kathmandu', '00:00', '2026-01-15', '2026-01-14T18:15:00.000Z'],
    ['Australia/Lord_Howe', '07:00', '2026-01-15', '2026-01-14T20:00:00.000Z'],
    ['Australia/Lord_Howe', '07:00', '2026-07-15', '2026-07-14T20:30:00.000Z'],
    ['UTC', '00:00', '2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('in %s at %s of %s is %s', (zone, at, date, expected) => {
    expect(momentOf(daily(at, zone), date)).toBe(expected)
  })

  it.each([
    // The clock is put forward from 02:00 to 03:00.
    ['Europe/Berlin', '02:30', '2026-03-29', '2026-03-29T01:30:00.000Z'],
    ['Europe/Berlin', '02:00', '2026-03-29', '2026-03-29T01:00:00.000Z'],
    ['Europe/Berlin', '03:00', '2026-03-29', '2026-03-29T01:00:00.000Z'],
    ['America/New_York', '02:30', '2026-03-08', '2026-03-08T07:30:00.000Z'],
    // By half an hour, from 02:00 to 02:30.
    ['Australia/Lord_Howe', '02:15', '2026-10-04', '2026-10-03T15:45:00.000Z'],
  ])('that does not exist comes later: %s, %s of %s', (zone, at, date, expected) => {
    expect(momentOf(daily(at, zone), date)).toBe(expected)
  })

  it.each([
    ['Europe/Berlin', '02:30', '2026-10-25', '2026-10-25T00:30:00.000Z'],
    ['America/New_York', '01:30', '2026-11-01', '2026-11-01T05:30:00.000Z'],
    ['Australia/Lord_Howe', '01:45', '2026-04-05', '2026-04-04T14:45:00.000Z'],
  ])('that comes twice is the first one: %s, %s of %s', (zone, at, date, expected) => {
    expect(momentOf(daily(at, zone), date)).toBe(expected)
  })

  it.each([
    ['Europe/Berlin', '07:00'],
    ['Europe/Berlin', '02:30'],
    ['America/New_York', '01:30'],
    ['Australia/Lord_Howe', '01:45'],
    ['Antarctica/Troll', '02:00'],
    ['UTC', '07:00'],
  ])('leaves nothing between its windows in a year: %s, %s', (zone, at) => {
    const weekly = { ...daily(at, zone, ['mon']), windowMs: 7 * DAY_MS }
    for (const digest of [{ ...daily(at, zone), windowMs: DAY_MS }, weekly])
      for (let time = nextTime(digest, Date.UTC(2026, 0, 1)); time.date < '2027';) {
        const next = nextTime(digest, time.at)
        const start = windowStart(digest, next.at)
        expect(start, next.date).toBeLessThanOrEqual(time.at)
        expect(start, next.date).toBeGreaterThanOrEqual(time.at - 2 * HOUR_MS)
        time = next
      }
  })

  it('is on its days only', () => {
    const weekdays = daily('07:00', 'Europe/Berlin', ['mon', 'tue', 'wed', 'thu', 'fri'])

    // A Saturday.
    expect(timeOn(weekdays, '2026-11-28')).toBeUndefined()
    expect(nextTime(weekdays, Date.parse('2026-11-27T06:00:00Z')).date).toBe('2026-11-30')
    expect(lastTime(weekdays, Date.parse('2026-11-29T20:00:00Z')).date).toBe('2026-11-27')
    expect(nextTime(daily('07:00', 'UTC', ['thu']), Date.parse('2026-11-26T07:00:00Z')).date).toBe(
      '2026-12-03',
    )
  })

  it('is not on a day that a time zone left out', () => {
    const apia = daily('07:00', 'Pacific/Apia')

    expect(timeOn(apia, '2011-12-30')).toBeUndefined()
    expect(nextTime(apia, timeOn(apia, '2011-12-29')?.at ?? 0).date).toBe('2011-12-31')
  })

  it.each(['no day', '2026-13-01', ''])('is not on %j', (date) => {
    expect(timeOn(daily('07:00', 'UTC'), date)).toBeUndefined()
  })
})

describe('the times of a year', () => {
  it.each([
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
  ])('come once each day, whatever the clock does: %s', (zone) => {
    for (const at of ['01:45', '02:15', '02:30']) {
      const schedule = daily(at, zone)
      const start = Date.parse('2026-01-01T12:00:00Z')
      const dates: string[] = []
      let now = start
      while (now < start + 380 * DAY_MS) {
        const next = nextTime(schedule, now)
        // A moment before and at the time itself, the last time is the one before and this one.
        expect(lastTime(schedule, next.at)).toEqual(next)
        expect(lastTime(schedule, next.at - 1).date).not.toBe(next.date)
        dates.push(next.date)
        now = next.at
      }

      expect(new Set(dates).size).toBe(dates.length)
      const first = Date.parse(`${dates[0]}T00:00:00Z`)
      expect(dates).toEqual(dates.map((_, day) => new Date(first + day * DAY_MS).toISOString().slice(0, 10)))
    }
  })
})

describe('a missed time', () => {
  it('is one that has passed for a while', () => {
    const at = Date.parse('2026-11-26T07:00:00Z')

    expect(isMissed({ date: '2026-11-26', at }, at + MINUTE_MS)).toBe(false)
    expect(isMissed({ date: '2026-11-26', at }, at + HOUR_MS)).toBe(true)
  })
})
