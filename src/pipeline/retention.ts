import { EVERYTHING } from '../model/filter.ts'
import type { RetentionPolicy } from '../model/retention-policy.ts'
import { DAY_MS, type EpochMs } from '../model/time.ts'
import type { InTurn, Pruned, PruneRequest } from '../store/records.ts'
import type { ClockState } from './clock-check.ts'
import type { VisitDeps } from './visit-source.ts'

/** What retention deleted, and what it spared because the clock may be wrong. */
export interface Retained extends Pruned {
  readonly clock: ClockState
  /** Items that are old by this clock and were spared. */
  readonly spared: number
}

/**
 * Deletes items by the retention policy, in steps between visits. While the clock may be wrong, none is deleted because
 * of its age (docs/decisions/042-retention.md). Rejects with the abort reason after an abort.
 */
export async function pruneOld(
  { days, maxItemsPerSource, bySource, deletesKeptMs }: RetentionPolicy & Pick<PruneRequest, 'deletesKeptMs'>,
  deps: Pick<VisitDeps, 'store' | 'stories' | 'queue' | 'clock' | 'now'>,
  signal?: AbortSignal,
): Promise<Retained> {
  const inTurn: InTurn = async (work) => {
    signal?.throwIfAborted()
    return deps.queue(work)
  }
  const now = deps.now()
  const ofSources = [...(bySource ?? [])].map(([sourceId, own]) => ({
    sourceId,
    maxItems: own.maxItems,
    firstSeenBefore: now - own.days * DAY_MS,
  }))
  const kept = { maxItemsPerSource, ofSources, ...(deletesKeptMs === undefined ? {} : { deletesKeptMs }) }
  const before = now - days * DAY_MS
  const clock = await clockState(deps, now)
  if (clock.kind === 'right') {
    await inTurn(async () => deps.stories.forgetOld())
    return { ...(await deps.store.prune({ ...kept, firstSeenBefore: before }, inTurn)), clock, spared: 0 }
  }
  const pruned = await deps.store.prune(kept, inTurn)
  const window = { limit: 1, offset: 0, after: undefined }
  const { total } = await deps.store.select({ ...EVERYTHING, seenUntil: before }, 'firstSeen', window)
  return { ...pruned, clock, spared: total }
}

/** Reads the newest item only if no server stated a time, since a write-only connection holds no list of items. */
async function clockState(
  { clock, store }: Pick<VisitDeps, 'clock' | 'store'>,
  now: EpochMs,
): Promise<ClockState> {
  const heard = clock.stateAt(now, null)
  return heard.kind === 'unconfirmed' ? clock.stateAt(now, (await store.ping()).newestItemAt) : heard
}
