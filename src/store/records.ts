import type { FetchResult, FeedInfo } from '../model/entry.ts'
import type { ItemDraft, ScoreWrite } from '../model/item.ts'
import type { Validators, VisitError, SourceEvent, SourceLocation } from '../model/source.ts'
import type { StoryMerge, StoryMove, StoryRepresentative } from '../model/story.ts'
import type { EpochMs } from '../model/time.ts'

export interface ItemInsert {
  /** From `reserveIds`. */
  readonly id: number
  readonly storyId: number
  readonly publisher: string
  readonly firstSeenAt: EpochMs
  /** Only if its source states no time: from `rankOfUnknownAge`, or `publishedAt` for an item of a later visit. */
  readonly rankedAt?: EpochMs
  /** Start of retention, if later than `firstSeenAt`. */
  readonly renewedAt?: EpochMs
  /** Whether it takes over the address of a deleted article. */
  readonly isReturning?: boolean
  readonly draft: ItemDraft
}

export interface ItemEdit {
  readonly itemId: number
  /** If it states a time, the item's age becomes known. */
  readonly draft: ItemDraft
  /** The new `updatedAt`; `undefined` if neither title, summary nor content changed. */
  readonly updatedAt: EpochMs | undefined
  /** Start of retention; absent if the entry is neither dated nor newly edited. An earlier time changes nothing. */
  readonly renewedAt?: EpochMs | undefined
  /** Hashes of its earlier texts, in order; absent if its text did not change. */
  readonly earlierTexts?: readonly number[]
}

/** Adds or updates the visited source's sighting of an item, and the address at which it was seen. */
export interface SightingWrite extends Pick<ItemDraft, SightedField> {
  readonly itemId: number
  /** Key of publisher and title, by which `findTitled` finds the item. It is not an address. */
  readonly titleKey?: string | undefined
  readonly seenAt: EpochMs
}

type SightedField =
  | 'key'
  | 'entryKey'
  | 'entryHash'
  | 'textHash'
  | 'url'
  | 'proxyUrl'
  | 'publishedAt'
  | 'commentsUrl'
  | 'engagement'

/** The text of an entry at the address of a deleted article. */
export type DeletedText = Pick<ItemDraft, 'key' | 'textHash'>

/** A visit with all its changes, saved in one transaction. */
export interface VisitRecord {
  readonly sourceId: string
  readonly at: EpochMs
  readonly outcome: FetchResult['kind']
  readonly status: number | null
  readonly latencyMs: number
  /** Of a failure, or of a truncated document. */
  readonly error: VisitError | undefined
  /** Whether a failure is not one more in a row. */
  readonly isUncounted?: boolean
  readonly nextVisitAt: EpochMs
  readonly intervalMs: number
  /** `undefined` keeps what is stored. */
  readonly validators: Validators | undefined
  readonly documentHash: string | undefined
  /** Saved with `documentHash`; absent if no rule applied. */
  readonly rulesHash?: string
  readonly feed: FeedInfo | undefined
  /** Absent keeps the stored name. */
  readonly sourceName?: string
  /** Absent keeps the stored one. */
  readonly location?: SourceLocation
  /** For operators. */
  readonly events?: readonly SourceEvent[]
  readonly inserts: readonly ItemInsert[]
  readonly edits: readonly ItemEdit[]
  readonly sightings: readonly SightingWrite[]
  /** Texts at addresses of deleted articles that are not stored yet. */
  readonly deletedTexts?: readonly DeletedText[]
  /** Existing items that get another story. */
  readonly moves: readonly StoryMove[]
  readonly merges: readonly StoryMerge[]
  /** New representatives of stories. Without one a story gets its earliest dated item. */
  readonly representatives?: readonly StoryRepresentative[]
  /** Scores of new items, and of items whose score changed by a step (`stepCrossed`). */
  readonly scores: readonly ScoreWrite[]
}

/** Corrections of a stored item. Absent fields do not change. */
export interface ItemCorrection {
  readonly itemId: number
  readonly title?: string
  /** Ignored if another stored article has this address. */
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
  /** Deletes items that were first seen before this and not renewed since. Absent: age deletes none. */
  readonly firstSeenBefore?: EpochMs
  /** Maximum number of items per source. The newest stay. */
  readonly maxItemsPerSource: number
  /** Limits for single sources, instead of both above. */
  readonly ofSources?: readonly SourcePrune[]
  /** How long the change log reports deleted items, at least 7 days; default 90 days. */
  readonly deletesKeptMs?: number
}

/** Runs work when its turn comes. Other writes may run first. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

interface SourcePrune extends Pick<PruneRequest, 'firstSeenBefore'> {
  readonly sourceId: string
  readonly maxItems: number
}

/** Numbers of deleted items by reason. */
export interface Pruned {
  readonly byAge: number
  /** Above the maximum number of items. */
  readonly surplus: number
}
