import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { DigestError } from '../../model/errors.ts'
import { parseJson } from '../../model/json-object.ts'
import { Count } from '../../model/json-values.ts'
import type { EpochMs } from '../../model/time.ts'
import type { Walk } from '../../model/walk.ts'
import { refusal } from './validate.ts'

/** Where a page ended. It holds all state, so that any process can continue. */
export interface Cursor {
  readonly walk: Walk
  /** Time of the first page, for orders that depend on time: all pages use it. */
  readonly at: EpochMs | undefined
}

/** Longest cursor: that of a query of 500 Chinese characters. Most have less than 1,000. */
export const MAX_CURSOR = 8_000

const Place = z.tuple([z.number(), z.int()]).nullable()

/** The JSON part of a cursor. Weights and ids follow as bytes. */
const Head = z.tuple([
  z.literal(2),
  z.string(),
  z.int().nullable(),
  z.object({ total: Count, newestId: Count, count: Count }),
  z.object({ earlier: Count, later: Count, after: Place, middle: Place }),
  z
    .object({
      relaxed: z.boolean(),
      corrected: z.string().max(MAX_CURSOR).optional(),
      weights: Count,
      best: z.number(),
      least: z.number(),
    })
    .nullable(),
])

/**
 * @param query canonical text of route, filters and order
 * @returns opaque text, base64url
 */
export function writeCursor(query: string, { walk, at }: Cursor): string {
  const { total, newestId, count, recent, search } = walk
  const { earlier, later, after, middle } = recent
  const weights = Float32Array.from(search?.weights ?? [])
  const head: z.input<typeof Head> = [
    2,
    hashOf(query),
    at ?? null,
    { total, newestId, count },
    {
      earlier: earlier.length,
      later: later.length,
      after: after === undefined ? null : [after.value, after.id],
      middle: middle === undefined ? null : [middle.value, middle.id],
    },
    search === undefined ? null : { ...search, weights: weights.length },
  ]
  const json = Buffer.from(JSON.stringify(head))
  const numbers = varints([...gapsOf(earlier), ...gapsOf(later)])
  const bytes = [json, Buffer.of(0), Buffer.from(weights.buffer), Buffer.from(numbers)]
  return Buffer.concat(bytes).toString('base64url')
}

/** @throws DigestError('cursorInvalid') for invalid text, or a cursor of another query */
export function readCursor(query: string, text: string): Cursor {
  const bytes = Buffer.from(text, 'base64url')
  const end = bytes.indexOf(0)
  const head = Head.safeParse(parseJson(bytes.toString('utf8', 0, Math.max(end, 0))))
  if (!head.success) throw notACursor(text)
  const [, hash, at, counts, recent, search] = head.data
  if (hash !== hashOf(query)) {
    throw refusal(
      'cursorInvalid',
      'cursor',
      text,
      'cursor belongs to another query: its filters and its sort must stay the same from page to page',
    )
  }
  const begin = end + 1 + 4 * (search?.weights ?? 0)
  const gaps = readVarints(bytes.subarray(begin))
  if (begin > bytes.length || gaps.length !== recent.earlier + recent.later) throw notACursor(text)
  const weights = Array.from({ length: search?.weights ?? 0 }, (_, i) => bytes.readFloatLE(end + 1 + 4 * i))
  const walk: Walk = {
    ...counts,
    recent: {
      earlier: idsOf(gaps.slice(0, recent.earlier)),
      later: idsOf(gaps.slice(recent.earlier)),
      after: placeOf(recent.after),
      middle: placeOf(recent.middle),
    },
    search: search === null ? undefined : { ...search, corrected: search.corrected, weights },
  }
  return { walk, at: at ?? undefined }
}

function placeOf(place: z.output<typeof Place>): Walk['recent']['after'] {
  return place === null ? undefined : { value: place[0], id: place[1] }
}

/** Ascending ids as differences, of one or two bytes each. */
function gapsOf(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => a - b).map((id, i, sorted) => id - (sorted[i - 1] ?? 0))
}

function idsOf(gaps: readonly number[]): number[] {
  let id = 0
  return gaps.map((gap) => (id += gap))
}

/** LEB128: seven bits a byte, lowest first; the high bit is set in all but the last byte of a value. */
function varints(values: readonly number[]): number[] {
  const bytes: number[] = []
  for (const value of values) {
    let left = value
    for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) + 128)
    bytes.push(left)
  }
  return bytes
}

function readVarints(bytes: Uint8Array): number[] {
  const values: number[] = []
  let value = 0
  let factor = 1
  for (const byte of bytes) {
    value += (byte & 127) * factor
    factor *= 128
    if (byte > 127) continue
    values.push(value)
    value = 0
    factor = 1
  }
  return values
}

function hashOf(query: string): string {
  return createHash('sha256').update(query).digest('base64url').slice(0, 11)
}

function notACursor(text: string): DigestError {
  return refusal(
    'cursorInvalid',
    'cursor',
    text,
    'cursor must be a nextCursor of an earlier answer, unchanged',
  )
}
