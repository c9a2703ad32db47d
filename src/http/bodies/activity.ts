import type { z } from 'zod'
import type { SourceReport } from '../../domain/source.ts'
import { type EpochMs, toIso } from '../../domain/time.ts'
import type { StoreStats } from '../../store/read-store.ts'
import type { ActivityBody } from '../schemas/service.ts'
import { nameCounts } from './stats.ts'

export function activityJson(
  stats: StoreStats,
  sources: readonly SourceReport[],
  now: EpochMs,
): z.output<typeof ActivityBody> {
  return {
    generatedAt: toIso(now),
    days: stats.byDay.map(({ date, count, byCategory }) => ({
      date,
      count,
      byCategory: nameCounts(byCategory),
    })),
    sources: sources.map(({ id, itemsByDay }) => ({ id, itemsByDay: [...itemsByDay] })),
  }
}
