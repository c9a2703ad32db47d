import type { EpochMs } from '../../domain/time.ts'
import type { SourceReport } from '../../domain/source.ts'
import { element, type Xml, xmlDocument } from './xml.ts'

/**
 * Sources as OPML 2.0 for feed readers, one folder a category. A source that is no feed itself stands with the feed that we
 * make of it.
 *
 * @param baseUrl of the service, without a slash at its end
 * @see http://opml.org/spec2.opml
 */
export function sourcesOpml(sources: readonly SourceReport[], baseUrl: string, at: EpochMs): Buffer {
  const categories = [...new Set(sources.map(({ category }) => category))]
  const folders = categories.map((category) =>
    element(
      'outline',
      { text: category, title: category },
      sources.filter((source) => source.category === category).map((source) => outline(source, baseUrl)),
    ),
  )
  return xmlDocument(
    element('opml', { version: '2.0' }, [
      element('head', {}, [
        element('title', {}, 'Content Digest: sources'),
        element('dateCreated', {}, new Date(at).toUTCString()),
      ]),
      element('body', {}, folders),
    ]),
  )
}

function outline(source: SourceReport, baseUrl: string): Xml {
  return element('outline', {
    type: 'rss',
    text: source.name,
    title: source.name,
    xmlUrl: source.type === 'feed' ? source.feedUrl : `${baseUrl}/feed/rss?source=${source.id}`,
    htmlUrl: source.siteUrl ?? undefined,
    language: source.language ?? undefined,
    category: `/${source.category}`,
  })
}
