/** The fields around a list's items. `asOf` is added last, when the bytes are made. */
export interface Envelope {
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly nextCursor: string | null
  readonly query: Readonly<
    Record<string, string | number | boolean | readonly string[] | readonly number[] | null>
  >
  /** Fields that only this list has. */
  readonly more?: Readonly<Record<string, unknown>> | undefined
}

export function jsonBytes(entry: unknown): Buffer {
  return Buffer.from(JSON.stringify(entry))
}

/** The selected fields, in the order of `fields`; the whole entry if that is `undefined`. */
export function pickFields(entry: object, fields: readonly string[] | undefined): object {
  return fields === undefined
    ? entry
    : Object.fromEntries(fields.map((field) => [field, Reflect.get(entry, field)]))
}

/** Appends fields to an encoded entry. @param more as `fieldsJson` gives them */
export function extendedEntry(entry: Buffer, more: readonly Buffer[]): Buffer {
  const parts = [entry.subarray(0, -1)]
  for (const fields of more) if (fields.length > 0) parts.push(COMMA, fields)
  if (parts.length === 1) return entry
  parts.push(CLOSE)
  return Buffer.concat(parts)
}

const OPEN = Buffer.from('{"items":[')
const COMMA = Buffer.from(',')
export const CLOSE = Buffer.from('}')

/** The JSON of a list, joined from encoded entries. */
export function listBytes(entries: readonly Buffer[], envelope: Envelope, asOf: string): Buffer {
  const rest = JSON.stringify({
    count: entries.length,
    total: envelope.total,
    limit: envelope.limit,
    offset: envelope.offset,
    hasMore: envelope.nextCursor !== null,
    nextCursor: envelope.nextCursor,
    asOf,
    query: envelope.query,
    ...envelope.more,
  })
  return Buffer.concat([OPEN, ...withCommas(entries), Buffer.from(`],${rest.slice(1)}`)])
}

export function withCommas(parts: readonly Buffer[]): Buffer[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [COMMA, part]))
}
