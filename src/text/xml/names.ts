/** Our prefix for each namespace. Documents may choose other prefixes. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2005/atom', 'atom'],
  ['http://purl.org/atom/ns#', 'atom'],
  ['http://purl.org/rss/1.0/', 'rss'],
  ['http://my.netscape.com/rdf/simple/0.9/', 'rss'],
  ['http://channel.netscape.com/rdf/simple/0.9/', 'rss'],
  ['http://backend.userland.com/rss', 'rss'],
  ['http://backend.userland.com/rss2', 'rss'],
  ['http://backend.userland.com/rss091', 'rss'],
  ['http://blogs.law.harvard.edu/tech/rss', 'rss'],
  ['http://purl.org/net/rss1.1#', 'rss'],
  ['http://www.w3.org/1999/02/22-rdf-syntax-ns#', 'rdf'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://purl.org/dc/elements/1.0/', 'dc'],
  ['http://purl.org/dc/terms/', 'dcterms'],
  ['http://purl.org/rss/1.0/modules/content/', 'content'],
  ['http://purl.org/rss/1.0/modules/syndication/', 'sy'],
  ['http://purl.org/rss/1.0/modules/slash/', 'slash'],
  ['http://purl.org/syndication/thread/1.0', 'thr'],
  ['http://wellformedweb.org/commentapi/', 'wfw'],
  ['http://search.yahoo.com/mrss', 'media'],
  ['http://search.yahoo.com/mrss/', 'media'],
  ['http://www.itunes.com/dtds/podcast-1.0.dtd', 'itunes'],
  ['http://example.com/dtds/podcast-1.0.dtd', 'itunes'],
  ['http://rssnamespace.org/feedburner/ext/1.0', 'feedburner'],
  ['http://www.w3.org/1999/xhtml', 'xhtml'],
  ['http://www.w3.org/xml/1998/namespace', 'xml'],
  ['http://www.google.com/schemas/sitemap-news/0.9', 'news'],
  ['http://www.google.com/schemas/sitemap-image/1.1', 'image'],
  ['http://www.google.com/schemas/sitemap-video/1.1', 'video'],
  ['http://webns.net/mvcb/', 'admin'],
])

/** Maps the prefixes of a document to our prefixes. The default namespace has the key ''. */
export type Scope = ReadonlyMap<string, string>

export const ROOT_SCOPE: Scope = new Map([
  ['', ''],
  ['xml', 'xml'],
])

/** Elements on which feeds often declare a wrong default namespace. */
const CONTAINERS = /^(?:rss|rdf:rdf|channel|item|feed|entry)$/i

/** Gives the scope inside an element with declarations. A container's default counts only if it is XHTML. */
export function extendScope(
  scope: Scope,
  declarations: Iterable<readonly [prefix: string, uri: string]>,
  element: string,
): Scope {
  const extended = new Map(scope)
  for (const [prefix, uri] of declarations) {
    const known = PREFIXES.get(uri.trim().toLowerCase())
    if (prefix !== '') extended.set(prefix, known ?? prefix)
    else extended.set('', known === 'xhtml' || !CONTAINERS.test(element) ? (known ?? '') : '')
  }
  return extended
}

/**
 * Gives a name in lower case with our prefix. Names of the document's own vocabulary have no prefix.
 *
 * @param own the document's own vocabulary: 'atom' in an Atom feed, else 'rss'
 */
export function canonicalName(raw: string, scope: Scope, own: string): string {
  const lower = raw.toLowerCase()
  const colon = lower.indexOf(':')
  const given = colon < 0 ? '' : lower.slice(0, colon)
  const prefix = scope.get(given) ?? given
  const local = colon < 0 ? lower : lower.slice(colon + 1)
  return prefix === '' || prefix === own ? local : `${prefix}:${local}`
}
