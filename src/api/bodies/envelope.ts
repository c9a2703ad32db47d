/** What surrounds the items of a list; `asOf` comes last, when the bytes are made. */
export interface Envelope {
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly nextCursor: string | null
  /** Default: whether there is a cursor. */
  readonly hasMore?: boolean
  readonly query: Readonly<
    Record<string, string | number | boolean | readonly string[] | readonly number[] | null>
  >
  /** Fields that only this list has. */
  readonly more?: Readonly<Record<string, unknown>> | undefined
}

/** An entry of a list: its JSON after a comma, so entries are joined by concatenation. */
export function listEntry(json: string): Buffer {
  return Buffer.from(`,${json}`)
}

/** Appends fields to an entry without parsing it. */
export function extendedEntry(entry: Buffer, more: Readonly<Record<string, unknown>>): Buffer {
  const rest = JSON.stringify(more)
  return rest === '{}' ? entry : Buffer.concat([entry.subarray(0, -1), Buffer.from(`,${rest.slice(1)}`)])
}

const OPEN = Buffer.from('{"items":[')

/** The JSON of a list: its entries concatenated, without parsing. */
export function listBytes(entries: readonly Buffer[], envelope: Envelope, asOf: string): Buffer {
  const rest = JSON.stringify({
    count: entries.length,
    total: envelope.total,
    limit: envelope.limit,
    offset: envelope.offset,
    hasMore: envelope.hasMore ?? envelope.nextCursor !== null,
    nextCursor: envelope.nextCursor,
    asOf,
    query: envelope.query,
    ...envelope.more,
  })
  const [first, ...others] = entries
  const items = first === undefined ? [] : [first.subarray(1), ...others]
  return Buffer.concat([OPEN, ...items, Buffer.from(`],${rest.slice(1)}`)])
}
