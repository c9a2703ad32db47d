import { compile } from 'css-select'
import * as z from 'zod'
import { categorySlug, MAX_CATEGORY } from '../text/slug.ts'
import { urlOf } from '../url/path.ts'
import { formatDuration, formatSize, parseDuration, parseSize } from './units.ts'

/** The allowed values of a setting, in the file, an environment variable or a flag. */
export interface Kind<T> {
  readonly schema: z.ZodType<T>
  /** Schema of that value for the file's JSON schema, if `schema` does not show it. */
  readonly written?: z.ZodType
  /** Completes the sentence "must be …" and states the bounds. */
  readonly allowed: string
  /** Replaces `allowed` for an environment variable that takes other values. */
  readonly allowedAsText?: string
  /** The unit or type, in the words of the settings reference. */
  readonly unit: string
  /** All allowed values if they are few, for "did you mean". */
  readonly words?: readonly string[]
  /** Converts the text of a variable or flag to the value that YAML would give. Default: unchanged. */
  readonly fromText?: (text: string) => unknown
}

export function wholeNumber(min: number, max: number, unit: string): Kind<number> {
  const schema = z.int().min(min).max(max)
  return { schema, allowed: `a whole number from ${min} to ${max}`, unit, fromText: numberFromText }
}

export function decimal(min: number, max: number, unit: string): Kind<number> {
  return {
    schema: z.number().min(min).max(max),
    allowed: `a number from ${min} to ${max}`,
    unit,
    fromText: numberFromText,
  }
}

/** A duration, written with its unit. The value is in milliseconds. */
export function duration(min: number, max: number): Kind<number> {
  const allowed = `a duration from ${formatDuration(min)} to ${formatDuration(max)}, such as 90s, 30m, 12h or 7d`
  return { schema: quantity(parseDuration, min, max), allowed, unit: 'duration' }
}

/** An amount of data, written with its unit. The value is in bytes. */
export function size(min: number, max: number): Kind<number> {
  const allowed = `a size from ${formatSize(min)} to ${formatSize(max)}, such as 500kB or 10MB`
  return { schema: quantity(parseSize, min, max), allowed, unit: 'size' }
}

export function oneOf<const W extends string>(words: readonly [W, ...W[]]): Kind<W> {
  return {
    schema: z.enum(words),
    allowed: `one of ${words.join(', ')}`,
    unit: 'word',
    words,
  }
}

export function yesOrNo(): Kind<boolean> {
  return {
    schema: z.boolean(),
    allowed: 'true or false',
    unit: 'true or false',
    words: ['true', 'false'],
    fromText: (text) => (/^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text),
  }
}

/** @param form matches a whole valid text */
export function text(allowed: string, form: RegExp, maxLength = 500): Kind<string> {
  const schema = z.string().trim().min(1).max(maxLength).regex(form)
  return { schema, allowed, unit: 'text' }
}

/** A colour as six hex digits, in lower case: `#a3330c`. */
export function colour(): Kind<string> {
  const schema = z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/)
    .transform((hex) => (hex.length === 4 ? hex.replaceAll(/[0-9a-f]/g, '$&$&') : hex))
  return { schema, allowed: "a colour in quotes, such as '#0a5c8a'", unit: 'colour' }
}

/** A slug, for ids and regions. Upper case is accepted and becomes lower case. */
export function slug(what: string): Kind<string> {
  return {
    schema: z
      .string()
      .trim()
      .toLowerCase()
      .max(64)
      .regex(/^[a-z0-9][a-z0-9-]*$/),
    allowed: `${what}: letters a to z, digits and hyphens, at most 64`,
    unit: 'slug',
  }
}

/** The name of a category. `categorySlug` converts it to the slug that filters use. */
export function categoryName(): Kind<string> {
  const schema = z
    .string()
    .trim()
    .max(MAX_CATEGORY)
    .regex(/^\P{Cc}*$/u)
    .refine((name) => categorySlug(name) !== '')
  return {
    schema,
    allowed: `the name of a category with at least one letter or digit, at most ${MAX_CATEGORY} characters`,
    unit: 'name',
  }
}

/** A BCP 47 tag. Only the primary subtag counts: `pt-BR` gives `pt`. */
export function languageTag(): Kind<string> {
  return {
    schema: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/)
      .transform((tag) => tag.split('-')[0] ?? tag),
    allowed: 'a language by its code, such as en, de or pt-BR',
    unit: 'language code',
  }
}

/** A name of the IANA time zone database that this Node.js knows. */
export function timeZone(): Kind<string> {
  return {
    schema: z.string().trim().max(100).refine(isTimeZone),
    allowed: 'a time zone by its name, such as UTC, Europe/Berlin or America/New_York',
    unit: 'time zone',
    // Computed lazily: only an error needs them.
    get words() {
      return ['UTC', ...Intl.supportedValuesOf('timeZone')]
    },
  }
}

/** A time of day: `07:00`. */
export function timeOfDay(): Kind<string> {
  const schema = z
    .string()
    .regex(/^\s*(?:[01]?\d|2[0-3]):[0-5]\d\s*$/)
    .trim()
    .transform((time) => time.padStart(5, '0'))
  return { schema, allowed: 'a time of day from 00:00 to 23:59', unit: 'time of day' }
}

/** Several of a few words, each once, in the order of `words`. */
export function someOf<const W extends string>(words: readonly [W, ...W[]]): Kind<readonly W[]> {
  const some = textList(z.enum(words), `one or several of ${words.join(', ')}`, 1)
  const schema = some.schema.transform((given) => words.filter((word) => given.includes(word)))
  return { ...some, schema, words }
}

/** One or more CSS selectors, separated by commas. */
export function cssSelector(): Kind<string> {
  const schema = z.string().trim().min(1).max(1000).refine(isSelector)
  return { schema, allowed: 'a CSS selector, such as .article-body', unit: 'CSS selector' }
}

/** A CSS selector or a path into JSON, depending on the type of the source. */
export function entryPath(): Kind<string> {
  return text('a CSS selector (page) or a path into JSON (json)', /^.+$/s)
}

export function textList<T extends string>(
  element: z.ZodType<T>,
  allowed: string,
  least = 0,
): Kind<readonly T[]> {
  // A list of one element may be written as a single value.
  const several = z.array(element).min(least).max(1000)
  const schema = z.preprocess((value) => (typeof value === 'string' ? [value] : value), several)
  return { schema, written: z.union([element, several]), allowed, unit: 'list', fromText: splitList }
}

const QUANTITY = /^\s*\d+(?:\.\d+)? ?[a-zA-Z]{1,3}\s*$/

function quantity(parse: (text: string) => number | undefined, min: number, max: number): z.ZodType<number> {
  return z
    .string()
    .regex(QUANTITY)
    .transform((value) => parse(value) ?? Number.NaN)
    .pipe(z.number().min(min).max(max))
}

function numberFromText(value: string): unknown {
  return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
}

export function splitList(value: string): string[] {
  return value
    .split(/[,\r\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Whether the selector library supports a CSS selector. */
export function isSelector(value: string): boolean {
  try {
    compile(value)
    return true
  } catch {
    return false
  }
}

/** A server's address, without query and fragment; `undefined` if invalid. */
export function serverAddress(text: string, protocols: RegExp): URL | undefined {
  const url = urlOf(text)
  const isServer = url !== undefined && protocols.test(url.protocol) && url.hostname !== ''
  return isServer && url.search + url.hash === '' ? url : undefined
}

function isTimeZone(value: string): boolean {
  // The default, checked at every start. Looking up a first zone takes about 15 ms.
  if (value === 'UTC') return true
  try {
    // `Intl` also accepts offsets such as +01:00, which have no daylight saving.
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions()
    return /^[A-Za-z]/.test(value) && timeZone !== ''
  } catch {
    return false
  }
}
