import { createStoryPlacer } from '../digest/stories/placer.ts'
import { decodeSnapshot, encodeSnapshot } from '../digest/stories/snapshot.ts'
import type { Snapshot } from '../digest/stories/snapshot.ts'
import type { StoryPlacement, StoryPlacer } from '../digest/stories/story-placer.ts'
import { DAY_MS } from '../domain/time.ts'
import type { Clock } from '../domain/time.ts'
import type { LivePlacement, Store } from '../store/store.ts'

/** Items published or first seen so far back can still be joined by others. */
const LIVE_MS = 4 * DAY_MS

/** The stories that can still grow, read back from the store when they are first needed, and when memory and store may differ. */
export interface LiveStories {
  /** As `StoryPlacer.place`; rejects as the store does where the stories cannot be read. */
  place(...batch: Parameters<StoryPlacer['place']>): Promise<StoryPlacement>
  /** Call after a save that failed: what was placed then is not in the store. */
  reload(): void
  /** Lets go of what is too old to grow. */
  forgetOld(): void
  /** Has the store keep what reading the live stories back costs most, where any were placed since it was kept last. */
  keep(): Promise<void>
}

type StoriesStore = Pick<
  Store,
  'listStoryItems' | 'listStoryPlacements' | 'findStoryItems' | 'keepLiveStories' | 'readLiveStories'
>

export function openLiveStories(store: StoriesStore, now: Clock): LiveStories {
  let placer: StoryPlacer | undefined
  let isKept = true

  // Work that a round of visits that finds nothing new does without.
  async function restored(): Promise<StoryPlacer> {
    const fresh = createStoryPlacer()
    const from = now() - LIVE_MS
    const bytes = await store.readLiveStories()
    const snapshot = bytes === undefined ? undefined : decodeSnapshot(bytes)
    if (snapshot === undefined) {
      fresh.restore(await store.listStoryItems(from))
    } else {
      const { storyOf, missing } = compare(await store.listStoryPlacements(from), snapshot)
      fresh.restore(await store.findStoryItems(missing), { snapshot, storyOf })
    }
    return fresh
  }

  return {
    async place(batch, newStoryId) {
      placer ??= await restored()
      isKept = false
      return placer.place(batch, newStoryId)
    },
    reload() {
      placer = undefined
    },
    forgetOld() {
      placer?.forget(now() - LIVE_MS)
    },
    async keep() {
      if (placer === undefined || isKept) return
      isKept = true
      await store.keepLiveStories(encodeSnapshot(placer.snapshot()))
    },
  }
}

/**
 * The store is the truth: the snapshot may be older, or of items that were never saved or have gone since.
 *
 * @returns the stories of the items that the snapshot knows, and the items that it does not
 */
function compare(
  placements: readonly LivePlacement[],
  { itemId, firstSeenAt }: Snapshot,
): { storyOf: ReadonlyMap<number, number>; missing: number[] } {
  const seenAt = new Map<number, number>()
  for (let row = 0; row < itemId.length; row++) seenAt.set(itemId[row] ?? 0, firstSeenAt[row] ?? 0)
  const storyOf = new Map<number, number>()
  const missing: number[] = []
  for (const placement of placements) {
    if (seenAt.get(placement.itemId) === placement.firstSeenAt)
      storyOf.set(placement.itemId, placement.storyId)
    else missing.push(placement.itemId)
  }
  return { storyOf, missing }
}
