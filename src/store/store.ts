import type { ItemDraft, ScoreParts } from '../model/item.ts'
import type { IconImage, IconLocations, ItemPicture, ThumbnailRecord } from '../model/picture.ts'
import type { Source, SourceState } from '../model/source.ts'
import type { PlacedStoryItem, StoryMove } from '../model/story.ts'
import type { EpochMs } from '../model/time.ts'
import type { ReadStore } from './read-store.ts'
import type { CorrectionRecord, PruneRequest, VisitRecord } from './records.ts'

/** Whose identity is asked for before an entry is normalised. */
export interface EntryIdentity {
  readonly key: string
  readonly entryKey: string
}

/** The stored state of an entry. */
export interface KnownEntry {
  readonly itemId: number
  readonly storyId: number
  /** Of this source's sighting; `undefined` where only other sources have the article. */
  readonly entryHash: string | undefined
  readonly contentHash: string
  readonly title: string
  /** The address at which this source has shown it; else the article's. */
  readonly url: string
  /** Whether the visited source had it first. */
  readonly owned: boolean
  readonly publishedAt: EpochMs
}

/** Entries known by their identity within the source, articles by their key; `gone` were pruned and stay away. */
export interface KnownEntries {
  readonly byEntryKey: ReadonlyMap<string, KnownEntry>
  readonly byKey: ReadonlyMap<string, KnownEntry>
  readonly deleted: ReadonlySet<string>
}

/** The story of an item; `firstSeenAt` distinguishes it from an item with the same id in another store. */
export interface LivePlacement extends StoryMove {
  readonly firstSeenAt: EpochMs
}

/** Items that may be in another story, new or deleted. */
export interface PlacementChanges {
  /** The present version of the store. */
  readonly version: string
  /** Whether that version is committed: false within a transaction. */
  readonly isSaved: boolean
  /**
   * Their ids, some more than once; `undefined` if the version is of another store, or its changes were pruned.
   */
  readonly itemIds: readonly number[] | undefined
  /** The present stories of those that `listStoryItems` would list. */
  readonly placements: readonly LivePlacement[]
}

export interface StoryMember {
  readonly storyId: number
  readonly itemId: number
  readonly sourceId: string
  readonly publisher: string
  readonly publishedAt: EpochMs
  /** `publishedAt`, but for an item of unknown age. */
  readonly rankedAt: EpochMs
  readonly score: number
  readonly parts: ScoreParts
}

/** The whole store, for the one process or thread that writes. */
export interface Store extends ReadStore {
  /** Makes `sources` the configured ones; a removed source keeps its items and is no longer listed. */
  syncSources(sources: readonly Source[], now: EpochMs): Promise<void>
  /**
   * Writes the keys of the order by hot anew where they are of another half-life. For the start: processes that already
   * read the store learn of it when they open it again.
   *
   * @param halfLifeMs > 0
   * @returns how many items got another key
   */
  keepHalfLife(halfLifeMs: number): Promise<number>
  listSourceStates(): Promise<SourceState[]>
  /** The stored state of the entries that `sourceId` shows. */
  findKnown(sourceId: string, identities: readonly EntryIdentity[]): Promise<KnownEntries>
  /**
   * Of each of `drafts` the article that `sourceId` had first and that has the same title and time; `undefined` where
   * there is none.
   */
  findTwins(
    sourceId: string,
    drafts: readonly Pick<ItemDraft, 'title' | 'publishedAt'>[],
  ): Promise<(KnownEntry | undefined)[]>
  /** Reserves `count` consecutive ids; returns the first. */
  reserveIds(kind: 'item' | 'story', count: number): Promise<number>
  /** Items published or first seen at or after `from`, by time and id: the clusterer's state at start. */
  listStoryItems(from: EpochMs): Promise<PlacedStoryItem[]>
  /** Which story each item that `listStoryItems` would list is in, in no order. */
  listStoryPlacements(from: EpochMs): Promise<LivePlacement[]>
  /** Changes of that since `version`. */
  listPlacementChanges(from: EpochMs, version?: string): Promise<PlacementChanges>
  /** Those of these items that exist, as `listStoryItems` gives them. */
  findStoryItems(itemIds: readonly number[]): Promise<PlacedStoryItem[]>
  /**
   * Saves a cache for the next process, in place of the last one. It is not part of backups and may be
   * deleted at any time. Never rejects.
   */
  keepLiveStories(bytes: Uint8Array): Promise<void>
  /** The last saved cache, perhaps of a crashed process; `undefined` if there is none. */
  readLiveStories(): Promise<Uint8Array | undefined>
  listStoryMembers(storyIds: readonly number[]): Promise<StoryMember[]>
  /** points + ½ comments of each sighting of the source since `from` that reported any. */
  listEngagements(sourceId: string, from: EpochMs): Promise<number[]>
  /**
   * Addresses of the comments on what the source has shown since `from`, of what was published since then too and
   * reported points or comments; newest first, at most `limit`.
   */
  listDiscussions(sourceId: string, from: EpochMs, limit: number): Promise<string[]>
  /** When the items that the source had first were published, newest first, at most `limit`. */
  listPublishedTimes(sourceId: string, limit: number): Promise<EpochMs[]>
  /**
   * Saves what `work` saves in one transaction: all of it, or nothing where it rejects or the store fails. Each save in it
   * is still whole or undone in itself; other writes of this store that come meanwhile join. Nobody else sees any of it
   * before the end, and no other process can write: keep it short.
   */
  together<T>(work: () => Promise<T>): Promise<T>
  /**
   * Saves a visit in one transaction, story counts included.
   * @throws DigestError('storeFailed') with nothing saved, also where another process saved one of the articles first
   */
  saveVisit(record: VisitRecord): Promise<void>
  /**
   * Deletes and corrects stored items in one transaction. Deleted articles are forgotten: where a feed still lists one,
   * it comes in again. An item that is gone is passed over. No `updatedAt` moves, since no source changed a word.
   */
  saveCorrections(record: CorrectionRecord): Promise<void>
  /**
   * Events of sources go with items of their age.
   *
   * @returns how many items were deleted; their addresses stay known, so that a feed that still lists them
   * brings nothing back
   */
  prune(request: PruneRequest): Promise<number>
  /** Sources that were visited and whose icon was not looked for, or is to be looked for again, by `now`. */
  listDueIcons(now: EpochMs, limit: number): Promise<IconLocations[]>
  /**
   * Notes that a source's icon was looked for at `at`; `undefined`, where none was found, leaves the one it has.
   * @returns whether it has another one now
   */
  saveIcon(sourceId: string, icon: IconImage | undefined, at: EpochMs, nextCheckAt: EpochMs): Promise<boolean>
  /**
   * Items first seen since `from` whose picture was not looked for, is another one now, or is to be looked for again by
   * `now`; the hottest first.
   */
  listDuePictures(from: EpochMs, now: EpochMs, limit: number): Promise<ItemPicture[]>
  /**
   * Notes what came of looking for pictures, at `at`; of items that went meanwhile nothing is kept. `prune` keeps those of
   * the newest 20,000 items. @returns how many items have a thumbnail now that they had not
   */
  saveThumbnails(records: readonly ThumbnailRecord[], at: EpochMs): Promise<number>
  /** Writes one consistent copy to `file` while everything goes on. */
  backup(file: string): Promise<void>
}
