import { DAY_MS, HOUR_MS, MINUTE_MS, type EpochMs } from '../../src/model/time.ts'
import type { Outlet } from '../outlets/outlet.ts'
import type { Random } from '../random.ts'

/** Days since 1970-01-01 UTC. */
export type DayNumber = number

export function dayOf(at: EpochMs): DayNumber {
  return Math.floor(at / DAY_MS)
}

/** Relative output by local hour: quiet nights, a peak before 9:00, a second one at 17:00. */
const HOURS: readonly number[] = [
  1, 0.6, 0.4, 0.4, 0.8, 2, 5, 8, 9, 8, 7, 7, 6, 6, 7, 7, 8, 8, 6, 5, 4, 3.5, 2.5, 1.6,
]
const HOURS_TOTAL = HOURS.reduce((sum, hour) => sum + hour, 0)

/** When an outlet publishes an article that is not urgent on this UTC day. */
export function officeTime(day: DayNumber, outlet: Outlet, random: Random): EpochMs {
  return localTime(day, outlet, chooseHour(random), random.int(0, 59), random.int(0, 59))
}

/** The moment of this UTC day at which an outlet's local time is `hour`:`minute`:`second`. */
export function localTime(
  day: DayNumber,
  outlet: Outlet,
  hour: number,
  minute: number,
  second: number,
): EpochMs {
  const utcHour = (hour - outlet.utcOffsetHours + 24) % 24
  return day * DAY_MS + utcHour * HOUR_MS + minute * MINUTE_MS + second * 1000
}

/** The time of an event: at any hour, more often by day. */
export function eventTime(day: DayNumber, random: Random): EpochMs {
  const hour = random.chance(0.5) ? chooseHour(random) : random.int(0, 23)
  return day * DAY_MS + hour * HOUR_MS + random.int(0, 3599) * 1000
}

/** An outlet's output on this day as a share of a weekday's. */
export function dayFactor(day: DayNumber, outlet: Outlet): number {
  return isWeekend(day) ? outlet.weekend : 1
}

export function isWeekend(day: DayNumber): boolean {
  const weekday = weekdayOf(day)
  return weekday === 0 || weekday === 6
}

/** 0 Sunday .. 6 Saturday, in an outlet's local time. */
export function localWeekday(at: EpochMs, outlet: Outlet): number {
  return weekdayOf(dayOf(at + outlet.utcOffsetHours * HOUR_MS))
}

/** Moves most reports of the night to the early morning of an outlet's local time. */
export function afterSleep(at: EpochMs, outlet: Outlet, random: Random): EpochMs {
  if (outlet.role === 'wire') return at
  const local = at + outlet.utcOffsetHours * HOUR_MS
  const hour = Math.floor((local % DAY_MS) / HOUR_MS)
  if (hour >= 5 || random.chance(0.25)) return at
  return at + (5 - hour) * HOUR_MS + random.int(0, 110) * MINUTE_MS
}

/** 1970-01-01 was a Thursday. */
function weekdayOf(day: DayNumber): number {
  return (day + 4) % 7
}

function chooseHour(random: Random): number {
  let rest = random.next() * HOURS_TOTAL
  for (const [hour, share] of HOURS.entries()) {
    rest -= share
    if (rest < 0) return hour
  }
  return HOURS.length - 1
}
