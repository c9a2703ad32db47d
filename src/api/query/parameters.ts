import * as z from 'zod'
import { nearest } from '../../model/nearest.ts'
import { toIso } from '../../model/time.ts'
import { canonicalKey } from '../../url/url.ts'
import { quoted } from './quoted.ts'

const MAX_NAME = 100

const MAX_NAMES = 100

/** A name with an optional excluding `-`; at most `MAX_NAME` characters. */
const NAME = /^-?[^-\s,][^,]{0,99}$/
const CONTROL = /\p{Cc}/u

const MAX_ADDRESS = 8192

/** Each kind of parameter reads the values of one name; `optional` and `default` handle absence. */

/** A whole number within inclusive bounds. Anything else is an error, never rounded or clamped. */
export function wholeNumber(bounds: { readonly min: number; readonly max?: number }, preset?: number) {
  const max = bounds.max ?? Number.MAX_SAFE_INTEGER
  const message =
    bounds.max === undefined
      ? `must be a whole number, ${bounds.min} or more`
      : `must be a whole number from ${bounds.min} to ${max}`
  const documented = z.int(message).min(bounds.min, message).max(max, message)
  return once(preset === undefined ? documented : documented.meta({ default: preset }), toNumber(/^-?\d+$/))
}

/** Whole numbers, comma-separated or repeated; returned in ascending order, each once. */
export function wholeNumbers(bounds: { readonly min: number; readonly most: number }) {
  const message = `must be whole numbers, ${bounds.min} or more, at most ${bounds.most} of them, separated by commas`
  const number = z.int(message).min(bounds.min, message)
  const inOrder = (given: readonly (string | number)[]) =>
    [...new Set(given)].toSorted((a, b) => Number(a) - Number(b))
  return z.preprocess(
    (texts: unknown) => inOrder(split(texts).map(toNumber(/^\d+$/))),
    z.array(number).min(1, message).max(bounds.most, message),
  )
}

/** A change number, or `now`; default 0. */
export function changeNumber() {
  const message = 'must be a whole number, 0 or more, or now'
  const documented = z.union([z.int(message).min(0, message), z.literal('now')], message).meta({ default: 0 })
  return once(documented, toNumber(/^\d+$/)).default(0)
}

/** A decimal number within inclusive bounds. */
export function decimal(bounds: { readonly min: number; readonly max: number }) {
  const message = `must be a number from ${bounds.min} to ${bounds.max}`
  return once(
    z.number(message).min(bounds.min, message).max(bounds.max, message),
    toNumber(/^-?\d+(\.\d+)?$/),
  )
}

export function flag(preset: boolean) {
  return once(z.boolean('must be true or false').meta({ default: preset }), (value) =>
    value === 'true' ? true : value === 'false' ? false : value,
  ).default(preset)
}

export function oneOf<const Words extends readonly [string, ...string[]]>(
  words: Words,
  preset?: Words[number],
) {
  const documented = z.enum(words, `must be one of ${words.join(', ')}`)
  return once(preset === undefined ? documented : documented.meta({ default: preset }), same)
}

/** Several words of a list, comma-separated or repeated; returned in the order of `words`, each once. */
export function someOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  const message = `must be one or several of ${words.join(', ')}`
  const inOrder = (given: string[]) => [
    ...words.filter((word) => given.includes(word)),
    ...given.filter((word) => !words.includes(word)),
  ]
  return z.preprocess(
    (texts: unknown) => inOrder(split(texts)),
    z
      .array(z.enum(words, { error: ({ input }) => wordMessage(String(input), words, message) }))
      .min(1, message)
      .max(words.length, message),
  )
}

/** Says which of several words is wrong: `has no 'storyId': did you mean 'story'?`. */
function wordMessage(word: string, words: readonly string[], message: string): string {
  const guess = nearest(word, words)
  return guess === undefined
    ? `${message}, got ${quoted(word)}`
    : `has no ${quoted(word)}: did you mean '${guess}'?`
}

/**
 * Names to include; a leading `-` excludes. Comma-separated or repeated; returned sorted, in lower case, each once, so
 * that equal queries look equal.
 *
 * @param read normalises a lower-case name without its minus
 */
export function names(what: string, read: (name: string) => string = same) {
  const message = `must be ${what}, one or several (at most ${MAX_NAMES}, of 1 to ${MAX_NAME} characters each), separated by commas; a leading - excludes`
  const name = z
    .string(message)
    .min(1, message)
    .max(MAX_NAME + 1, message)
    .regex(NAME, message)
    .refine((text) => !CONTROL.test(text), message)
  return z.preprocess(
    (texts: unknown) => [...new Set(split(texts).map((text) => nameIn(text.toLowerCase(), read)))].toSorted(),
    z.array(name).min(1, message).max(MAX_NAMES, message),
  )
}

/** Text of `min` to `max` code points. */
export function text(bounds: { readonly min: number; readonly max: number }) {
  const message = `must have ${bounds.min} to ${bounds.max} characters`
  return once(
    z
      .string(message)
      .refine((value) => isWithin(Array.from(value).length, bounds), message)
      .meta({ minLength: bounds.min, maxLength: bounds.max }),
    same,
  )
}

/** A web address; the scheme is optional. */
export function webAddress() {
  const message = `must be a web address (http or https), at most ${MAX_ADDRESS} characters`
  return once(
    z
      .string(message)
      .refine((value) => value.length <= MAX_ADDRESS && canonicalKey(value) !== undefined, message)
      .meta({ minLength: 1, maxLength: MAX_ADDRESS }),
    same,
  )
}

/** A UTC day, `YYYY-MM-DD`, returned unchanged, or an RFC 3339 time, returned in UTC with milliseconds. */
export function dayOrTime() {
  const message = 'must be a day (YYYY-MM-DD, UTC) or an RFC 3339 time (2026-01-31T08:00:00Z, hours 00 to 23)'
  const zoneMissing = 'has no zone: end it with Z for UTC, or with an offset such as +01:00'
  return once(
    z
      .union([z.string().meta({ format: 'date' }), z.string().meta({ format: 'date-time' })], message)
      .refine((value) => DAY.test(value) || TIME.test(value), {
        error: ({ input }) => (NO_ZONE.test(String(input)) ? zoneMissing : message),
      }),
    (value) => normalTime(value) ?? (NO_ZONE.test(value) ? value : ''),
  )
}

export function opaque(max: number) {
  const message = `must be a value that an earlier answer gave, at most ${max} characters`
  return once(z.string(message).min(1, message).max(max, message), same)
}

function once<Schema extends z.ZodType>(documented: Schema, read: (value: string) => unknown) {
  return z.preprocess((texts: unknown, context) => {
    const [value, ...more] = Array.isArray(texts) ? texts : [texts]
    if (more.length > 0) {
      context.issues.push({ code: 'custom', input: texts, message: 'must be given only once' })
      return z.NEVER
    }
    return typeof value === 'string' ? read(value) : value
  }, documented)
}

/** Other text stays text, and the schema refuses it. */
function toNumber(pattern: RegExp) {
  return (value: string) => (pattern.test(value) ? Number(value) : value)
}

/** Reads only valid names: normalising must not make an invalid name valid. */
function nameIn(text: string, read: (name: string) => string): string {
  if (!NAME.test(text) || CONTROL.test(text)) return text
  return text.startsWith('-') ? `-${read(text.slice(1))}` : read(text)
}

function same(value: string): string {
  return value
}

function split(texts: unknown): string[] {
  const given: unknown[] = Array.isArray(texts) ? texts : []
  return given
    .flatMap((value) => (typeof value === 'string' ? value.split(',') : []))
    .map((name) => name.trim())
}

function isWithin(value: number, bounds: { readonly min: number; readonly max: number }): boolean {
  return value >= bounds.min && value <= bounds.max
}

const DAY = /^\d{4}-\d\d-\d\d$/
const TIME =
  /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(\.\d+)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

/** A time as clocks show it: `2026-01-31T08:00`. */
const NO_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/i

/** `undefined` for an invalid date or time. */
function normalTime(value: string): string | undefined {
  // A plus sign that was not percent-encoded arrives as a space.
  const repaired = value.replace(/ (\d\d:\d\d)$/, '+$1')
  if (!DAY.test(repaired) && !TIME.test(repaired)) return undefined
  const day = repaired.slice(0, 10)
  const midnight = Date.parse(`${day}T00:00:00.000Z`)
  // Date.parse turns 30 February into 2 March.
  if (Number.isNaN(midnight) || toIso(midnight).slice(0, 10) !== day) return undefined
  if (DAY.test(repaired)) return day
  const at = Date.parse(repaired.toUpperCase().replace(/:60(?:\.\d+)?(?=[Z+-])/, ':59.999'))
  if (Number.isNaN(at)) return undefined
  const time = toIso(at)
  // A leap second, allowed only at the end of a UTC day, counts as the last millisecond before it.
  return /:60/.test(repaired.slice(16)) && !time.endsWith('T23:59:59.999Z') ? undefined : time
}

/** Ignores parameters: probes and feed readers add their own, for example against caches. */
export const AnyQuery = z.object({})

export const NoQuery = z.strictObject({})
