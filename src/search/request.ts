import type { Window } from '../model/filter.ts'
import type { EpochMs } from '../model/time.ts'
import type { ItemTests } from './ranking/plan.ts'

/** What a search asks beside its words. */
export interface SearchRequest {
  readonly window: Window
  readonly now: EpochMs
  /** Whether an item may be shown; all where left out. */
  readonly accepts?: (id: number) => boolean
  /** What orders the hits, highest first; relevance where left out. */
  readonly orderBy?: (id: number) => number
  /** Given where only the first hit of each story counts. */
  readonly storyOf?: (id: number) => number
  /** Tells of a hit that it comes before all others of its story. */
  readonly represents?: (id: number) => boolean
  /** An item's text, where answers may teach a search what it is about. */
  readonly textOf?: (id: number) => ItemText | undefined
  readonly tests: ItemTests
  /** Whether only what has all words counts: a search that finds hardly anything is not relaxed. */
  readonly allWords?: boolean
  /** Whether each hit tells what its worth is made of. */
  readonly explain?: boolean
  /** Whether good hits will do, the newest before all, and nobody asks how many there are. */
  readonly uncounted?: boolean
}

/** Characters of a text that answers are compared by. */
export const TEXT_CHARS = 600

export interface ItemText {
  readonly title: string
  /** The beginning of its content, or its summary where that is longer; what goes beyond `TEXT_CHARS` is not read. */
  readonly text: string
  readonly language: string | null
}
