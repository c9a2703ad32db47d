import type { StoryMerge, StoryMove } from '../../model/story.ts'

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

/** Additional stories that a batch may create when it splits existing ones. */
export const SPARE_STORIES = 8
