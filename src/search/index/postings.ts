import { ByteBuffer } from './byte-buffer.ts'

/**
 * The postings of a term are blocks of up to 128 documents. A block is `width, deltas (width bytes each), payloads (1
 * byte each), positions`. A payload is the impact, 1..127, plus 128 for a word of the title. A position is one byte
 * with the distance to the previous one, if that is below 127. Otherwise it is 127 and two bytes with the position
 * itself. The top bit of the first byte marks the last position of a document.
 */
export const BLOCK_DOCS = 128

export const TITLE_BIT = 128
export const IMPACT_BITS = 127

/** In a byte of positions: the distance. Its highest value says that the next two bytes are the position. */
const DISTANCE_BITS = 127
const FAR = DISTANCE_BITS
/** Marks a document's last position. */
const LAST_BIT = 128

/** The postings of a segment's terms, by ordinal. */
export interface Postings {
  readonly data: Uint8Array
  /** By term: offset of its first block. */
  readonly starts: Uint32Array
  /** By term: number of documents. */
  readonly counts: Uint32Array
  /** By term: index of its first pair in `skips`. Only for terms with more than one block. */
  readonly skipStarts: Uint32Array
  /** By block, a pair: its last document and its offset. */
  readonly skips: Uint32Array
  /** By block, in the order of `skips`: its highest impact. */
  readonly blockMaxes: Uint8Array
}

/** Writes terms one after another, each with ascending documents. */
export class PostingsWriter {
  readonly #data: ByteBuffer
  readonly #starts: number[] = []
  readonly #counts: number[] = []
  readonly #skipStarts: number[] = []
  readonly #skips: number[] = []
  readonly #blockMaxes: number[] = []
  readonly #docs = new Uint32Array(BLOCK_DOCS)
  readonly #payloads = new Uint8Array(BLOCK_DOCS)
  readonly #positions = new ByteBuffer()
  #pending = 0
  #count = 0
  #lastDoc = -1

  /** @param capacity expected size of the postings, bytes */
  constructor(capacity = 1 << 16) {
    this.#data = new ByteBuffer(capacity)
  }

  begin(): void {
    this.#starts.push(this.#data.length)
    this.#pending = 0
    this.#count = 0
    this.#lastDoc = -1
    this.#skipStarts.push(this.#skips.length)
  }

  /** Adds a document with encoded positions, `[start, end)` of `from`. */
  add(doc: number, payload: number, from: Uint8Array, start: number, end: number): void {
    this.#addDoc(doc, payload)
    this.#positions.append(from, start, end)
  }

  /** Adds a document with its first `count` positions, which are ascending. */
  addPositions(doc: number, payload: number, positions: readonly number[], count: number): void {
    this.#addDoc(doc, payload)
    writePositions(this.#positions, positions, count)
  }

  #addDoc(doc: number, payload: number): void {
    if (this.#pending === BLOCK_DOCS) this.#flush()
    this.#docs[this.#pending] = doc
    this.#payloads[this.#pending] = payload
    this.#pending += 1
    this.#count += 1
  }

  /** Ends a term, which may have no documents. */
  end(): void {
    this.#flush()
    this.#counts.push(this.#count)
    if (this.#count <= BLOCK_DOCS) {
      // A single block needs no pair.
      this.#skips.length = this.#skipStarts.at(-1) ?? 0
      this.#blockMaxes.length = this.#skips.length >>> 1
    }
  }

  finish(): Postings {
    return {
      data: this.#data.finish(),
      starts: Uint32Array.from(this.#starts),
      counts: Uint32Array.from(this.#counts),
      skipStarts: Uint32Array.from(this.#skipStarts),
      skips: Uint32Array.from(this.#skips),
      blockMaxes: Uint8Array.from(this.#blockMaxes),
    }
  }

  #flush(): void {
    const n = this.#pending
    if (n === 0) return
    const start = this.#data.length
    const width = this.#width(n)
    this.#data.reserve(1 + n * (width + 1) + this.#positions.length)
    this.#data.push(width)
    let before = this.#lastDoc
    let max = 0
    for (let i = 0; i < n; i += 1) {
      const doc = this.#docs[i] ?? 0
      max = Math.max(max, (this.#payloads[i] ?? 0) & IMPACT_BITS)
      let delta = doc - before
      for (let byte = 0; byte < width; byte += 1) {
        this.#data.push(delta & 255)
        delta >>>= 8
      }
      before = doc
    }
    this.#data.append(this.#payloads, 0, n)
    this.#data.append(this.#positions.bytes, 0, this.#positions.length)
    this.#positions.length = 0
    this.#lastDoc = before
    this.#skips.push(before, start)
    this.#blockMaxes.push(max)
    this.#pending = 0
  }

  #width(n: number): 1 | 2 | 3 | 4 {
    let widest = 0
    let before = this.#lastDoc
    for (let i = 0; i < n; i += 1) {
      const doc = this.#docs[i] ?? 0
      widest = Math.max(widest, doc - before)
      before = doc
    }
    return widest < 0x100 ? 1 : widest < 0x1_0000 ? 2 : widest < 0x100_0000 ? 3 : 4
  }
}

/** Appends the ascending positions of one document. */
function writePositions(to: ByteBuffer, positions: readonly number[], count: number): void {
  let before = 0
  for (let i = 0; i < count; i += 1) {
    const position = positions[i] ?? 0
    const last = i === count - 1 ? LAST_BIT : 0
    const distance = position - before
    if (distance >= 0 && distance < FAR) to.push(last | distance)
    else {
      to.push(last | FAR)
      to.push(position & 255)
      to.push(position >>> 8)
    }
    before = position
  }
}

/** Returns the end of the positions of several documents, from `at`. Without unpredictable branches, for speed. */
export function skipDocuments(data: Uint8Array, at: number, documents: number): number {
  let here = at
  for (let left = documents; left > 0;) {
    const byte = data[here] ?? LAST_BIT
    here += 1 + (Number((byte & DISTANCE_BITS) === FAR) << 1)
    left -= byte >>> 7
  }
  return here
}

/** Decodes the positions at `at` into `to`, from its index `from`. @returns the index after the last */
export function readPositions(data: Uint8Array, at: number, to: number[], from: number): number {
  let before = 0
  let index = from
  for (let here = at; ;) {
    const byte = data[here] ?? LAST_BIT
    const near = byte & DISTANCE_BITS
    const position = near === FAR ? (data[here + 1] ?? 0) | ((data[here + 2] ?? 0) << 8) : before + near
    here += near === FAR ? 3 : 1
    to[index] = position
    index += 1
    before = position
    if (byte >= LAST_BIT) return index
  }
}

/** Decodes the `n` documents of a block, ascending and after `before`. @returns the offset of its payloads */
export function readDocs(
  data: Uint8Array,
  start: number,
  n: number,
  before: number,
  to: Uint32Array,
): number {
  const width = data[start] ?? 1
  let doc = before
  let at = start + 1
  if (width === 1) {
    for (let i = 0; i < n; i += 1) {
      doc += data[at + i] ?? 0
      to[i] = doc
    }
    return at + n
  }
  if (width === 2) {
    for (let i = 0; i < n; i += 1) {
      doc += (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8)
      to[i] = doc
      at += 2
    }
    return at
  }
  for (let i = 0; i < n; i += 1) {
    let delta = (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16)
    if (width === 4) delta = (delta | ((data[at + 3] ?? 0) << 24)) >>> 0
    doc += delta
    to[i] = doc
    at += width
  }
  return at
}
