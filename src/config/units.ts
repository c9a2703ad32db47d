import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts'

const DURATION_UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', SECOND_MS],
  ['m', MINUTE_MS],
  ['h', HOUR_MS],
  ['d', DAY_MS],
])

/** SI: 1 MB is 1,000,000 bytes; IEC: 1 MiB is 1,048,576 (ISO/IEC 80000-13). */
const SIZE_UNITS: ReadonlyMap<string, number> = new Map([
  ['b', 1],
  ['kb', 1e3],
  ['mb', 1e6],
  ['gb', 1e9],
  ['kib', 2 ** 10],
  ['mib', 2 ** 20],
  ['gib', 2 ** 30],
])

/** Parses `30m`, `1.5h` or `500ms` to milliseconds. Anything else gives `undefined`. */
export function parseDuration(text: string): number | undefined {
  return parseQuantity(text, DURATION_UNITS)
}

/** Parses `10MB` or `512 KiB` to bytes. Anything else gives `undefined`. */
export function parseSize(text: string): number | undefined {
  return parseQuantity(text, SIZE_UNITS)
}

/** Writes a duration in the largest unit that gives a whole number: `90m`, `7d`. */
export function formatDuration(ms: number): string {
  if (ms === 0) return '0s'
  return formatQuantity(ms, [
    ['d', DAY_MS],
    ['h', HOUR_MS],
    ['m', MINUTE_MS],
    ['s', SECOND_MS],
    ['ms', 1],
  ])
}

/** Writes a size in the largest SI unit that gives a whole number: `10MB`. */
export function formatSize(bytes: number): string {
  return formatQuantity(bytes, [
    ['GB', 1e9],
    ['MB', 1e6],
    ['kB', 1e3],
    ['B', 1],
  ])
}

function parseQuantity(text: string, units: ReadonlyMap<string, number>): number | undefined {
  const [, amount, unit] = /^(\d{1,12}(?:\.\d{1,6})?) ?([a-z]{1,3})$/i.exec(text.trim()) ?? []
  const factor = units.get(unit?.toLowerCase() ?? '')
  return amount === undefined || factor === undefined ? undefined : Math.round(Number(amount) * factor)
}

function formatQuantity(amount: number, units: readonly (readonly [string, number])[]): string {
  const [unit, factor] = units.find(([, factor]) => amount % factor === 0) ?? ['', 1]
  return `${amount / factor}${unit}`
}
