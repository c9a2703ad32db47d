import type { PlacedStoryItem, StoryItem, StoryMerge, StoryMove } from '../../model/story.ts'
import type { EpochMs } from '../../model/time.ts'
import type { Snapshot } from './snapshot/snapshot.ts'

/**
 * What placing a batch changed. Save placements, then moves, then merges: every story named in
 * `placements` and `moves` is where that item ends, and no `from` of a merge is an `into` of a later one.
 */
export interface StoryPlacement {
  /** One an item of the batch, in the batch's order. */
  readonly placements: readonly StoryMove[]
  /** Items placed earlier that a second look took to another story. */
  readonly moves: readonly StoryMove[]
  /** Stories that turned out to be one; also a lone item's story whose item joined another. */
  readonly merges: readonly StoryMerge[]
}

/** Items of a snapshot, with the story that each has now. */
interface KnownItems {
  readonly snapshot: Snapshot
  /** By row of the snapshot; 0 where the item is no longer live. */
  readonly storyIds: Float64Array
}

/** Stories that a batch may found besides those of its items, where a second look parts one. */
export const SPARE_STORIES = 8

/**
 * Keeps the live stories in memory and decides which story each item tells. Deterministic: the same calls
 * give the same stories. Never throws on what an item holds.
 */
export interface StoryPlacer {
  /**
   * Takes in items with the stories they have. Call it once at start, and on a new placer after a save that failed.
   *
   * @param known what an earlier placer knew of other items: restoring those takes a small part of the time
   */
  restore(items: readonly PlacedStoryItem[], known?: KnownItems): void
  /** What restoring the live items needs beside their stories. */
  snapshot(): Snapshot
  /**
   * Places a batch, whatever its order and however far back-dated; an item placed before stays where it is.
   * An empty batch does the work that is still due. `newStoryId` is called at most `batch.length + SPARE_STORIES` times;
   * its ids must grow from call to call, also from batch to batch.
   */
  place(batch: readonly StoryItem[], newStoryId: () => number): StoryPlacement
  /** Lets go of items published and first seen before this; their stories can no longer grow. */
  forget(before: EpochMs): void
}
