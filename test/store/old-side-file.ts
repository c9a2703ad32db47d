import { crc32 } from 'node:zlib'

/** A side file as 1.0 wrote it, without arrays: a word of its kind, the length of the head, the head (JSON), its CRC-32. */
export function oldSideFile(kind: string, head: string): Buffer {
  const json = Buffer.from(head)
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32LE(json.length, 0)
  numbers.writeUInt32LE(crc32(json), 4)
  return Buffer.concat([Buffer.from(kind), numbers.subarray(0, 4), json, numbers.subarray(4)])
}
