/** Longer headers are cut, in characters. */
const LONGEST_HEADER = 16_384

const LINK = /<([^>]*)>((?:\s*;\s*[\w*!-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]+))?)*)/g
const ATTRIBUTE = /;\s*([\w*!-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]+))/g

/**
 * Reads a `Link` header. Each link is given by its attributes, names in lower case, with its target as `href`.
 *
 * @see RFC 8288, section 3
 */
export function readLinkHeader(header: string): ReadonlyMap<string, string>[] {
  return [...header.slice(0, LONGEST_HEADER).matchAll(LINK)].map(([, target = '', parameters = '']) => {
    const attributes = new Map<string, string>()
    for (const [, name = '', quoted, plain] of parameters.matchAll(ATTRIBUTE)) {
      const key = name.toLowerCase()
      // The first of several counts.
      if (!attributes.has(key)) attributes.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '')
    }
    return attributes.set('href', target.trim())
  })
}
