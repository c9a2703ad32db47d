import type { FetchResult, Engagement, FeedInfo } from '../model/entry.ts'
import type { ItemDraft, ScoreParts } from '../model/item.ts'
import type { Validators, VisitError, SourceEvent, SourceLocation } from '../model/source.ts'
import type { StoryMerge, StoryMove, StoryRepresentative } from '../model/story.ts'
import type { EpochMs } from '../model/time.ts'

export interface ScoreWrite {
  readonly itemId: number
  /** 0..100, one decimal. */
  readonly score: number
  /** Key of `sort=hot`, half-lives since the epoch. */
  readonly hot: number
  readonly parts: ScoreParts
}

export interface ItemInsert {
  /** From `reserveIds`. */
  readonly id: number
  readonly storyId: number
  readonly publisher: string
  readonly firstSeenAt: EpochMs
  /** Of an item of unknown age alone: from `rankOfUnknownAge`. */
  readonly rankedAt?: EpochMs
  readonly draft: ItemDraft
}

export interface ItemEdit {
  readonly itemId: number
  /** Where it states a time, the item's age is known from now on. */
  readonly draft: ItemDraft
  /** Moves `updatedAt`; `undefined` where neither title, summary nor content changed. */
  readonly updatedAt: EpochMs | undefined
}

/** Adds or renews the visited source's sighting of an item, and the address it was seen under. */
export interface SightingWrite {
  readonly itemId: number
  readonly key: string
  readonly entryKey: string
  readonly entryHash: string
  readonly url: string
  /** Another address that leads to the item, through a proxy that counts clicks. */
  readonly proxyUrl?: string
  readonly seenAt: EpochMs
  readonly publishedAt: EpochMs
  readonly commentsUrl: string | null
  readonly engagement: Engagement | null
}

/** One visit with all its changes: saved in one transaction, or not at all. */
export interface VisitRecord {
  readonly sourceId: string
  readonly at: EpochMs
  readonly outcome: FetchResult['kind']
  readonly status: number | null
  readonly latencyMs: number
  readonly error: VisitError | undefined
  readonly nextVisitAt: EpochMs
  readonly intervalMs: number
  /** `undefined` keeps what is stored. */
  readonly validators: Validators | undefined
  readonly documentHash: string | undefined
  /** Stored with `documentHash`; absent where no rule applied. */
  readonly rulesHash?: string
  readonly feed: FeedInfo | undefined
  /** New name of the source; absent keeps the stored one. */
  readonly sourceName?: string
  /** Absent keeps what is stored. */
  readonly location?: SourceLocation
  /** Events for operators; absent if nothing happened. */
  readonly events?: readonly SourceEvent[]
  readonly inserts: readonly ItemInsert[]
  readonly edits: readonly ItemEdit[]
  readonly sightings: readonly SightingWrite[]
  /** Existing items that change their story. */
  readonly moves: readonly StoryMove[]
  readonly merges: readonly StoryMerge[]
  /** New representatives of stories; a story without one gets its earliest dated item. */
  readonly representatives?: readonly StoryRepresentative[]
  /** Of new items and of those whose score took a step. */
  readonly scores: readonly ScoreWrite[]
}

/** Corrections of a stored item; absent fields stay. */
export interface ItemCorrection {
  readonly itemId: number
  readonly title?: string
  /** Stays as it was where it leads to another stored article. */
  readonly url?: string
  readonly category?: string
  readonly region?: string | null
  readonly tags?: readonly string[]
  readonly score?: ScoreWrite
}

/** Corrections of stored items, saved in one transaction. */
export interface CorrectionRecord {
  readonly at: EpochMs
  readonly deletes: readonly number[]
  readonly corrections: readonly ItemCorrection[]
}

export interface PruneRequest {
  /** Items first seen before this are deleted. */
  readonly firstSeenBefore: EpochMs
  /** At most so many items of one source stay, the newest. */
  readonly maxItemsPerSource: number
}
