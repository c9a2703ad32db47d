import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts'

type Units = readonly (readonly [unit: string, factor: number])[]

const DURATIONS: Units = [
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['m', MINUTE_MS],
  ['s', SECOND_MS],
  ['ms', 1],
]

/** SI: 1 MB is 1,000,000 bytes; IEC: 1 MiB is 1,048,576 (ISO/IEC 80000-13). */
const SIZES: Units = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
  ['B', 1],
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
  ['KiB', 2 ** 10],
]

/** Parses `30m`, `1.5h` or `500ms` to milliseconds. Anything else gives `undefined`. */
export function parseDuration(text: string): number | undefined {
  return parseQuantity(text, DURATIONS)
}

/** Parses `10MB` or `512 KiB` to bytes. Anything else gives `undefined`. */
export function parseSize(text: string): number | undefined {
  return parseQuantity(text, SIZES)
}

/** Writes a duration in the largest unit that gives a whole number: `90m`, `7d`. */
export function formatDuration(ms: number): string {
  return ms === 0 ? '0s' : formatQuantity(ms, DURATIONS)
}

/** Writes a size in the largest SI unit that gives a whole number: `10MB`. */
export function formatSize(bytes: number): string {
  return formatQuantity(bytes, SIZES)
}

function parseQuantity(text: string, units: Units): number | undefined {
  const [, amount, unit] = /^(\d{1,12}(?:\.\d{1,6})?) ?([a-z]{1,3})$/i.exec(text.trim()) ?? []
  const [, factor] = units.find(([name]) => name.toLowerCase() === unit?.toLowerCase()) ?? []
  return factor === undefined ? undefined : Math.round(Number(amount) * factor)
}

function formatQuantity(amount: number, units: Units): string {
  const [unit, factor] = units.find(([, factor]) => amount % factor === 0) ?? ['', 1]
  return `${amount / factor}${unit}`
}
