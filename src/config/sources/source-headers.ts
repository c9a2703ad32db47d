import * as z from 'zod'
import { DigestError } from '../../model/errors.ts'
import { isObject } from '../../model/json-object.ts'
import type { Kind } from '../kinds.ts'
import { errorAt, fieldOf, refuse, type SettingsError } from '../setting.ts'
import { authHeaderOf, readSecret, type SecretLocations, type SecretPlace } from './source-auth.ts'

/** A value in the settings, or the file or variable that has it. */
type WrittenValue = string | SecretPlace

/** Settings of a source that become request headers. */
interface HeaderSettings {
  readonly headers?: Readonly<Record<string, WrittenValue>> | undefined
  readonly cookie?: WrittenValue | undefined
  readonly userAgent?: WrittenValue | undefined
}

/** Allowed names of own headers: not those that the connection or the client sets. */
export const OWN_HEADER =
  /^(?!(?:host|connection|keep-alive|upgrade|te|trailer|expect|range|user-agent|accept-encoding|(?:content|transfer|if|proxy)-.*)$)[a-z0-9-]+$/i

const VALUE = 'one line of printable ASCII, or { file: NAME } or { env: NAME } of what has it'

/** The value as written, for the JSON schema. */
const WRITTEN = z.union([
  z.string(),
  z.number(),
  z.strictObject({ file: z.string() }),
  z.strictObject({ env: z.string() }),
])

/** The value of one header. Messages never repeat it. */
export const HEADER_VALUE = headerValue()

/** Headers by name. Messages never repeat a value. */
export const HEADER_VALUES = headerValues()

function headerValue(): Kind<WrittenValue> {
  const schema = z
    .unknown()
    .transform((raw, context): WrittenValue => writtenValue(raw) ?? refuse(context, `must be ${VALUE}`))
  return { schema, written: WRITTEN, allowed: VALUE, unit: 'text or block' }
}

function headerValues(): Kind<Readonly<Record<string, WrittenValue>>> {
  const allowed = `names of headers, each with ${VALUE}`
  const schema = z.unknown().transform((raw, context) => {
    if (!isObject(raw)) return refuse(context, `must be ${allowed}`)
    const values: Record<string, WrittenValue> = {}
    const refused = (name: string, on: 'key' | 'value', message: string): void =>
      context.addIssue({ code: 'custom', message, path: [name], params: { on } })
    for (const [written, given] of Object.entries(raw)) {
      const value = writtenValue(given)
      const error = nameError(written.toLowerCase())
      const isTwice = Object.keys(values).some((other) => other.toLowerCase() === written.toLowerCase())
      if (error !== undefined) refused(written, 'key', error)
      else if (isTwice) refused(written, 'key', 'is there twice; keep one of the two')
      else if (value === undefined) refused(written, 'value', `must be ${VALUE}`)
      else values[written] = value
    }
    return values
  })
  return { schema, written: z.record(z.string(), WRITTEN), allowed, unit: 'block' }
}

function nameError(name: string): string | undefined {
  if (name === 'cookie') return "is no header to set here: write the source's 'cookie'"
  if (name === 'user-agent') return "is no header to set here: write the source's 'userAgent'"
  if (OWN_HEADER.test(name)) return undefined
  return /^[a-z0-9-]+$/.test(name)
    ? 'is a header that the connection needs; it cannot be set'
    : 'must be the name of a header: letters, digits and hyphens'
}

function writtenValue(raw: unknown): WrittenValue | undefined {
  if (typeof raw === 'number') return String(raw)
  if (typeof raw === 'string')
    return /^[\x21-\x7e](?:[\x20-\x7e]{0,8190}[\x21-\x7e])?$/.test(raw) ? raw : undefined
  if (typeof raw !== 'object' || raw === null) return undefined
  const [[where, name] = ['', ''], ...others] = Object.entries(raw)
  if (others.length > 0 || typeof name !== 'string') return undefined
  if (where === 'file') return /^[^\0]{1,4000}$/.test(name) ? { file: name } : undefined
  return where === 'env' && /^[A-Za-z_][A-Za-z0-9_]{0,199}$/.test(name) ? { env: name } : undefined
}

/**
 * Makes the configured request headers of a source. Names are in lower case.
 *
 * @throws DigestError('configInvalid') if a secret is gone since `headerErrors` checked it
 */
export function ownHeaders(settings: HeaderSettings, locations: SecretLocations): Record<string, string> {
  return Object.fromEntries(
    placedValues(settings).map(({ header, path, value }) => {
      const read = readValue(value, locations)
      if ('error' in read) throw new DigestError('configInvalid', `${path.join('.')} ${read.error}`)
      return [header, read.text]
    }),
  )
}

/**
 * Finds headers that cannot be read, and those that the source's credentials also set.
 *
 * @param locations without them, secrets are not read
 */
export function headerErrors(
  raw: unknown,
  index: number,
  locations: SecretLocations | undefined,
): SettingsError[] {
  const placed = placedValues(settingsOf(raw))
  if (placed.length === 0) return []
  const isRead = locations !== undefined && fieldOf(raw, 'enabled') !== false
  const ofAuth = authHeaderOf(raw)
  return placed.flatMap(({ header, path, value }): SettingsError[] => {
    const error = (on: SettingsError['on'], message: string) => [
      errorAt(['sources', index, ...path], on, message),
    ]
    if (header === ofAuth)
      return error('key', 'and the credentials of the source are both there; keep one of the two')
    const read = isRead ? readValue(value, locations) : undefined
    return read !== undefined && 'error' in read ? error('value', read.error) : []
  })
}

/** Gives the environment variables that hold headers of a source. */
export function headerVariables(raw: unknown): string[] {
  return placedValues(settingsOf(raw)).flatMap(({ value }) =>
    typeof value === 'object' && 'env' in value ? [value.env] : [],
  )
}

/** The written settings, without invalid ones. */
function settingsOf(raw: unknown): HeaderSettings {
  const valid = <T>({ schema }: Kind<T>, key: string): T | undefined => {
    const written = fieldOf(raw, key) ?? undefined
    return written === undefined ? undefined : schema.safeParse(written).data
  }
  return {
    headers: valid(HEADER_VALUES, 'headers'),
    cookie: valid(HEADER_VALUE, 'cookie'),
    userAgent: valid(HEADER_VALUE, 'userAgent'),
  }
}

interface PlacedValue {
  /** In lower case. */
  readonly header: string
  readonly path: readonly string[]
  readonly value: WrittenValue
}

function placedValues({ headers = {}, cookie, userAgent }: HeaderSettings): PlacedValue[] {
  const named = Object.entries(headers).map(([name, value]) => ({
    header: name.toLowerCase(),
    path: ['headers', name],
    value,
  }))
  return [
    ...named,
    ...(cookie === undefined ? [] : [{ header: 'cookie', path: ['cookie'], value: cookie }]),
    ...(userAgent === undefined ? [] : [{ header: 'user-agent', path: ['userAgent'], value: userAgent }]),
  ]
}

function readValue(value: WrittenValue, locations: SecretLocations): ReturnType<typeof readSecret> {
  return typeof value === 'string' ? { text: value } : readSecret('token', value, locations)
}
