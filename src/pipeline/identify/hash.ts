import { hash } from 'node:crypto'

/** Cannot occur in text of a feed: XML has no control characters. */
const BETWEEN = '\u0000'

/**
 * Gives a short name for a text, the same at every run: SHA-1 in 27 characters of base64url. For
 * distinguishing texts, not for secrets.
 *
 * @param parts what makes up the text; `['ab', 'c']` and `['a', 'bc']` have different names
 */
export function hashOf(...parts: readonly string[]): string {
  return hash('sha1', parts.join(BETWEEN), 'base64url')
}
