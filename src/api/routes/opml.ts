import * as z from 'zod'
import type { SourceReport } from '../../model/source-report.ts'
import type { EpochMs } from '../../model/time.ts'
import { element, type Xml, xmlDocument } from '../feeds/xml.ts'
import { AnyQuery } from '../query/parameters.ts'
import { PROBLEMS } from '../schemas/problem.ts'
import { FEED_KEYS } from '../schemas/security.ts'
import { route } from './route.ts'

/** GET /sources.opml: the sources for feed readers. */
export const opmlRoute = route(
  '/sources.opml',
  {
    operationId: 'getSourcesOpml',
    tags: ['feeds'],
    summary: 'The sources as OPML 2.0',
    description:
      'All enabled sources, one folder for each category. Sources without a public feed have the feed made of them here. Parameters are ignored.',
    querystring: AnyQuery,
    security: FEED_KEYS,
    response: {
      200: { description: 'The sources.', content: { 'text/x-opml': { schema: z.string() } } },
      ...PROBLEMS,
    },
  },
  ({ store, now, site: { title } }) =>
    (_, baseUrl) => ({
      key: `${baseUrl}/sources.opml`,
      mimeType: 'text/x-opml; charset=utf-8',
      maxAgeSeconds: 60,
      build: async () => {
        const sources = await store.listSources(now())
        const enabled = sources.filter((source) => source.enabled)
        return { bytes: (asOf) => sourcesOpml(title, enabled, baseUrl, Date.parse(asOf)) }
      },
    }),
)

/**
 * Sources as OPML 2.0, one folder per category. A source that is not a feed, or has a secret in its address, is listed
 * with the feed that the service makes of it.
 *
 * @param name of the service
 * @param baseUrl of the service, without a trailing slash
 * @see http://opml.org/spec2.opml
 */
function sourcesOpml(name: string, sources: readonly SourceReport[], baseUrl: string, at: EpochMs): Buffer {
  const categories = [...new Set(sources.map(({ category }) => category))]
  const folders = categories.map((category) => {
    const inside = sources.filter((source) => source.category === category)
    const name = inside[0]?.categoryName ?? category
    return element(
      'outline',
      { text: name, title: name },
      inside.map((source) => outline(source, baseUrl)),
    )
  })
  return xmlDocument(
    element('opml', { version: '2.0' }, [
      element('head', {}, [
        element('title', {}, `${name}: sources`),
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
    xmlUrl:
      source.type === 'feed' && source.isFeedUrlPublic
        ? source.feedUrl
        : `${baseUrl}/feed/rss?source=${source.id}`,
    htmlUrl: source.siteUrl ?? undefined,
    language: source.language ?? undefined,
    category: `/${source.category}`,
  })
}
