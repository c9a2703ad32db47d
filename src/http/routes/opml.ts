import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RouteDeps } from '../deps.ts'
import { sourcesOpml } from '../feeds/opml.ts'
import { PROBLEMS } from '../schemas/problems.ts'

/** GET /sources.opml: the sources for feed readers. */
export const opmlRoute: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  const schema = {
    operationId: 'getSourcesOpml',
    tags: ['feeds'],
    summary: 'The sources as OPML 2.0',
    description:
      'All configured sources that are visited, one folder a category. What is no feed itself stands with the feed that we make of it. Credentials and tokens in addresses never show. Parameters are ignored.',
    // Not strict: feed readers add parameters of their own.
    querystring: z.object({}),
    response: {
      200: { description: 'The sources.', content: { 'text/x-opml': { schema: z.string() } } },
      ...PROBLEMS,
    },
  }

  app.get('/sources.opml', { schema }, (request, reply) => {
    const baseUrl = deps.baseUrlOf(request)
    return deps.answer(request, reply, {
      key: `${baseUrl}/sources.opml`,
      mimeType: 'text/x-opml; charset=utf-8',
      maxAgeSeconds: 60,
      build: async () => {
        const sources = await deps.store.listSources(deps.now())
        const enabled = sources.filter((source) => source.enabled)
        return { bytes: (asOf: string) => sourcesOpml(enabled, baseUrl, Date.parse(asOf)) }
      },
    })
  })
}
