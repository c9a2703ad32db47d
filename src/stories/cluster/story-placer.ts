import type { PlacedStoryItem, StoryItem, StoryMerge, StoryMove } from '../../model/story.ts'
import type { EpochMs } from '../../model/time.ts'
import type { Snapshot } from './snapshot/snapshot.ts'

/**
 * The changes of a batch. Save placements, then moves, then merges. `placements` and `moves` name the story that an
 * item has at the end. No `from` of a merge is an `into` of a later one.
 */
export interface StoryPlacement {
  /** One for each item of the batch, in the order of the batch. */
  readonly placements: readonly StoryMove[]
  /** Items placed earlier that now belong to another story. */
  readonly moves: readonly StoryMove[]
  /** Stories that turned out to be one, and stories of a lone item that joined another story. */
  readonly merges: readonly StoryMerge[]
}

/** Items of a snapshot, with the story that each has now. */
interface KnownItems {
  readonly snapshot: Snapshot
  /** By row of the snapshot; 0 if the item is no longer live. */
  readonly storyIds: Float64Array
}

/** Additional stories that a batch may create when it splits existing ones. */
export const SPARE_STORIES = 8

/**
 * Keeps the live stories in memory and decides which story each item tells. The same calls always give the same
 * stories. No content of an item makes it throw.
 */
export interface StoryPlacer {
  /**
   * Adds items with their stories. Call it once at start, and on a new placer after a failed save.
   *
   * @param known the snapshot of an earlier placer: restoring its items is much faster than adding them
   */
  restore(items: readonly PlacedStoryItem[], known?: KnownItems): void
  /** The state to restore the live items from, without their stories. */
  snapshot(): Snapshot
  /**
   * Places a batch in any order and of any dates. An item placed before keeps its story. An empty batch does the work
   * that is still due.
   *
   * @param newStoryId called at most `batch.length + SPARE_STORIES` times; its ids must grow with each call, also from
   *   batch to batch
   */
  place(batch: readonly StoryItem[], newStoryId: () => number): StoryPlacement
  /** Forgets items published and first seen before this time. Their stories can no longer grow. */
  forget(before: EpochMs): void
}
