import type { Words } from './words/words.ts'

/** `1,234` in the language's format. */
export function countText(count: number, words: Words): string {
  return count.toLocaleString(words.locale)
}

/** For small spaces, about four characters: `987`, `1.2k`, `34k`, `5.6M`. */
export function shortCount(count: number, words: Words): string {
  if (count < 1000) return String(count)
  if (count < 999_500) return `${tenths(count / 1000, words)}k`
  return `${tenths(count / 1_000_000, words)}M`
}

/** A part of 1 as a percentage: `42.3 %`. */
export function shareText(part: number, words: Words): string {
  return part.toLocaleString(words.locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** `398 bytes`, `12.3 MB`. */
export function bytesText(bytes: number, words: Words): string {
  const power = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return (bytes / 1000 ** power).toLocaleString(words.locale, {
    style: 'unit',
    unit: BYTE_UNITS[power] ?? 'byte',
    // The short form of bytes has no plural: `398 byte`.
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  })
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A duration in its largest fitting unit: `30 minutes`, `1.5 hours`, `2 days`. */
export function spanText(seconds: number, words: Words): string {
  const [size, unit] =
    seconds < MINUTE
      ? [1, 'second']
      : seconds < HOUR
        ? [MINUTE, 'minute']
        : seconds < 2 * DAY
          ? [HOUR, 'hour']
          : [DAY, 'day']
  return (seconds / size).toLocaleString(words.locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  })
}

/** One decimal below ten, none for larger numbers. */
function tenths(value: number, words: Words): string {
  return value.toLocaleString(words.locale, {
    maximumFractionDigits: value < 9.95 ? 1 : 0,
    useGrouping: false,
  })
}
