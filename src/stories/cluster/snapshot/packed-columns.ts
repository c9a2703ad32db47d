import { createHash } from 'node:crypto'

/** Types of columns by their names in the head. */
const KINDS = {
  doubles: Float64Array,
  floats: Float32Array,
  integers: Int32Array,
  bytes: Uint8Array,
} as const

type Kind = keyof typeof KINDS

/** Replaces a column in the head, which is JSON. */
interface ColumnSlice {
  readonly column: Kind
  /** Offset from the start of the first column, bytes. */
  readonly at: number
  readonly length: number
}

const DIGEST_BYTES = 32
const LENGTH_BYTES = 8

/**
 * Packs a value into bytes: SHA-256 of the rest (32 bytes), length of the head (8 bytes), head (JSON), columns. Each
 * column starts at a multiple of 8 bytes and is in the machine's byte order.
 *
 * @param value a JSON value that may also hold typed arrays of `KINDS`
 */
export function packColumns(value: unknown): Uint8Array {
  const columns: ArrayBufferView[] = []
  let size = 0
  const head = JSON.stringify(value, (_, part: unknown) => {
    const column = kindOf(part)
    if (column === undefined || !ArrayBuffer.isView(part)) return part
    const place: ColumnSlice = { column, at: size, length: part.byteLength / KINDS[column].BYTES_PER_ELEMENT }
    columns.push(part)
    size = aligned(size + part.byteLength)
    return place
  })
  const text = new TextEncoder().encode(head)
  const start = aligned(DIGEST_BYTES + LENGTH_BYTES + text.length)
  const bytes = new Uint8Array(start + size)
  new DataView(bytes.buffer).setUint32(DIGEST_BYTES, text.length, true)
  bytes.set(text, DIGEST_BYTES + LENGTH_BYTES)
  let at = start
  for (const { buffer, byteOffset, byteLength } of columns) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at = aligned(at + byteLength)
  }
  bytes.set(digestOf(bytes))
  return bytes
}

/** @returns the packed value; its columns are views of `bytes` if these are aligned. `undefined` if `bytes` are damaged. */
export function unpackColumns(bytes: Uint8Array): unknown {
  if (
    bytes.length < DIGEST_BYTES + LENGTH_BYTES ||
    Buffer.compare(digestOf(bytes), bytes.subarray(0, DIGEST_BYTES)) !== 0
  )
    return undefined
  // Typed arrays need an aligned offset. A shared buffer is copied too.
  const { buffer, byteOffset } = bytes.byteOffset % 8 === 0 && isOwn(bytes) ? bytes : new Uint8Array(bytes)
  const length = new DataView(buffer, byteOffset).getUint32(DIGEST_BYTES, true)
  const from = byteOffset + DIGEST_BYTES + LENGTH_BYTES
  const start = byteOffset + aligned(DIGEST_BYTES + LENGTH_BYTES + length)
  const head = new TextDecoder().decode(new Uint8Array(buffer, from, length))
  return JSON.parse(head, (_, part: unknown) =>
    isColumnSlice(part) ? new KINDS[part.column](buffer, start + part.at, part.length) : part,
  )
}

function kindOf(part: unknown): Kind | undefined {
  if (part instanceof Float64Array) return 'doubles'
  if (part instanceof Float32Array) return 'floats'
  if (part instanceof Int32Array) return 'integers'
  return part instanceof Uint8Array ? 'bytes' : undefined
}

function isColumnSlice(part: unknown): part is ColumnSlice {
  return typeof part === 'object' && part !== null && 'column' in part && 'at' in part && 'length' in part
}

function isOwn(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer
}

function digestOf(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes.subarray(DIGEST_BYTES)).digest()
}

function aligned(length: number): number {
  return Math.ceil(length / 8) * 8
}
