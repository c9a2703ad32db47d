import { hash } from 'node:crypto'

/** Stands for a long key where it is only looked up: 16 bytes of SHA-256, so that nobody can make two keys meet. */
export function keyHash(key: string): Buffer {
  // As a string and back: the buffer that the runtime makes of a hash costs more than the hash.
  return Buffer.from(hash('sha256', key, 'binary').slice(0, 16), 'latin1')
}
