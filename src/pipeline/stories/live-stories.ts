import { inSteps } from '../../model/in-steps.ts'
import { type Clock, DAY_MS } from '../../model/time.ts'
import type { Store } from '../../store/store.ts'
import { type StoryPlacement, StoryPlacer } from '../../stories/cluster/placer.ts'
import { decodeSnapshot, encodeSnapshot } from '../../stories/cluster/snapshot.ts'
import { savedStories, storiesOfAll, storiesSince } from './kept-stories.ts'

/** Items published or first seen within this time can still be joined by others. */
const LIVE_MS = 4 * DAY_MS

/**
 * After this time other work of the thread comes in between, such as signs of life of the one node that digests. Not sooner:
 * each time, that work may take as long, such as parsing documents.
 */
const STEP_MS = 250

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

/**
 * The stories that can still grow. They are read from the store on first use, and whenever memory and store
 * may differ.
 */
export class LiveStories {
  readonly #store: StoriesStore
  readonly #now: Clock
  #live: Restored | undefined
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
    this.#live ??= await this.#restored()
    this.#isKept = false
    for (const { itemId } of batch) this.#live.placed.add(itemId)
    const placing = inSteps(this.#live.placer.place(batch, newStoryId), STEP_MS).finally(
      () => (this.#placing = undefined),
    )
    this.#placing = placing
    return placing
  }

  /** Call it after a failed save: the store then lacks the items just placed. */
  reload(): void {
    this.#live = undefined
  }

  /** Drops stories that are too old to grow. */
  forgetOld(): void {
    this.#live?.placer.forget(this.#now() - LIVE_MS)
  }

  /** Saves a snapshot for fast restoring, if any items were placed since the last one. */
  async keep(): Promise<void> {
    // A snapshot of items that are being placed would lack their links.
    while (this.#placing !== undefined) await this.#placing
    const live = this.#live
    if (live === undefined || this.#isKept) return
    this.#isKept = true
    const snapshot = live.placer.snapshot()
    const since = await this.#store.listPlacementChanges(this.#now() - LIVE_MS, live.version)
    const saved = savedStories(snapshot, since, live.placed)
    // If the store knows more than the placer, the next snapshot must start from the old version.
    if (saved?.isAgreed === true) live.version = since.version
    // Changes that the store no longer knows will not be known later either.
    if (saved?.isAgreed === true || since.itemIds === undefined) live.placed.clear()
    const parts =
      saved === undefined
        ? encodeSnapshot(snapshot, null)
        : encodeSnapshot({ ...snapshot, storyId: saved.storyIds }, live.version)
    await this.#store.keepLiveStories(parts)
  }

  async #restored(): Promise<Restored> {
    const store = this.#store
    const placer = new StoryPlacer()
    const from = this.#now() - LIVE_MS
    const bytes = await store.readLiveStories()
    const kept = bytes === undefined ? undefined : decodeSnapshot(bytes)
    // Read first: changes that another process saves meanwhile are then read twice, never missed.
    const since = await store.listPlacementChanges(from, kept?.mark ?? undefined)
    if (kept === undefined) {
      await inSteps(placer.restore(await store.listStoryItems(from)), STEP_MS)
    } else {
      const { snapshot } = kept
      const { storyIds, missing } =
        storiesSince(snapshot, since, from) ?? storiesOfAll(snapshot, await store.listStoryPlacements(from))
      await inSteps(placer.restore(await store.findStoryItems(missing), { snapshot, storyIds }), STEP_MS)
    }
    return { placer, version: since.version, placed: new Set() }
  }
}
