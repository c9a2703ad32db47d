import * as z from 'zod'
import { BY_THE_MINUTE, jsonDraft } from '../answer/drafts.ts'
import { pickFields } from '../bodies/envelope.ts'
import { activityJson, statsJson } from '../bodies/stats.ts'
import { someOf } from '../query/parameters.ts'
import { json, PROBLEMS } from '../schemas/problem.ts'
import { STATS_FIELDS, StatsBody } from '../schemas/service.ts'
import { route } from './route.ts'

const StatsQuery = z.strictObject({
  fields: someOf(STATS_FIELDS).optional().describe('Only these fields; the response leaves out all others.'),
  include: someOf(['activity'])
    .optional()
    .describe('Also what was published when: `activity`, by category and by source.'),
})

/** GET /api/stats: the collection in numbers. */
export const statsRoute = route(
  '/api/stats',
  {
    operationId: 'getStats',
    tags: ['service'],
    summary: 'The collection in numbers',
    description: 'Computed at most once a minute while nothing changes.',
    querystring: StatsQuery,
    response: { 200: json('The numbers.', StatsBody), ...PROBLEMS },
  },
  (deps) =>
    ({ fields, include }) => ({
      ...BY_THE_MINUTE,
      build: async () => {
        const now = deps.now()
        const [stats, sources] = await Promise.all([deps.store.stats(now), deps.store.listSources(now)])
        const numbers = statsJson(stats, sources, now)
        const showsActivity = include !== undefined || fields?.includes('activity') === true
        const all = showsActivity ? { ...numbers, activity: activityJson(stats, sources) } : numbers
        return jsonDraft(pickFields(all, fields))
      },
    }),
)
