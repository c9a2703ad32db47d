import { createHash } from 'node:crypto'
import * as z from 'zod'
import { DigestError } from '../../model/errors.ts'
import type { CursorPosition } from '../../model/filter.ts'
import type { EpochMs } from '../../model/time.ts'

/** Where a page ended, with internal state. */
export interface Cursor {
  readonly position: CursorPosition
  /** The time of the first page, for orders that depend on it: all pages use that time. */
  readonly at: EpochMs | undefined
}

/** Longest cursor that the service makes. */
export const MAX_CURSOR = 300

const Wire = z.tuple([z.literal(1), z.string(), z.number(), z.int().min(0), z.int().nullable()])

/**
 * @param query canonical text of what the cursor belongs to: route, filters and order
 * @returns opaque text, base64url
 */
export function writeCursor(query: string, cursor: Cursor): string {
  const wire: z.input<typeof Wire> = [
    1,
    hashOf(query),
    cursor.position.value,
    cursor.position.id,
    cursor.at ?? null,
  ]
  return Buffer.from(JSON.stringify(wire)).toString('base64url')
}

/** @throws DigestError('cursorInvalid') for text that is no cursor, or a cursor of another query */
export function readCursor(query: string, text: string): Cursor {
  const wire = Wire.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')))
  if (!wire.success) throw invalid(text, 'cursor must be a nextCursor of an earlier answer, unchanged')
  const [, hash, value, id, at] = wire.data
  if (hash !== hashOf(query)) {
    throw invalid(
      text,
      'cursor belongs to another query: its filters and its sort must stay the same from page to page',
    )
  }
  return { position: { value, id }, at: at ?? undefined }
}

function hashOf(query: string): string {
  return createHash('sha256').update(query).digest('base64url').slice(0, 11)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function invalid(value: string, message: string): DigestError {
  return new DigestError('cursorInvalid', message, {
    parameterErrors: [{ parameter: 'cursor', value: value.slice(0, 100), message }],
  })
}
