import { countWhile } from '../../model/count-while.ts'
import type { EpochMs } from '../../model/time.ts'
import type { LivePlacement, PlacementChanges } from '../../store/store.ts'
import type { Snapshot } from '../../stories/cluster/snapshot.ts'

/*
 * The store is authoritative: a snapshot may be older, or have items that were never saved or are deleted.
 */

/** The stories of a snapshot's items according to the store. */
export interface StoredStories {
  /** By row of the snapshot; 0 where the item is no longer live. */
  readonly storyIds: Float64Array
  /** Live items that the snapshot does not know. */
  readonly missing: readonly number[]
}

/** @param placements of all live items */
export function storiesOfAll(snapshot: Snapshot, placements: readonly LivePlacement[]): StoredStories {
  return withPlacements(snapshot, new Float64Array(snapshot.itemId.length), placements)
}

/**
 * Like `storiesOfAll`, from the changes since the snapshot was saved.
 *
 * @returns `undefined` if the changes are not known
 */
export function storiesSince(
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
export function savedStories(
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
