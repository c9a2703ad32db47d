import type { Engagement } from '../model/entry.ts'
import { engagementRatio, usualEngagement } from '../model/score.ts'
import { type Clock, DAY_MS, type EpochMs, HOUR_MS } from '../model/time.ts'
import type { Store } from '../store/store.ts'

/** Period that determines the usual engagement of a source. The value is cached for one hour. */
const WINDOW_MS = 30 * DAY_MS
const KEPT_MS = HOUR_MS

/** Engagement divided by the usual engagement of its source, 0 to 64. */
export type EngagementRatio = (engagement: Engagement | null) => number

export interface EngagementScale {
  /** @param batch engagement points of the present visit: used if none are stored yet */
  ofSource(sourceId: string, batch: readonly number[]): Promise<EngagementRatio>
}

/** Compares engagement with what is usual for its source. */
export function createEngagementScale(store: Pick<Store, 'listEngagements'>, now: Clock): EngagementScale {
  const usual = new Map<string, { readonly value: number; readonly until: EpochMs }>()

  return {
    async ofSource(sourceId, batch) {
      if (batch.length === 0) return () => 0

      let kept = usual.get(sourceId)
      if (kept === undefined || kept.until <= now()) {
        const stored = await store.listEngagements(sourceId, now() - WINDOW_MS)
        kept = { value: usualEngagement(stored.length > 0 ? stored : batch), until: now() + KEPT_MS }
        usual.set(sourceId, kept)
      }
      const { value } = kept
      return (engagement) => engagementRatio(engagement, value)
    },
  }
}
