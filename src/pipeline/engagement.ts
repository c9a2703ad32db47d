import type { Engagement } from '../model/entry.ts'
import { engagementRatio, usualEngagement } from '../model/score.ts'
import { type Clock, DAY_MS, type EpochMs, HOUR_MS } from '../model/time.ts'
import type { Store } from '../store/store.ts'

/** Period that determines the usual engagement of a source. The value is cached for one hour. */
const WINDOW_MS = 30 * DAY_MS
const KEPT_MS = HOUR_MS

/** Engagement divided by the usual engagement of its source, 0 to 64. */
export type EngagementRatio = (engagement: Engagement | null) => number

/** Compares engagement with what is usual for its source. */
export class EngagementScale {
  readonly #store: Pick<Store, 'listEngagements'>
  readonly #now: Clock
  readonly #usual = new Map<string, { readonly value: number; readonly until: EpochMs }>()

  constructor(store: Pick<Store, 'listEngagements'>, now: Clock) {
    this.#store = store
    this.#now = now
  }

  /** @param batch engagement points of the present visit: used if none are stored yet */
  async ofSource(sourceId: string, batch: readonly number[]): Promise<EngagementRatio> {
    if (batch.length === 0) return () => 0
    const now = this.#now()
    let kept = this.#usual.get(sourceId)
    if (kept === undefined || kept.until <= now) {
      const stored = await this.#store.listEngagements(sourceId, now - WINDOW_MS)
      kept = { value: usualEngagement(stored.length > 0 ? stored : batch), until: now + KEPT_MS }
      this.#usual.set(sourceId, kept)
    }
    const { value } = kept
    return (engagement) => engagementRatio(engagement, value)
  }
}
