import type { HealthStatus, SourceReport } from '../../model/source.ts'
import { type EpochMs, toIso, toIsoOrNull } from '../../model/time.ts'
import type { NameCount, StoreStats } from '../../store/read-store.ts'
import type { ActivityBody, StatsBody } from '../schemas/service.ts'
import type { Encoded } from '../schemas/values.ts'

export function statsJson(
  stats: StoreStats,
  sources: readonly SourceReport[],
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

/** What was published when, for charts. */
export function activityJson(
  { byDay }: StoreStats,
  sources: readonly SourceReport[],
): Encoded<typeof ActivityBody> {
  return { days: byDay, sources: sources.map(({ id, itemsByDay }) => ({ id, itemsByDay })) }
}
