import { isObject, type JsonObject } from '../../model/json-object.ts'
import type { EpochMs } from '../../model/time.ts'
import { parseDate } from '../../text/dates/dates.ts'
import { plainText } from '../feed/values.ts'

/** A text with each run of white space as one space; `undefined` for an empty text or another type. */
export function lineOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const plain = plainText(value)
  return plain === '' ? undefined : plain
}

/** A trimmed text with its inner white space; `undefined` for a blank text or another type. */
export function verbatimOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A whole number >= 0, written as a number or as its digits. */
export function countOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? Math.round(number) : null
}

/** A date as text, or as the number of seconds or milliseconds since 1970. */
export function dateOf(value: unknown): EpochMs | undefined {
  return parseDate(typeof value === 'number' ? String(Math.trunc(value)) : lineOf(value))
}

export function listOf(value: unknown): readonly unknown[] {
  return isListWithGaps(value) ? Object.values(value) : [value].flat()
}

/** Whether a value is a PHP list with gaps: an object with numeric keys. */
export function isListWithGaps(value: unknown): value is JsonObject {
  return (
    isObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => /^\d+$/.test(key))
  )
}
