import { hash } from 'node:crypto'

/** A short substitute for a long lookup key: 16 bytes of SHA-256 as hex digits, so collisions cannot be constructed. */
export function keyHash(key: string): string {
  return hash('sha256', key, 'hex').slice(0, 32)
}
