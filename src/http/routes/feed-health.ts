import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RouteDeps } from '../deps.ts'
import { healthAtom } from '../feeds/health-atom.ts'
import { limitParameter } from '../query/list-query.ts'
import { PROBLEMS } from '../schemas/problems.ts'

const USUAL_LIMIT = 50

/** Not strict: feed readers add parameters of their own. */
const HealthFeedQuery = z.object({ limit: limitParameter(USUAL_LIMIT) })

/** GET /feed/health: sources that break, recover and move, as Atom 1.0 (RFC 4287). */
export const feedHealthRoute: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  const schema = {
    operationId: 'getHealthFeed',
    tags: ['feeds'],
    summary: 'Sources that break, recover and move, as Atom 1.0 (RFC 4287)',
    description:
      'For whoever runs the service: an entry when a source has failed three times in a row, is gone, is back, or has moved. Parameters that are not listed here are ignored.',
    querystring: HealthFeedQuery,
    response: {
      200: { description: 'The feed.', content: { 'application/atom+xml': { schema: z.string() } } },
      ...PROBLEMS,
    },
  }

  app.get('/feed/health', { schema }, (request, reply) => {
    const baseUrl = deps.baseUrlOf(request)
    const { limit } = request.query
    const path = limit === USUAL_LIMIT ? '/feed/health' : `/feed/health?limit=${limit}`
    return deps.answer(request, reply, {
      key: `${baseUrl}${path}`,
      mimeType: 'application/atom+xml; charset=utf-8',
      maxAgeSeconds: 60,
      build: async () => {
        const events = await deps.store.listSourceEvents(limit)
        const feed = {
          baseUrl,
          selfUrl: `${baseUrl}${path}`,
          generator: `Content Digest ${deps.version}`,
          storeId: await deps.store.storeId(),
          events,
        }
        const updatedAt = events[0]?.at
        return { bytes: (asOf: string) => healthAtom({ ...feed, updatedAt: updatedAt ?? Date.parse(asOf) }) }
      },
    })
  })
}
