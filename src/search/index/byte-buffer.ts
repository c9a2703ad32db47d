import { grown } from '../../model/grown.ts'

/** A growing byte array. */
export class ByteBuffer {
  bytes: Uint8Array
  length = 0

  constructor(capacity = 1024) {
    this.bytes = new Uint8Array(capacity)
  }

  push(byte: number): void {
    if (this.length === this.bytes.length) this.reserve(1)
    this.bytes[this.length] = byte
    this.length += 1
  }

  append(from: Uint8Array, start: number, end: number): void {
    this.reserve(end - start)
    // A loop is faster for few bytes.
    if (end - start < 16)
      for (let i = start; i < end; i += 1) this.bytes[this.length + i - start] = from[i] ?? 0
    else this.bytes.set(from.subarray(start, end), this.length)
    this.length += end - start
  }

  /** Makes room for `more` bytes. */
  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return
    this.bytes = grown(this.bytes, Math.max(this.length + more, this.bytes.length * 2))
  }

  /** Returns the bytes without spare room. Copies the buffer only if much is spare. */
  finish(): Uint8Array {
    const bytes = this.bytes.subarray(0, this.length)
    return this.length > this.bytes.length * 0.9 ? bytes : bytes.slice()
  }
}
