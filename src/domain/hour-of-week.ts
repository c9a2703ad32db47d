import { HOUR_MS, type EpochMs } from './time.ts'

/** Hours in a week: the length of every table by hour of the week, Monday 00:00 UTC first. */
export const HOURS_OF_WEEK = 168

/** 1970-01-01 00:00 UTC was a Thursday: hour 72 of its week. */
export const EPOCH_HOUR_OF_WEEK = 72

/** The hour of the week that a moment lies in, 0 (Monday 00:00 to 01:00 UTC) to 167. */
export function hourOfWeek(at: EpochMs): number {
  const hour = (Math.floor(at / HOUR_MS) + EPOCH_HOUR_OF_WEEK) % HOURS_OF_WEEK
  return hour < 0 ? hour + HOURS_OF_WEEK : hour
}
