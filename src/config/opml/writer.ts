import type { Source } from '../../model/source.ts'
import type { EpochMs } from '../../model/time.ts'
import { opmlDocument } from '../../text/xml/opml.ts'
import type { Attributes } from '../../text/xml/write.ts'
import { publicUrl } from '../../url/public-url.ts'

/** Namespaces of additional attributes. A `tag:` URI needs no web page (RFC 4151). */
const NAMESPACES = {
  'xmlns:digest': 'tag:content-digest,2026:opml',
  // FreshRSS reads the selectors of the full text.
  'xmlns:frss': 'https://freshrss.org/opml',
}

/** Writes configured sources as OPML, without secrets in URLs. `reader.ts` reads all that it writes. */
export function writeOpml(sources: readonly Source[], siteTitle: string, at: EpochMs): string {
  return opmlDocument({ siteTitle, at, sources, outlineOf, namespaces: NAMESPACES }).toString()
}

function outlineOf(source: Source): Attributes {
  return {
    type: 'rss',
    text: source.name,
    title: source.name,
    xmlUrl: publicUrl(source.url),
    category: `/${source.category}`,
    language: source.language ?? undefined,
    'digest:id': source.id,
    'digest:region': source.region ?? undefined,
    'digest:weight': source.weight === 1 ? undefined : source.weight,
    'digest:enabled': source.enabled ? undefined : 'false',
    'digest:type': source.type === 'feed' ? undefined : source.type,
    'digest:paths': source.paths && JSON.stringify(source.paths),
    'digest:content': source.content === 'feed' ? undefined : source.content,
    'frss:cssFullContent': source.fullText?.content,
    'frss:cssContentFilter': source.fullText?.remove,
  }
}
