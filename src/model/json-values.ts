import * as z from 'zod'
import type { EpochMs } from './time.ts'

/** RFC 3339, UTC, milliseconds and `Z`. Of the last two the description has a pattern; its format says the rest. */
export const Time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ format: 'date-time', pattern: '\\.\\d{3}Z$' })

/** A day: `2026-11-25`. */
export const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/)

export const Count = z.int().min(0)

/** Of items and stories: never reused. */
export const Id = z.int().min(1)

export const Url = z.string()

/** A source's id, `[a-z0-9][a-z0-9-]*`. */
export const Slug = z.string()

/** Names of the fields of an answer, in its order. */
export function fieldsOf(body: z.ZodObject): [string, ...string[]] {
  const [first = '', ...others] = Object.keys(body.shape)
  return [first, ...others]
}

/** What a schema describes, as an encoder gives it. */
export type Encoded<Schema extends z.ZodType> = Unchangeable<z.output<Schema>>

type Unchangeable<Value> = Value extends object
  ? { readonly [Name in keyof Value]: Unchangeable<Value[Name]> }
  : Value

/** What a schema describes, with times as the service has them. */
export type Timed<Body, Times extends keyof Body> = Omit<Body, Times> & {
  readonly [Name in Times]: Extract<Body[Name], null> | EpochMs
}
