import { hash } from 'node:crypto'

/** Separates the parts. It cannot occur in the text of a feed, because XML has no control characters. */
const BETWEEN = '\u0000'

/**
 * Gives a short hash of a text, the same in every run: SHA-1 as 27 characters of base64url. It distinguishes texts.
 * It does not protect secrets.
 *
 * @param parts parts of the text; `['ab', 'c']` and `['a', 'bc']` have different hashes
 */
export function hashOf(...parts: readonly string[]): string {
  return hash('sha1', parts.join(BETWEEN), 'base64url')
}
