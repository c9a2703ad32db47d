import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { jsonDraft } from '../answer/json-draft.ts'
import { minutePlan } from '../answer/minute-plan.ts'
import { statsJson } from '../bodies/stats.ts'
import type { RouteDeps } from '../deps.ts'
import { NoQuery } from '../query/no-query.ts'
import { json } from '../schemas/problem.ts'
import { PROBLEMS } from '../schemas/problems.ts'
import { StatsBody } from '../schemas/service.ts'

/** GET /api/stats: the collection in numbers. */
export const statsRoute: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  const schema = {
    operationId: 'getStats',
    tags: ['service'],
    summary: 'The collection in numbers',
    description: 'Computed at most once a minute while nothing changes.',
    querystring: NoQuery,
    response: { 200: json('The numbers.', StatsBody), ...PROBLEMS },
  }

  app.get('/api/stats', { schema }, (request, reply) =>
    deps.answer(
      request,
      reply,
      minutePlan('/api/stats', async () => {
        const now = deps.now()
        const [stats, sources] = await Promise.all([deps.store.stats(now), deps.store.listSources(now)])
        return jsonDraft(statsJson(stats, sources, now))
      }),
    ),
  )
}
