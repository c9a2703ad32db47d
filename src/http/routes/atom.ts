import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RouteDeps } from '../deps.ts'
import { atomFeed } from '../feeds/atom.ts'
import { FEED_PROBLEMS, feedPlan, FeedQuery } from './feed.ts'

const KIND = { path: '/feed/atom', mimeType: 'application/atom+xml; charset=utf-8', write: atomFeed }

/** GET /feed/atom: the newest items as Atom 1.0 (RFC 4287). */
export const atomRoute: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  const schema = {
    operationId: 'getAtom',
    tags: ['feeds'],
    summary: 'The newest items as Atom 1.0 (RFC 4287)',
    description: 'Parameters that are not listed here are ignored, since feed readers add their own.',
    querystring: FeedQuery,
    response: {
      200: {
        description: 'The feed.',
        content: { 'application/atom+xml': { schema: z.string() } },
      },
      ...FEED_PROBLEMS,
    },
  }

  app.get(KIND.path, { schema }, (request, reply) =>
    deps.answer(request, reply, feedPlan(deps, KIND, request, request.query)),
  )
}
