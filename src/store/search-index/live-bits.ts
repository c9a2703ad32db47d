import type { DocumentColumns } from './document.ts'

const bitsByColumns = new WeakMap<DocumentColumns, Uint32Array<ArrayBuffer>>()

/**
 * The documents of a segment that are not gone, a bit each, so that what a query finds is freed of the others 32 at a
 * time. Made when the first document has gone.
 *
 * @returns `undefined` where none is gone
 */
export function liveBits({ columns, live }: Counted): Uint32Array<ArrayBuffer> | undefined {
  if (live === columns.ids.length) return undefined
  const known = bitsByColumns.get(columns)
  if (known !== undefined) return known
  const { coverage } = columns
  const bits = new Uint32Array((coverage.length + 31) >>> 5)
  for (let doc = 0; doc < coverage.length; doc += 1) {
    if (coverage[doc] !== 0) bits[doc >>> 5] = (bits[doc >>> 5] ?? 0) | (1 << (doc & 31))
  }
  bitsByColumns.set(columns, bits)
  return bits
}

/** To be called when a document has gone. */
export function clearBit(columns: DocumentColumns, doc: number): void {
  const bits = bitsByColumns.get(columns)
  if (bits !== undefined) bits[doc >>> 5] = (bits[doc >>> 5] ?? 0) & ~(1 << (doc & 31))
}

export function liveBitsBytes({ columns }: Counted): number {
  return bitsByColumns.get(columns)?.byteLength ?? 0
}

/** What is read of a segment. */
interface Counted {
  readonly columns: DocumentColumns
  readonly live: number
}
