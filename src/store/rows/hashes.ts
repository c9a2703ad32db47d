import { hash } from 'node:crypto'

/** A short form of a long key: the first 16 bytes of SHA-256 as hex digits. Collisions cannot be constructed. */
export function keyHash(key: string): string {
  return hash('sha256', key, 'hex').slice(0, 32)
}
