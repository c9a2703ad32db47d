import { countWhile } from '../../model/count-while.ts'
import { inSteps } from '../../model/in-steps.ts'
import { type Clock, DAY_MS, type EpochMs } from '../../model/time.ts'
import type { LivePlacement, PlacementChanges, Store } from '../../store/store.ts'
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
    const bytes =
      saved === undefined
        ? encodeSnapshot(snapshot, null)
        : encodeSnapshot({ ...snapshot, storyId: saved.storyIds }, live.version)
    await this.#store.keepLiveStories(bytes)
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

/*
 * The store is authoritative: a snapshot may be older, or have items that were never saved or are deleted.
 */

/** The stories of a snapshot's items according to the store. */
interface StoredStories {
  /** By row of the snapshot; 0 where the item is no longer live. */
  readonly storyIds: Float64Array
  /** Live items that the snapshot does not know. */
  readonly missing: readonly number[]
}

/** @param placements of all live items */
function storiesOfAll(snapshot: Snapshot, placements: readonly LivePlacement[]): StoredStories {
  return withPlacements(snapshot, new Float64Array(snapshot.itemId.length), placements)
}

/**
 * Like `storiesOfAll`, from the changes since the snapshot was saved.
 *
 * @returns `undefined` if the changes are not known
 */
function storiesSince(
  snapshot: Snapshot,
  { itemIds, placements }: PlacementChanges,
  from: EpochMs,
): StoredStories | undefined {
  if (itemIds === undefined) return undefined
  const { publishedAt, firstSeenAt } = snapshot
  const storyIds = snapshot.storyId.map((storyId, row) =>
    (publishedAt[row] ?? 0) >= from || (firstSeenAt[row] ?? 0) >= from ? storyId : 0,
  )
  clear(snapshot, storyIds, itemIds)
  return withPlacements(snapshot, storyIds, placements)
}

/**
 * Gives the stories to save in a snapshot. Items that changed in the store since it last agreed with the placer get
 * their stories from the store.
 *
 * @param placed items placed since then, which may not be in the store
 * @returns `undefined` if the changes are not known; `isAgreed` if store and snapshot are equal. If they are not, save
 *   the version of the last agreement with the snapshot
 */
function savedStories(
  snapshot: Snapshot,
  { isSaved, itemIds, placements }: PlacementChanges,
  placed: Iterable<number>,
): { storyIds: Float64Array<ArrayBuffer>; isAgreed: boolean } | undefined {
  if (!isSaved || itemIds === undefined) return undefined
  const storyIds = snapshot.storyId.slice()
  clear(snapshot, storyIds, itemIds)
  clear(snapshot, storyIds, placed)
  const { missing } = withPlacements(snapshot, storyIds, placements)
  const isAgreed = missing.length === 0 && storyIds.every((storyId, row) => storyId === snapshot.storyId[row])
  return { storyIds, isAgreed }
}

/** Removes the stories of these items. */
function clear(snapshot: Snapshot, storyIds: Float64Array, itemIds: Iterable<number>): void {
  for (const itemId of itemIds) {
    const row = rowOf(snapshot, itemId)
    if (row >= 0) storyIds[row] = 0
  }
}

/** Gives the items the stories that they have in the store. */
function withPlacements(
  snapshot: Snapshot,
  storyIds: Float64Array,
  placements: readonly LivePlacement[],
): StoredStories {
  const missing: number[] = []
  for (const { itemId, storyId, firstSeenAt } of placements) {
    const row = rowOf(snapshot, itemId)
    // A new item may have the id of an item that was never saved.
    if (row >= 0 && snapshot.firstSeenAt[row] === firstSeenAt) storyIds[row] = storyId
    else missing.push(itemId)
  }
  return { storyIds, missing }
}

/** @returns -1 if the snapshot does not have the item */
function rowOf({ itemId: ids }: Snapshot, itemId: number): number {
  const row = countWhile(ids.length, (at) => (ids[at] ?? 0) < itemId)
  return ids[row] === itemId ? row : -1
}
