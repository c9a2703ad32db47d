import { createHash } from 'node:crypto'
import * as z from 'zod'
import { API_KEY_SCOPES, type ApiKey, type RateLimit } from '../model/api-key.ts'
import { DAY_MS, SECOND_MS } from '../model/time.ts'
import { duration, type Kind, splitList, wholeNumber } from './kinds.ts'

/** The two parts of a rate limit, of all clients or of one key. */
export const RATE_LIMIT = {
  max: wholeNumber(1, 1_000_000, 'requests'),
  per: duration(SECOND_MS, DAY_MS),
} as const

export const MAX_KEY_NAME = 100

/**
 * API keys. The file has their SHA-256 hashes, optionally with name and scope. Environment variables and secret files
 * have the keys in clear.
 */
export function apiKeys(): Kind<readonly ApiKey[]> {
  const hash = z
    .string()
    .trim()
    .regex(/^[0-9a-f]{64}$/i)
    .toLowerCase()
  const named = z.strictObject({
    hash,
    name: z.string().trim().min(1).max(MAX_KEY_NAME).optional(),
    scope: z.enum(API_KEY_SCOPES).default('all'),
    rateLimit: z
      .strictObject({ max: RATE_LIMIT.max.schema, per: RATE_LIMIT.per.schema.prefault('1m') })
      .transform(({ max, per }): RateLimit => ({ max, perMs: per }))
      .optional(),
  })
  const key = z.preprocess(
    (value) => (typeof value === 'string' ? { hash: value } : value),
    z.unknown().transform((value, context) => {
      const read = named.safeParse(value)
      if (read.success) return read.data
      context.issues.push({ code: 'custom', input: value })
      return z.NEVER
    }),
  )
  const written = z.union([hash, named])
  const schema = z
    .preprocess(
      (value) => (Array.isArray(value) || value === null || value === undefined ? value : [value]),
      z.array(key).max(1000),
    )
    .transform((keys) => keys.map((one, at) => ({ ...one, name: one.name ?? `key ${at + 1}` })))
  return {
    schema,
    written: z.union([written, z.array(written).max(1000)]),
    allowed:
      'SHA-256 hashes of keys, as `content-digest keys add` makes them, alone or as { hash, name, scope, rateLimit: { max, per } } with the scope all or feeds',
    unit: 'list',
    allowedAsText: 'keys in clear, at least 16 characters each, separated by commas or line ends',
    fromText: (text) => splitList(text).map((given) => (given.length < 16 ? '' : hashOfKey(given))),
  }
}

/** The hash of a key in the settings: SHA-256, hex. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
