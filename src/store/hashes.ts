import { hash } from 'node:crypto'

/** A short substitute for a long lookup key: 16 bytes of SHA-256, so collisions cannot be constructed. */
export function keyHash(key: string): Buffer {
  // A string converted to a buffer, since asking for a buffer takes longer than the hash itself.
  return Buffer.from(hash('sha256', key, 'binary').slice(0, 16), 'latin1')
}
