import { createStoryPlacer } from '../digest/stories/placer.ts'
import type { StoryPlacement, StoryPlacer } from '../digest/stories/story-placer.ts'
import { DAY_MS } from '../domain/time.ts'
import type { Clock } from '../domain/time.ts'
import type { Store } from '../store/store.ts'

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
}

export function openLiveStories(store: Pick<Store, 'listStoryItems'>, now: Clock): LiveStories {
  let placer: StoryPlacer | undefined

  // Seconds of work where the collection is large, which a round of visits that finds nothing new does without.
  async function restored(): Promise<StoryPlacer> {
    const fresh = createStoryPlacer()
    fresh.restore(await store.listStoryItems(now() - LIVE_MS))
    return fresh
  }

  return {
    async place(batch, newStoryId) {
      placer ??= await restored()
      return placer.place(batch, newStoryId)
    },
    reload() {
      placer = undefined
    },
    forgetOld() {
      placer?.forget(now() - LIVE_MS)
    },
  }
}
