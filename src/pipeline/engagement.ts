import type { Engagement } from '../model/entry.ts'
import { engagementRatio, usualEngagement } from '../model/score.ts'
import { type Clock, DAY_MS, type EpochMs, HOUR_MS } from '../model/time.ts'
import type { Store } from '../store/store.ts'

/** What is usual at a source is taken from so far back, and kept for an hour. */
const WINDOW_MS = 30 * DAY_MS
const KEPT_MS = HOUR_MS

/** Engagement over what is usual in its source, 0..64. */
export type EngagementRatio = (engagement: Engagement | null) => number

export interface EngagementScale {
  /** @param batch engagement points that the present visit brings: they stand in where none are stored yet */
  ofSource(sourceId: string, batch: readonly number[]): Promise<EngagementRatio>
}

/** Sets engagement against what is usual at its source. */
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
