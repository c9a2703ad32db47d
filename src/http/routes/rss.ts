import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RouteDeps } from '../deps.ts'
import { rssFeed } from '../feeds/rss.ts'
import { FEED_PROBLEMS, feedPlan, FeedQuery } from './feed.ts'

const KIND = { path: '/feed/rss', mimeType: 'application/rss+xml; charset=utf-8', write: rssFeed }

/** GET /feed/rss: the newest items as RSS 2.0. */
export const rssRoute: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  const schema = {
    operationId: 'getRss',
    tags: ['feeds'],
    summary: 'The newest items as RSS 2.0',
    description: 'Parameters that are not listed here are ignored, since feed readers add their own.',
    querystring: FeedQuery,
    response: {
      200: {
        description: 'The feed.',
        content: { 'application/rss+xml': { schema: z.string() } },
      },
      ...FEED_PROBLEMS,
    },
  }

  app.get(KIND.path, { schema }, (request, reply) =>
    deps.answer(request, reply, feedPlan(deps, KIND, request, request.query)),
  )
}
