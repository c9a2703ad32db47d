/** Reads an address; `undefined` for text that is none. */
export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

const INDEX_FILE = /^(?:index\.(?:html?|shtml|php|aspx?|jsp)|default\.(?:html?|aspx?))$/i
const AMP_FILE = /\.amp(?=\.html?$|$)/i
const SESSION = /;jsessionid=[^;]*/gi

/** Splits a path into segments. Escapes are in normal form; empty segments and session ids are left out. */
export function pathSegments(pathname: string): string[] {
  return normalizePath(pathname)
    .replace(SESSION, '')
    .split('/')
    .filter((segment) => segment !== '')
}

/**
 * Removes parts that name a rendering of the article: a final `index.html`, `amp` at either end, `.amp` before the file
 * suffix. Idempotent.
 */
export function articleSegments(segments: readonly string[]): string[] {
  let start = 0
  let end = segments.length
  while (end - start > 1 && segments[start] === 'amp') start++
  const kept = segments.slice(start)
  end -= start
  while (end > 0) {
    const last = kept[end - 1] ?? ''
    const plain = last.length > '.amp'.length ? stripAmpSuffix(last) : last
    if (INDEX_FILE.test(plain) || (plain === 'amp' && end > 1)) {
      end--
    } else {
      kept[end - 1] = plain
      break
    }
  }
  return kept.slice(0, end)
}

function stripAmpSuffix(file: string): string {
  let plain = file
  for (let shorter = plain.replace(AMP_FILE, ''); shorter !== plain && shorter !== '';) {
    plain = shorter
    shorter = plain.replace(AMP_FILE, '')
  }
  return plain
}

/** Matches escapes, stray `%`, and characters that RFC 3986 forbids but the WHATWG serialiser keeps. */
const PATH_ODDITIES = /%(?:[0-9A-Fa-f]{2})?|[^A-Za-z0-9\-._~!$&'()*+,;=:@/]/g
const QUERY_ODDITIES = /%(?:[0-9A-Fa-f]{2})?|[^A-Za-z0-9\-._~!$&'()*+,;=:@/?]/g
const UNRESERVED = /[A-Za-z0-9\-._~]/

/**
 * Writes percent-encoding in its normal form (RFC 3986, 6.2.2). Unreserved characters are plain, other
 * escapes are in upper case, and a stray `%` becomes `%25`. Reserved characters stay as they are: `%2F` is
 * not `/`.
 *
 * @param text ASCII, which all parts of a WHATWG URL are
 */
function normalizePath(text: string): string {
  return text.replace(PATH_ODDITIES, normalForm)
}

/** Like `normalizePath`, but for a query or a fragment. */
export function normalizeQuery(text: string): string {
  return text.replace(QUERY_ODDITIES, normalForm)
}

/** Decodes percent-encoding. If an escape is not valid UTF-8, the whole text is returned unchanged. */
export function decodeLeniently(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function normalForm(found: string): string {
  if (found.length === 1) return `%${found.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
  const code = Number.parseInt(found.slice(1), 16)
  const plain = String.fromCharCode(code)
  return code < 0x80 && UNRESERVED.test(plain) ? plain : found.toUpperCase()
}
