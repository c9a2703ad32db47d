import { createHash } from 'node:crypto'
import { readTerms } from './terms.ts'

/** Raise it where what a snapshot holds is found or written in another way, and `readingMark` does not tell. */
const VERSION = 2

/**
 * What is known of the live items, apart from their stories: what reading their texts and finding their neighbours
 * gave. By columns: row n of each list is one item; lists of several numbers an item follow one another.
 */
export interface Snapshot {
  readonly sources: readonly string[]
  readonly publishers: readonly string[]
  readonly languages: readonly (string | null)[]
  /** Ascending. */
  readonly itemId: Float64Array
  readonly publishedAt: Float64Array
  readonly firstSeenAt: Float64Array
  /** As `titleNumber` gives it. */
  readonly title: Float64Array
  /** Places in `sources`, `publishers` and `languages`. */
  readonly source: Int32Array
  readonly publisher: Int32Array
  readonly language: Int32Array
  readonly termCount: Int32Array
  /** Each term with its use in its lowest byte. */
  readonly terms: Int32Array
  readonly heavyCount: Int32Array
  readonly heavy: Int32Array
  readonly likestCount: Int32Array
  /** Rows. */
  readonly likest: Int32Array
  readonly likenesses: Float64Array
}

const NAMES = ['sources', 'publishers', 'languages'] as const
const DOUBLES = ['itemId', 'publishedAt', 'firstSeenAt', 'title', 'likenesses'] as const
const INTEGERS = [
  'source',
  'publisher',
  'language',
  'termCount',
  'terms',
  'heavyCount',
  'heavy',
  'likestCount',
  'likest',
] as const

const DIGEST_BYTES = 32

interface Head {
  readonly version: number
  readonly reading: string
  readonly names: readonly (readonly (string | null)[])[]
  readonly lengths: readonly number[]
}

/** A digest, the length of the head, the head, and the columns, the wider ones first. */
export function encodeSnapshot(snapshot: Snapshot): Uint8Array {
  const columns = [...DOUBLES, ...INTEGERS].map((name) => snapshot[name])
  const head: Head = {
    version: VERSION,
    reading: readingMark(),
    names: NAMES.map((name) => snapshot[name]),
    lengths: columns.map(({ length }) => length),
  }
  const text = new TextEncoder().encode(JSON.stringify(head))
  const start = aligned(DIGEST_BYTES + 8 + text.length)
  const bytes = new Uint8Array(columns.reduce((sum, { byteLength }) => sum + byteLength, start))
  new DataView(bytes.buffer).setUint32(DIGEST_BYTES, text.length, true)
  bytes.set(text, DIGEST_BYTES + 8)
  let at = start
  for (const { buffer, byteOffset, byteLength } of columns) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += byteLength
  }
  bytes.set(digestOf(bytes))
  return bytes
}

/** @returns `undefined` where the bytes are damaged, or of a version that reads texts in another way */
export function decodeSnapshot(bytes: Uint8Array): Snapshot | undefined {
  if (
    bytes.length < DIGEST_BYTES + 8 ||
    Buffer.compare(digestOf(bytes), bytes.subarray(0, DIGEST_BYTES)) !== 0
  )
    return undefined
  // Columns must start at a multiple of eight.
  const { buffer, byteOffset } = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice()
  const length = new DataView(buffer, byteOffset).getUint32(DIGEST_BYTES, true)
  const from = byteOffset + DIGEST_BYTES + 8
  // Our own writing, by the digest.
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, from, length))) as Head
  if (head.version !== VERSION || head.reading !== readingMark()) return undefined
  let at = byteOffset + aligned(DIGEST_BYTES + 8 + length)
  let column = 0
  const next = <T extends { readonly byteLength: number }>(
    kind: new (buffer: ArrayBufferLike, at: number, length: number) => T,
  ): T => {
    const numbers = new kind(buffer, at, head.lengths[column++] ?? 0)
    at += numbers.byteLength
    return numbers
  }
  const [sources = [], publishers = [], languages = []] = head.names
  return {
    sources: sources.map(String),
    publishers: publishers.map(String),
    languages,
    itemId: next(Float64Array),
    publishedAt: next(Float64Array),
    firstSeenAt: next(Float64Array),
    title: next(Float64Array),
    likenesses: next(Float64Array),
    source: next(Int32Array),
    publisher: next(Int32Array),
    language: next(Int32Array),
    termCount: next(Int32Array),
    terms: next(Int32Array),
    heavyCount: next(Int32Array),
    heavy: next(Int32Array),
    likestCount: next(Int32Array),
    likest: next(Int32Array),
  }
}

function digestOf(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes.subarray(DIGEST_BYTES)).digest()
}

function aligned(length: number): number {
  return Math.ceil(length / 8) * 8
}

/** Tells whether texts are still read as they were: what a few of them give. */
function readingMark(): string {
  const hash = createHash('sha256')
  for (const text of SAMPLES) {
    const { terms, uses, count } = readTerms({ title: text, summary: text, url: ADDRESS }, 1)
    hash.update(terms.subarray(0, count)).update(uses.subarray(0, count))
  }
  return hash.digest('base64')
}

const ADDRESS = 'https://example.org/2026/03/ferry-runs-aground-12.html'

const SAMPLES = [
  'https://example.org/harbor-ferry',
  "Velmora's Été budget: 1,300 ferries, O'Brien says",
  'Die Bürgermeisterin öffnet 12 Brücken',
  'Мост через реку открыт',
  '新しい橋が開通した',
  '새 다리가 열렸다 สะพานใหม่',
]
