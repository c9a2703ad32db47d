import { hash } from 'node:crypto'

/** Replaces a long lookup key: 16 bytes of SHA-256, so collisions cannot be constructed. */
export function keyHash(key: string): Buffer {
  // As a string and back: a digest as buffer costs more than the hash itself.
  return Buffer.from(hash('sha256', key, 'binary').slice(0, 16), 'latin1')
}
