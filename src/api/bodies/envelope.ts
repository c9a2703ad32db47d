/** What surrounds the items of a list; `asOf` comes last, when the bytes are made. */
export interface Envelope {
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly nextCursor: string | null
  /** Where left out, whether there is a cursor. */
  readonly hasMore?: boolean
  readonly query: Readonly<
    Record<string, string | number | boolean | readonly string[] | readonly number[] | null>
  >
  /** What this list tells beyond others. */
  readonly more?: Readonly<Record<string, unknown>> | undefined
}

/** An entry of a list: its JSON after a comma, so that entries are joined by putting them together. */
export function listEntry(json: string): Buffer {
  return Buffer.from(`,${json}`)
}

/** An entry with more fields at its end, made without reading what it has. */
export function extendedEntry(entry: Buffer, more: Readonly<Record<string, unknown>>): Buffer {
  const rest = JSON.stringify(more)
  return rest === '{}' ? entry : Buffer.concat([entry.subarray(0, -1), Buffer.from(`,${rest.slice(1)}`)])
}

const OPEN = Buffer.from('{"items":[')

/** A list's JSON: entries put together, nothing parsed or made anew. */
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
