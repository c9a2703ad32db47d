import { hash } from 'node:crypto'

/** Stands for a long key where it is only looked up: 16 bytes of SHA-256, so that nobody can make two keys meet. */
export function keyHash(key: string): Buffer {
  return hash('sha256', key, 'buffer').subarray(0, 16)
}

/** A whole number below 2^48 that narrows a search down; whoever finds by it compares the text too. */
export function shortHash(text: string): number {
  return hash('sha256', text, 'buffer').readUIntBE(0, 6)
}
