import { createStoryPlacer } from '../../stories/cluster/placer.ts'
import { decodeSnapshot, encodeSnapshot } from '../../stories/cluster/snapshot/snapshot.ts'
import type { StoryPlacement, StoryPlacer } from '../../stories/cluster/story-placer.ts'
import { type Clock, DAY_MS } from '../../model/time.ts'
import type { Store } from '../../store/store.ts'
import { savedStories, storiesOfAll, storiesSince } from './kept-stories.ts'

/** Items published or first seen so far back can still be joined by others. */
const LIVE_MS = 4 * DAY_MS

/**
 * The stories that can still grow, read back from the store when they are first needed, and when memory and
 * store may differ.
 */
export interface LiveStories {
  /** As `StoryPlacer.place`; rejects as the store does where the stories cannot be read. */
  place(...batch: Parameters<StoryPlacer['place']>): Promise<StoryPlacement>
  /** Call after a save that failed: what was placed then is not in the store. */
  reload(): void
  /** Lets go of what is too old to grow. */
  forgetOld(): void
  /** Saves a snapshot that makes reading the live stories back cheap, where any were placed since the last one. */
  keep(): Promise<void>
}

type StoriesStore = Pick<
  Store,
  | 'listStoryItems'
  | 'listStoryPlacements'
  | 'listPlacementChanges'
  | 'findStoryItems'
  | 'keepLiveStories'
  | 'readLiveStories'
>

/** A placer, and what it knows of the store. */
interface Restored {
  readonly placer: StoryPlacer
  /** When it last held what the store did, and nothing else. */
  version: string
  /** Items placed since then. */
  readonly placed: Set<number>
}

export function openLiveStories(store: StoriesStore, now: Clock): LiveStories {
  let live: Restored | undefined
  let isKept = true

  // Done when first needed: a round of visits that finds nothing new does without.
  async function restored(): Promise<Restored> {
    const placer = createStoryPlacer()
    const from = now() - LIVE_MS
    const bytes = await store.readLiveStories()
    const kept = bytes === undefined ? undefined : decodeSnapshot(bytes)
    // Read first: so what another process saves meanwhile is read twice, never missed.
    const since = await store.listPlacementChanges(from, kept?.mark ?? undefined)
    if (kept === undefined) {
      placer.restore(await store.listStoryItems(from))
    } else {
      const { snapshot } = kept
      const { storyIds, missing } =
        storiesSince(snapshot, since, from) ?? storiesOfAll(snapshot, await store.listStoryPlacements(from))
      placer.restore(await store.findStoryItems(missing), { snapshot, storyIds })
    }
    return { placer, version: since.version, placed: new Set() }
  }

  return {
    async place(batch, newStoryId) {
      live ??= await restored()
      isKept = false
      for (const { itemId } of batch) live.placed.add(itemId)
      return live.placer.place(batch, newStoryId)
    },
    reload() {
      live = undefined
    },
    forgetOld() {
      live?.placer.forget(now() - LIVE_MS)
    },
    async keep() {
      if (live === undefined || isKept) return
      isKept = true
      const snapshot = live.placer.snapshot()
      const since = await store.listPlacementChanges(now() - LIVE_MS, live.version)
      const saved = savedStories(snapshot, since, live.placed)
      // Where the store knows more than the placer, the next snapshot must still start from the old mark.
      if (saved?.isAgreed === true) live.version = since.version
      // Changes that the store no longer knows will not be known later either.
      if (saved?.isAgreed === true || since.itemIds === undefined) live.placed.clear()
      const bytes =
        saved === undefined
          ? encodeSnapshot(snapshot, null)
          : encodeSnapshot({ ...snapshot, storyId: saved.storyIds }, live.version)
      await store.keepLiveStories(bytes)
    },
  }
}
