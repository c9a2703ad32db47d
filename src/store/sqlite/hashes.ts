import { hash } from 'node:crypto'

/** A visit asks for each key several times: when it reads what is known, and for each row that it writes. */
const KEPT = 10_000
const lately = new Map<string, Buffer>()

/** Stands for a long key where it is only looked up: 16 bytes of SHA-256, so that nobody can make two keys meet. */
export function keyHash(key: string): Buffer {
  const known = lately.get(key)
  if (known !== undefined) return known
  // As a string and back: the buffer that the runtime makes of a hash costs more than the hash.
  const made = Buffer.from(hash('sha256', key, 'binary').slice(0, 16), 'latin1')
  if (lately.size >= KEPT) lately.clear()
  lately.set(key, made)
  return made
}
