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
  /** Only for an item whose source states no time: from `rankOfUnknownAge`, or `publishedAt` for one of a later visit. */
  readonly rankedAt?: EpochMs
  /** From when retention counts, where that is later than `firstSeenAt`. */
  readonly renewedAt?: EpochMs
  /** Whether its address is that of a deleted article, which it takes over. */
  readonly isReturning?: boolean
  readonly draft: ItemDraft
}

export interface ItemEdit {
  readonly itemId: number
  /** If it states a time, the item's age becomes known. */
  readonly draft: ItemDraft
  /** The new `updatedAt`; `undefined` if neither title, summary nor content changed. */
  readonly updatedAt: EpochMs | undefined
  /** From when retention counts; absent if the entry is neither dated nor edited anew. An earlier time changes nothing. */
  readonly renewedAt?: EpochMs | undefined
  /** Hashes of its texts before, in order; absent if its text stays. */
  readonly earlierTexts?: readonly number[]
}

/** Adds or renews the visited source's sighting of an item, and the address at which it was seen. */
export interface SightingWrite extends Pick<ItemDraft, SightedField> {
  readonly itemId: number
  /** A name of publisher and title, by which `findTitled` finds the item. It is no address. */
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

/** A visit with all its changes. They are saved in one transaction. */
export interface VisitRecord {
  readonly sourceId: string
  readonly at: EpochMs
  readonly outcome: FetchResult['kind']
  readonly status: number | null
  readonly latencyMs: number
  /** Of a failure, or of a document that was cut. */
  readonly error: VisitError | undefined
  readonly nextVisitAt: EpochMs
  readonly intervalMs: number
  /** `undefined` keeps what is stored. */
  readonly validators: Validators | undefined
  readonly documentHash: string | undefined
  /** Stored with `documentHash`; absent if no rule applied. */
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
  /** What the source says at addresses of deleted articles, where that is not known yet. */
  readonly deletedTexts?: readonly DeletedText[]
  /** Existing items that change their story. */
  readonly moves: readonly StoryMove[]
  readonly merges: readonly StoryMerge[]
  /** New representatives of stories. A story without a representative gets its earliest dated item. */
  readonly representatives?: readonly StoryRepresentative[]
  /** Scores of new items, and of items whose score changed by a step (`stepCrossed`). */
  readonly scores: readonly ScoreWrite[]
}

/** Corrections of a stored item. Absent fields stay as they are. */
export interface ItemCorrection {
  readonly itemId: number
  readonly title?: string
  /** Ignored if it is the address of another stored article. */
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
  /** Items first seen before this, and not renewed since, are deleted. Absent: none because of its age. */
  readonly firstSeenBefore?: EpochMs
  /** Maximum number of items of one source. The newest stay. */
  readonly maxItemsPerSource: number
  /** Of sources with limits of their own, in place of both. */
  readonly ofSources?: readonly SourcePrune[]
  /** How long the log of changes tells of deleted items, at least 7 days; default 90 days. */
  readonly deletesKeptMs?: number
}

/** Runs work when its turn comes. Others may write before. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

export interface SourcePrune extends Pick<PruneRequest, 'firstSeenBefore'> {
  readonly sourceId: string
  readonly maxItems: number
}

/** Counts of the items that were deleted, by the reason. */
export interface Pruned {
  readonly byAge: number
  /** Above `maxItemsPerSource`. */
  readonly surplus: number
}
