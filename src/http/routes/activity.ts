import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { jsonDraft } from '../answer/json-draft.ts'
import { minutePlan } from '../answer/minute-plan.ts'
import { activityJson } from '../bodies/activity.ts'
import type { RouteDeps } from '../deps.ts'
import { NoQuery } from '../query/no-query.ts'
import { json } from '../schemas/problem.ts'
import { PROBLEMS } from '../schemas/problems.ts'
import { ActivityBody } from '../schemas/service.ts'

/** GET /api/activity: what was published when, as charts draw it. */
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
