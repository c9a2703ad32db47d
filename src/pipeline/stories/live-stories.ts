import { countWhile } from '../../model/count-while.ts'
import { inSteps } from '../../model/in-steps.ts'
import { type Clock, DAY_MS } from '../../model/time.ts'
import type { LivePlacement, Store } from '../../store/store.ts'
import { type StoryPlacement, StoryPlacer } from '../../stories/cluster/placer.ts'
import { decodeSnapshot, encodeSnapshot, type Snapshot } from '../../stories/cluster/snapshot.ts'

/** Items published or seen first within this time can still get new neighbours. */
const LIVE_MS = 4 * DAY_MS

/**
 * Interval at which other work of the thread gets a turn, such as heartbeats of the digesting node. Not shorter, since
 * each turn may take as long, for example to parse documents.
 */
const STEP_MS = 250

type StoriesStore = Pick<
  Store,
  'listStoryItems' | 'listStoryPlacements' | 'findStoryItems' | 'keepLiveStories' | 'readLiveStories'
>

/** The stories that can still grow. Read from the store on first use, and whenever memory and store may differ. */
export class LiveStories {
  readonly #store: StoriesStore
  readonly #now: Clock
  #placer: StoryPlacer | undefined
  #isKept = true
  /** Settles when no item is being placed. */
  #placing: Promise<unknown> | undefined

  constructor(store: StoriesStore, now: Clock) {
    this.#store = store
    this.#now = now
  }

  /**
   * `StoryPlacer.place` in steps, so that a large batch does not block the thread's heartbeats. Rejects with the
   * store's error if the stories cannot be read.
   */
  async place(...[batch, newStoryId]: Parameters<StoryPlacer['place']>): Promise<StoryPlacement> {
    // Lazily: visits without news do not need it.
    this.#placer ??= await this.#restored()
    this.#isKept = false
    const placing = inSteps(this.#placer.place(batch, newStoryId), STEP_MS).finally(
      () => (this.#placing = undefined),
    )
    this.#placing = placing
    return placing
  }

  /** Call it after a failed save: the store then lacks the last placed items. */
  reload(): void {
    this.#placer = undefined
  }

  forgetOld(): void {
    this.#placer?.forget(this.#now() - LIVE_MS)
  }

  /** Saves a snapshot for the next start, if items were placed since the last one. */
  async keep(): Promise<void> {
    // A snapshot during placing would lack links.
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
 * Story ids for a snapshot's items. The store is authoritative: a snapshot may be old, or have items that were never
 * saved or are deleted.
 *
 * @param placements of all live items
 * @returns story ids by row of the snapshot, 0 for items that are no longer live; and live items that the snapshot
 *   lacks
 */
function storedStories(
  { itemId: ids, firstSeenAt: seenAt }: Snapshot,
  placements: readonly LivePlacement[],
): { readonly storyIds: Float64Array; readonly missing: readonly number[] } {
  const storyIds = new Float64Array(ids.length)
  const missing: number[] = []
  for (const { itemId, storyId, firstSeenAt } of placements) {
    const row = countWhile(ids.length, (at) => (ids[at] ?? 0) < itemId)
    // A new item may have the id of one that was never saved.
    if (ids[row] === itemId && seenAt[row] === firstSeenAt) storyIds[row] = storyId
    else missing.push(itemId)
  }
  return { storyIds, missing }
}
