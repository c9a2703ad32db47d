import type { Engagement } from '../model/entry.ts'
import { engagementRatio, usualEngagement } from '../model/score.ts'
import { DAY_MS, type EpochMs } from '../model/time.ts'
import type { Store } from '../store/store.ts'

/** The period that defines a source's usual engagement. */
const WINDOW_MS = 30 * DAY_MS

/** Engagement divided by the usual engagement of its source, 0 to 64. */
export type EngagementRatio = (engagement: Engagement | null) => number

/**
 * Makes the ratio of engagement to what is usual for the source.
 *
 * @param batch points of the current visit, used if none are stored yet
 */
export async function engagementScale(
  sourceId: string,
  batch: readonly number[],
  now: EpochMs,
  store: Pick<Store, 'listEngagements'>,
): Promise<EngagementRatio> {
  if (batch.length === 0) return () => 0
  const stored = await store.listEngagements(sourceId, now - WINDOW_MS)
  const usual = usualEngagement(stored.length > 0 ? stored : batch)
  return (engagement) => engagementRatio(engagement, usual)
}
