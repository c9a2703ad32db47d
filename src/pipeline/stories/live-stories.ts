import { countWhile } from '../../model/count-while.ts'
import { inSteps } from '../../model/in-steps.ts'
import { type Clock, DAY_MS } from '../../model/time.ts'
import type { LivePlacement, Store } from '../../store/store.ts'
import { type StoryPlacement, StoryPlacer } from '../../stories/cluster/placer.ts'
import { decodeSnapshot, encodeSnapshot, type Snapshot } from '../../stories/cluster/snapshot.ts'

/** Items published or first seen within this time can still be joined by others. */
const LIVE_MS = 4 * DAY_MS

/**
 * After this time other work of the thread comes in between, such as signs of life of the one node that digests. Not sooner:
 * each time, that work may take as long, such as parsing documents.
 */
const STEP_MS = 250

type StoriesStore = Pick<
  Store,
  'listStoryItems' | 'listStoryPlacements' | 'findStoryItems' | 'keepLiveStories' | 'readLiveStories'
>

/**
 * The stories that can still grow. They are read from the store on first use, and whenever memory and store
 * may differ.
 */
export class LiveStories {
  readonly #store: StoriesStore
  readonly #now: Clock
  #placer: StoryPlacer | undefined
  #isKept = true
  /** Ends when no item is being placed. */
  #placing: Promise<unknown> | undefined

  constructor(store: StoriesStore, now: Clock) {
    this.#store = store
    this.#now = now
  }

  /**
   * Like `StoryPlacer.place`, in steps: a large batch must not keep this thread from giving signs of life. Rejects with the
   * store's error if the stories cannot be read.
   */
  async place(...[batch, newStoryId]: Parameters<StoryPlacer['place']>): Promise<StoryPlacement> {
    // On first use: visits that find nothing new do not need it.
    this.#placer ??= await this.#restored()
    this.#isKept = false
    const placing = inSteps(this.#placer.place(batch, newStoryId), STEP_MS).finally(
      () => (this.#placing = undefined),
    )
    this.#placing = placing
    return placing
  }

  /** Call it after a failed save: the store then lacks the items just placed. */
  reload(): void {
    this.#placer = undefined
  }

  /** Drops stories that are too old to grow. */
  forgetOld(): void {
    this.#placer?.forget(this.#now() - LIVE_MS)
  }

  /** Saves a snapshot for fast restoring, if any items were placed since the last one. */
  async keep(): Promise<void> {
    // A snapshot of items that are being placed would lack their links.
    while (this.#placing !== undefined) await this.#placing
    if (this.#placer === undefined || this.#isKept) return
    this.#isKept = true
    await this.#store.keepLiveStories(encodeSnapshot(this.#placer.snapshot()))
  }

  async #restored(): Promise<StoryPlacer> {
    const store = this.#store
    const placer = new StoryPlacer()
    const from = this.#now() - LIVE_MS
    const bytes = await store.readLiveStories()
    const snapshot = bytes === undefined ? undefined : decodeSnapshot(bytes)
    if (snapshot === undefined) {
      await inSteps(placer.restore(await store.listStoryItems(from)), STEP_MS)
    } else {
      const { storyIds, missing } = storedStories(snapshot, await store.listStoryPlacements(from))
      await inSteps(placer.restore(await store.findStoryItems(missing), { snapshot, storyIds }), STEP_MS)
    }
    return placer
  }
}

/**
 * The stories of a snapshot's items according to the store, which is authoritative: a snapshot may be older, or have items that
 * were never saved or are deleted.
 *
 * @param placements of all live items
 * @returns stories by row of the snapshot, 0 where the item is no longer live; live items that the snapshot does not know
 */
function storedStories(
  { itemId: ids, firstSeenAt: seenAt }: Snapshot,
  placements: readonly LivePlacement[],
): { readonly storyIds: Float64Array; readonly missing: readonly number[] } {
  const storyIds = new Float64Array(ids.length)
  const missing: number[] = []
  for (const { itemId, storyId, firstSeenAt } of placements) {
    const row = countWhile(ids.length, (at) => (ids[at] ?? 0) < itemId)
    // A new item may have the id of an item that was never saved.
    if (ids[row] === itemId && seenAt[row] === firstSeenAt) storyIds[row] = storyId
    else missing.push(itemId)
  }
  return { storyIds, missing }
}
