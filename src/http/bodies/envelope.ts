/** What surrounds the items of a list; `asOf` comes last, when the bytes are made. */
export interface Envelope {
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly nextCursor: string | null
  readonly query: Readonly<Record<string, string | number | readonly string[] | null>>
}

const COMMA = Buffer.from(',')
const OPEN = Buffer.from('{"items":[')

/** A list's JSON from its entries' JSON: bytes joined, nothing parsed or made anew. */
export function listBytes(entries: readonly Buffer[], envelope: Envelope, asOf: string): Buffer {
  const parts: Buffer[] = [OPEN]
  for (const entry of entries) {
    if (parts.length > 1) parts.push(COMMA)
    parts.push(entry)
  }
  const rest = JSON.stringify({
    count: entries.length,
    total: envelope.total,
    limit: envelope.limit,
    offset: envelope.offset,
    hasMore: envelope.nextCursor !== null,
    nextCursor: envelope.nextCursor,
    asOf,
    query: envelope.query,
  })
  parts.push(Buffer.from(`],${rest.slice(1)}`))
  return Buffer.concat(parts)
}
