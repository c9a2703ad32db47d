import { normalizePath } from './percent.ts'

const INDEX_FILE = /^(?:index\.(?:html?|shtml|php|aspx?|jsp)|default\.(?:html?|aspx?))$/i
const AMP_FILE = /\.amp(?=\.html?$|$)/i
const SESSION = /;jsessionid=[^;]*/gi

/** Splits a path into its segments: escapes in normal form, empty segments and session ids gone. */
export function pathSegments(pathname: string): string[] {
  return normalizePath(pathname)
    .replace(SESSION, '')
    .split('/')
    .filter((segment) => segment !== '')
}

/**
 * Takes off what names a rendering and not the article: `index.html` at the end, `amp` at either end,
 * `.amp` before the file's suffix. What is left is a fixed point: taking off again changes nothing.
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
