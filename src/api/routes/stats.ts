import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { jsonDraft, minutePlan } from '../answer/drafts.ts'
import { statsJson, activityJson } from '../bodies/stats.ts'
import type { RouteDeps } from '../deps.ts'
import { NoQuery } from '../query/parameters.ts'
import { json, PROBLEMS } from '../schemas/problem.ts'
import { StatsBody, ActivityBody } from '../schemas/service.ts'

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

/** GET /api/activity: publication counts over time, for charts. */
export const activityRoute: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  const schema = {
    operationId: 'getActivity',
    tags: ['service'],
    summary: 'What was published when',
    description:
      'Items of the last days by category, and of each source. Computed at most once a minute while nothing changes.',
    querystring: NoQuery,
    response: { 200: json('The days.', ActivityBody), ...PROBLEMS },
  }

  app.get('/api/activity', { schema }, (request, reply) =>
    deps.answer(
      request,
      reply,
      minutePlan('/api/activity', async () => {
        const now = deps.now()
        const [stats, sources] = await Promise.all([deps.store.stats(now), deps.store.listSources(now)])
        return jsonDraft(activityJson(stats, sources, now))
      }),
    ),
  )
}
