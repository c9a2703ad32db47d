import { type DigestSchedule, WEEKDAYS } from '../model/digest.ts'
import { getOrInsert } from '../model/get-or-insert.ts'
import { DAY_MS, type EpochMs, MINUTE_MS } from '../model/time.ts'

export interface EditionTime {
  /** Day in the time zone of the digest: `2026-11-25`. */
  readonly date: string
  readonly at: EpochMs
}

/** A week, plus a day in case one is skipped. */
const MAX_DAYS = 9

/** The first time after `after`. */
export function nextTime(schedule: DigestSchedule, after: EpochMs): EditionTime {
  return findTime(schedule, after, 1, ({ at }) => at > after)
}

/** The last time up to `until`. */
export function lastTime(schedule: DigestSchedule, until: EpochMs): EditionTime {
  return findTime(schedule, until, -1, ({ at }) => at <= until)
}

/** Start of an edition's window. It is longer across a day on which the clock is put back. */
export function windowStart(schedule: DigestSchedule & { readonly windowMs: number }, end: EpochMs): EpochMs {
  const before = lastTime(schedule, end - 1).at
  const backMs = offsetAt(before, schedule.timeZone) - offsetAt(end, schedule.timeZone)
  return end - schedule.windowMs - Math.max(0, backMs)
}

/** The edition's time on a day; `undefined` if that day has none. @param date `2026-11-25` */
export function timeOn({ at, days, timeZone }: DigestSchedule, date: string): EditionTime | undefined {
  const midnight = Date.parse(`${date}T00:00:00.000Z`)
  if (Number.isNaN(midnight)) return undefined
  // 1970-01-01 was a Thursday.
  const weekday = WEEKDAYS[(((midnight / DAY_MS + 3) % 7) + 7) % 7]
  if (weekday === undefined || !days.includes(weekday)) return undefined
  const time = timeAt(date, at, timeZone)
  // A time zone that crosses the date line skips a day.
  return dateIn(time, timeZone) === date ? { date, at: time } : undefined
}

/**
 * The moment of a local time: the first of two if it occurs twice; if it does not exist, as much later as the clock is
 * put forward, so 02:30 is 03:30 (`disambiguation: compatible` in ECMAScript's Temporal, and RFC 5545, section 3.3.5).
 */
function timeAt(date: string, time: string, timeZone: string): EpochMs {
  const wall = Date.parse(`${date}T${time}:00.000Z`)
  const [before, after] = [offsetAt(wall - DAY_MS, timeZone), offsetAt(wall + DAY_MS, timeZone)]
  const exact = [wall - before, wall - after].filter((at) => at + offsetAt(at, timeZone) === wall)
  return exact.length === 0 ? wall - before : Math.min(...exact)
}

/** The day of a moment in a time zone. */
export function dateIn(at: EpochMs, timeZone: string): string {
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 10)
}

/** Offset of a time zone from UTC, ms. */
function offsetAt(at: EpochMs, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(at)
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = PARTS.map((name) =>
    Number(parts.find(({ type }) => type === name)?.value),
  )
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  // Without the milliseconds, which no offset has.
  return local - Math.floor(at / 1000) * 1000
}

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second']

/** Making a format costs 100 times as much as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return getOrInsert(
    formats,
    timeZone,
    () =>
      new Intl.DateTimeFormat('en-US', {
        timeZone,
        hourCycle: 'h23',
        calendar: 'iso8601',
        ...Object.fromEntries(PARTS.map((part) => [part, 'numeric'])),
      }),
  )
}

function findTime(
  schedule: DigestSchedule,
  from: EpochMs,
  step: 1 | -1,
  isWanted: (time: EditionTime) => boolean,
): EditionTime {
  // The day before may have its time after `from`, if a nonexistent time was moved.
  const first = Date.parse(`${dateIn(from, schedule.timeZone)}T00:00:00.000Z`) - step * DAY_MS
  for (let day = 0; day <= MAX_DAYS; day++) {
    const date = new Date(first + step * day * DAY_MS).toISOString().slice(0, 10)
    const time = timeOn(schedule, date)
    if (time !== undefined && isWanted(time)) return time
  }
  throw new RangeError(`a schedule needs a day: ${schedule.days.join(', ')}`)
}

/** Whether a time was missed, not just reached. */
export function isMissed({ at }: EditionTime, now: EpochMs): boolean {
  return now - at > MISSED_MS
}

/** A delay up to this is not late: the machine was busy. */
const MISSED_MS = 10 * MINUTE_MS
