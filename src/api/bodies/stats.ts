import type { z } from 'zod'
import type { HealthStatus, SourceReport } from '../../model/source.ts'
import { type EpochMs, toIso, toIsoOrNull } from '../../model/time.ts'
import type { NameCount, StoreStats } from '../../store/read-store.ts'
import type { ActivityBody, StatsBody } from '../schemas/service.ts'

export function statsJson(
  stats: StoreStats,
  sources: readonly SourceReport[],
  now: EpochMs,
): z.output<typeof StatsBody> {
  const enabled = sources.filter((source) => source.enabled)
  const having = (status: HealthStatus) => sources.filter(({ health }) => health.status === status).length
  return {
    generatedAt: toIso(now),
    items: {
      total: stats.items.total,
      last24h: stats.items.last24h,
      last7d: stats.items.last7d,
      oldestAt: toIsoOrNull(stats.items.oldestAt),
      newestAt: toIsoOrNull(stats.items.newestAt),
    },
    stories: { total: stats.stories.total, multiSource: stats.stories.multiSource },
    sources: {
      total: sources.length,
      enabled: enabled.length,
      new: having('new'),
      ok: having('ok'),
      degraded: having('degraded'),
      failing: having('failing'),
      gone: having('gone'),
      disabled: having('disabled'),
    },
    duplicates: { merged: stats.duplicatesMerged },
    byCategory: nameCounts(stats.byCategory),
    byRegion: nameCounts(stats.byRegion),
    byLanguage: nameCounts(stats.byLanguage),
    unknown: {
      region: stats.items.total - sumOf(stats.byRegion),
      language: stats.items.total - sumOf(stats.byLanguage),
    },
    bySource: nameCounts(stats.bySource),
    byDay: stats.byDay.map(({ date, count }) => ({ date, count })),
    byHourOfWeek: [...stats.byHourOfWeek],
    collector: {
      visitsLast24h: stats.collector.visitsLast24h,
      failedLast24h: stats.collector.failedLast24h,
      itemsAddedLast24h: stats.collector.itemsAddedLast24h,
      lastVisitAt: toIsoOrNull(stats.collector.lastVisitAt),
    },
    storage: {
      engine: stats.storage.engine,
      bytes: stats.storage.bytes,
      schemaVersion: stats.storage.schemaVersion,
    },
  }
}

function sumOf(counts: readonly NameCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

function nameCounts(counts: readonly NameCount[]): { name: string; count: number }[] {
  return counts.map(({ name, count }) => ({ name, count }))
}

/** What was published when, for charts. */
export function activityJson(
  stats: StoreStats,
  sources: readonly SourceReport[],
): z.output<typeof ActivityBody> {
  return {
    days: stats.byDay.map(({ date, count, byCategory }) => ({
      date,
      count,
      byCategory: nameCounts(byCategory),
    })),
    sources: sources.map(({ id, itemsByDay }) => ({ id, itemsByDay: [...itemsByDay] })),
  }
}
