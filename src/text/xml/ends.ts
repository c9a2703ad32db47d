import type { Finder } from './tag.ts'

/** The end of a CDATA section. An unclosed one ends at its element's end tag. */
export function endOfCdata(source: string, start: number, element: string, find: Finder): number {
  const end = find(']]>', start)
  const next = find('<![CDATA[', start)
  if (end >= 0 && (next < 0 || next > end)) return end
  const elementEnd = source.indexOf(`</${element}`, start)
  if (elementEnd >= 0 && (end < 0 || elementEnd < next)) return elementEnd
  return end < 0 ? source.length : end
}

/** The index after the `>` of an end tag. A `<` before it ends a tag that lost its `>`. */
export function endOfEndTag(source: string, nameEnd: number): number {
  for (let at = nameEnd; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === 0x3e) return at + 1
    if (code === 0x3c) return at
  }
  return source.length
}

/** The end of a comment. An unclosed one ends at its first `>`: noise is better than a lost feed. */
export function endOfComment(source: string, start: number, find: Finder): number {
  const end = find('-->', start + 4)
  if (end >= 0) return end + 3
  const greater = find('>', start)
  return greater < 0 ? source.length : greater + 1
}
