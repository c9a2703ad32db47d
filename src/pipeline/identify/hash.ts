import { hash } from 'node:crypto'

/** Separator that no feed text contains, because XML has no control characters. */
const BETWEEN = '\u0000'

/**
 * A short hash of a text: SHA-1 as 27 characters of base64url. It distinguishes texts, and does not protect secrets.
 *
 * @param parts `['ab', 'c']` and `['a', 'bc']` have different hashes
 */
export function sha1Of(...parts: readonly string[]): string {
  return hash('sha1', parts.join(BETWEEN), 'base64url')
}
