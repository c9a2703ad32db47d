import * as z from 'zod'
import type { Encoded } from '../../model/json-values.ts'
import type { SourceReport } from '../../model/source-report.ts'
import type { HealthStatus } from '../../model/source.ts'
import { type NameCount, type StoreStats, StatsBody, type ActivityBody } from '../../model/stats.ts'
import { toIso, toIsoOrNull, type EpochMs } from '../../model/time.ts'
import { BY_THE_MINUTE, jsonDraft } from '../answer/drafts.ts'
import { pickFields } from '../bodies/envelope.ts'
import { someOf } from '../query/parameters.ts'
import { PROBLEMS, json } from '../schemas/problem.ts'
import { STATS_FIELDS } from '../schemas/service.ts'
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
        const left = await deps.store.countLeftItems(sources.map(({ id }) => id))
        const numbers = statsJson(stats, sources, left.items, now)
        const showsActivity = include !== undefined || fields?.includes('activity') === true
        const all = showsActivity ? { ...numbers, activity: activityJson(stats, sources) } : numbers
        return jsonDraft(pickFields(all, fields))
      },
    }),
)

function statsJson(
  stats: StoreStats,
  sources: readonly SourceReport[],
  ofRemovedSources: number,
  now: EpochMs,
): Encoded<typeof StatsBody> {
  const { items, collector } = stats
  const having = (status: HealthStatus) => sources.filter(({ health }) => health.status === status).length
  return {
    generatedAt: toIso(now),
    items: {
      ...items,
      oldestAt: toIsoOrNull(items.oldestAt),
      newestAt: toIsoOrNull(items.newestAt),
      ofRemovedSources,
    },
    stories: stats.stories,
    sources: {
      total: sources.length,
      enabled: sources.filter((source) => source.enabled).length,
      new: having('new'),
      ok: having('ok'),
      degraded: having('degraded'),
      failing: having('failing'),
      gone: having('gone'),
      disabled: having('disabled'),
    },
    duplicates: { merged: stats.duplicatesMerged },
    byCategory: stats.byCategory,
    byRegion: stats.byRegion,
    byLanguage: stats.byLanguage,
    unknown: {
      region: items.total - sumOf(stats.byRegion),
      language: items.total - sumOf(stats.byLanguage),
    },
    bySource: stats.bySource,
    byDay: stats.byDay.map(({ date, count }) => ({ date, count })),
    byHourOfWeek: stats.byHourOfWeek,
    collector: { ...collector, lastVisitAt: toIsoOrNull(collector.lastVisitAt) },
    storage: stats.storage,
  }
}

function sumOf(counts: readonly NameCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

/** Items by day of publication, for charts. */
function activityJson({ byDay }: StoreStats, sources: readonly SourceReport[]): Encoded<typeof ActivityBody> {
  return { days: byDay, sources: sources.map(({ id, itemsByDay }) => ({ id, itemsByDay })) }
}
