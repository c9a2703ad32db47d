import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RouteDeps } from '../deps.ts'
import { atomFeed } from '../feeds/atom.ts'
import { jsonFeed, JsonFeedBody } from '../feeds/json-feed.ts'
import { rssFeed } from '../feeds/rss.ts'
import { FEED_PROBLEMS, feedPlan, FeedQuery } from './feed.ts'

const FORMATS = [
  {
    path: '/feed/rss',
    operationId: 'getRss',
    name: 'RSS 2.0',
    mediaType: 'application/rss+xml',
    body: z.string(),
    write: rssFeed,
  },
  {
    path: '/feed/atom',
    operationId: 'getAtom',
    name: 'Atom 1.0 (RFC 4287)',
    mediaType: 'application/atom+xml',
    body: z.string(),
    write: atomFeed,
  },
  {
    path: '/feed/json',
    operationId: 'getJsonFeed',
    name: 'JSON Feed 1.1',
    mediaType: 'application/feed+json',
    body: JsonFeedBody,
    write: jsonFeed,
  },
]

/** GET /feed/rss, /feed/atom, /feed/json: the newest items in each format of feeds. */
export const feedRoutes: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  for (const { path, operationId, name, mediaType, body, write } of FORMATS) {
    const kind = { path, mimeType: `${mediaType}; charset=utf-8`, write }
    const schema = {
      operationId,
      tags: ['feeds'],
      summary: `The newest items as ${name}`,
      description: 'Parameters that are not listed here are ignored, since feed readers add their own.',
      querystring: FeedQuery,
      response: {
        200: { description: 'The feed.', content: { [mediaType]: { schema: body } } },
        ...FEED_PROBLEMS,
      },
    }
    app.get(path, { schema }, (request, reply) =>
      deps.answer(request, reply, feedPlan(deps, kind, request, request.query)),
    )
  }
}
