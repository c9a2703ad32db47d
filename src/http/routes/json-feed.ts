import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RouteDeps } from '../deps.ts'
import { jsonFeed } from '../feeds/json-feed.ts'
import { JsonFeedBody } from '../schemas/json-feed.ts'
import { FEED_PROBLEMS, feedPlan, FeedQuery } from './feed.ts'

const KIND = { path: '/feed/json', mimeType: 'application/feed+json; charset=utf-8', write: jsonFeed }

/** GET /feed/json: the newest items as JSON Feed 1.1. */
export const jsonFeedRoute: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  const schema = {
    operationId: 'getJsonFeed',
    tags: ['feeds'],
    summary: 'The newest items as JSON Feed 1.1',
    description: 'Parameters that are not listed here are ignored, since feed readers add their own.',
    querystring: FeedQuery,
    response: {
      200: {
        description: 'The feed.',
        content: { 'application/feed+json': { schema: JsonFeedBody } },
      },
      ...FEED_PROBLEMS,
    },
  }

  app.get(KIND.path, { schema }, (request, reply) =>
    deps.answer(request, reply, feedPlan(deps, KIND, request, request.query)),
  )
}
