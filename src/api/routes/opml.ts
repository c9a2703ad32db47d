import * as z from 'zod'
import type { SourceReport } from '../../model/source-report.ts'
import { opmlDocument } from '../../text/xml/opml.ts'
import type { Attributes } from '../../text/xml/write.ts'
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
        const parts = {
          siteTitle: title,
          sources: sources.filter((source) => source.enabled),
          outlineOf: (source: SourceReport) => outlineOf(source, baseUrl),
        }
        return { bytes: (asOf) => opmlDocument({ ...parts, at: Date.parse(asOf) }) }
      },
    }),
)

/** A source that is not a feed, or has a secret in its address, is listed with the feed that the service makes of it. */
function outlineOf(source: SourceReport, baseUrl: string): Attributes {
  return {
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
  }
}
