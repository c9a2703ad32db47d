import * as z from 'zod'
import type { EpochMs } from './time.ts'

/** RFC 3339, UTC, milliseconds and `Z`. The described pattern only covers the last two; the format implies the rest. */
export const Time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ format: 'date-time', pattern: '\\.\\d{3}Z$' })

/** A day: `2026-11-25`. */
export const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/)

export const Count = z.int().min(0)

/** Id of an item or story: never reused. */
export const Id = z.int().min(1)

export const Url = z.string()

/** A source's id, `[a-z0-9][a-z0-9-]*`. */
export const Slug = z.string()

/** Field names of a response, in order. */
export function fieldsOf(body: z.ZodObject): [string, ...string[]] {
  const [first = '', ...others] = Object.keys(body.shape)
  return [first, ...others]
}

export type Encoded<Schema extends z.ZodType> = Unchangeable<z.output<Schema>>

type Unchangeable<Value> = Value extends object
  ? { readonly [Name in keyof Value]: Unchangeable<Value[Name]> }
  : Value

/** Output type of a schema, with times as numbers. */
export type Timed<Body, Times extends keyof Body> = Omit<Body, Times> & {
  readonly [Name in Times]: Extract<Body[Name], null> | EpochMs
}
