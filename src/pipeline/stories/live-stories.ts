import { type Clock, DAY_MS } from '../../model/time.ts'
import type { Store } from '../../store/store.ts'
import { type StoryPlacement, StoryPlacer } from '../../stories/cluster/placer.ts'
import { decodeSnapshot, encodeSnapshot } from '../../stories/cluster/snapshot.ts'
import { savedStories, storiesOfAll, storiesSince } from './kept-stories.ts'

/** Items published or first seen within this time can still be joined by others. */
const LIVE_MS = 4 * DAY_MS

/**
 * The stories that can still grow. They are read from the store on first use, and whenever memory and store
 * may differ.
 */
export interface LiveStories {
  /** Like `StoryPlacer.place`. Rejects with the store's error if the stories cannot be read. */
  place(...batch: Parameters<StoryPlacer['place']>): Promise<StoryPlacement>
  /** Call it after a failed save: the store then lacks the items just placed. */
  reload(): void
  /** Drops stories that are too old to grow. */
  forgetOld(): void
  /** Saves a snapshot for fast restoring, if any items were placed since the last one. */
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

/** A placer and the version of the store that it agrees with. */
interface Restored {
  readonly placer: StoryPlacer
  /** The version at which it last agreed with the store. */
  version: string
  /** Items placed since then. */
  readonly placed: Set<number>
}

export function openLiveStories(store: StoriesStore, now: Clock): LiveStories {
  let live: Restored | undefined
  let isKept = true

  // On first use: visits that find nothing new do not need it.
  async function restored(): Promise<Restored> {
    const placer = new StoryPlacer()
    const from = now() - LIVE_MS
    const bytes = await store.readLiveStories()
    const kept = bytes === undefined ? undefined : decodeSnapshot(bytes)
    // Read first: changes that another process saves meanwhile are then read twice, never missed.
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
      // If the store knows more than the placer, the next snapshot must start from the old version.
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
