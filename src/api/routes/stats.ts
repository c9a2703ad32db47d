import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { jsonDraft, minutePlan } from '../answer/drafts.ts'
import { pickFields } from '../bodies/envelope.ts'
import { activityJson, statsJson } from '../bodies/stats.ts'
import type { RouteDeps } from '../deps.ts'
import { someOf } from '../query/parameters.ts'
import { canonicalQuery } from '../query/query-string.ts'
import { json, PROBLEMS } from '../schemas/problem.ts'
import { STATS_FIELDS, StatsBody } from '../schemas/service.ts'

const PATH = '/api/stats'

const StatsQuery = z.strictObject({
  fields: someOf(STATS_FIELDS).optional().describe('Only these fields; the response leaves out all others.'),
  include: someOf(['activity'])
    .optional()
    .describe('Also what was published when: `activity`, by category and by source.'),
})

/** GET /api/stats: the collection in numbers. */
export const statsRoute: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  const schema = {
    operationId: 'getStats',
    tags: ['service'],
    summary: 'The collection in numbers',
    description: 'Computed at most once a minute while nothing changes.',
    querystring: StatsQuery,
    response: { 200: json('The numbers.', StatsBody), ...PROBLEMS },
  }

  app.get(PATH, { schema }, (request, reply) => {
    const { fields, include } = request.query
    const build = async () => {
      const now = deps.now()
      const [stats, sources] = await Promise.all([deps.store.stats(now), deps.store.listSources(now)])
      const numbers = statsJson(stats, sources, now)
      const showsActivity = include !== undefined || fields?.includes('activity') === true
      const all = showsActivity ? { ...numbers, activity: activityJson(stats, sources) } : numbers
      return jsonDraft(pickFields(all, fields))
    }
    return deps.answer(request, reply, minutePlan(`${PATH}?${canonicalQuery(request.query)}`, build))
  })
}
