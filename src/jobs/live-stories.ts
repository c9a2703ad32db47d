import { createStoryPlacer } from '../digest/stories/placer.ts'
import type { StoryPlacer } from '../digest/stories/story-placer.ts'
import { DAY_MS } from '../domain/time.ts'
import type { Clock } from '../domain/time.ts'
import type { Store } from '../store/store.ts'

/** Items published or first seen so far back can still be joined by others. */
const LIVE_MS = 4 * DAY_MS

/** The stories that can still grow, read back from the store when memory and store may differ. */
export interface LiveStories extends Pick<StoryPlacer, 'place'> {
  /** Call after a save that failed: what was placed then is not in the store. */
  reload(): Promise<void>
  /** Lets go of what is too old to grow. */
  forgetOld(): void
}

export async function openLiveStories(
  store: Pick<Store, 'listStoryItems'>,
  now: Clock,
): Promise<LiveStories> {
  let placer = await restored()

  async function restored(): Promise<StoryPlacer> {
    const fresh = createStoryPlacer()
    fresh.restore(await store.listStoryItems(now() - LIVE_MS))
    return fresh
  }

  return {
    place: (batch, newStoryId) => placer.place(batch, newStoryId),
    async reload() {
      placer = await restored()
    },
    forgetOld() {
      placer.forget(now() - LIVE_MS)
    },
  }
}
