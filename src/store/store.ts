import type { Delivery, DeliveryKey, StoredEdition } from '../model/digest.ts'
import type { HookBatch, HookResult, HookState } from '../model/hook.ts'
import type { ItemDraft, ScoreParts } from '../model/item.ts'
import type { IconImage, IconLocations, ItemPicture, ThumbnailRecord } from '../model/picture.ts'
import type { Source, SourceState } from '../model/source.ts'
import type { PlacedStoryItem, StoryMove } from '../model/story.ts'
import type { EpochMs } from '../model/time.ts'
import type { ReadStore } from './read-store.ts'
import type { CorrectionRecord, InTurn, Pruned, PruneRequest, VisitRecord } from './records.ts'

/** The keys by which an entry's stored state is found. */
export type EntryIdentity = Pick<ItemDraft, 'key' | 'entryKey'>

/** The stored state of an entry. */
export interface KnownEntry {
  readonly itemId: number
  readonly storyId: number
  /** Hash of the entry in this source's sighting; `undefined` if only other sources have the article. */
  readonly entryHash: string | undefined
  /** `undefined` also if the sighting was stored before text hashes existed. */
  readonly textHash: number | undefined
  /** Hashes of the earlier texts of this source at the article's address, in order; absent if there were none. */
  readonly earlierTexts?: readonly number[]
  readonly contentHash: string
  readonly title: string
  /** The address at which this source has shown it, else the article's. */
  readonly url: string
  /** Whether the visited source was the first with it. */
  readonly owned: boolean
  readonly publishedAt: EpochMs
  /** The last change of its text; `null` if there was none. */
  readonly updatedAt: EpochMs | null
}

/** The properties by which `findTwins` finds a stored article. */
export type TwinDraft = Pick<ItemDraft, 'title' | 'publishedAt'> & {
  /** The number or UUID in the article's address, if there is one. */
  readonly name?: string | undefined
}

/** A stored article, with what distinguishes it from others with its title. */
export interface TitledEntry extends KnownEntry {
  readonly summary: string
  /** The first 400 characters of its text. */
  readonly text: string
}

/** Known entries by their key within the source, and known articles by their key. */
export interface KnownEntries {
  readonly byEntryKey: ReadonlyMap<string, KnownEntry>
  readonly byKey: ReadonlyMap<string, KnownEntry>
  /** By the key of a deleted article: hashes of the texts that this source had there, empty if unknown. */
  readonly deleted: ReadonlyMap<string, readonly number[]>
}

/** The story of an item. `firstSeenAt` distinguishes the item from one with its id in another store. */
export interface LivePlacement extends StoryMove {
  readonly firstSeenAt: EpochMs
}

/** Input of a source's usual frequency and text length. */
export interface SourcePublication {
  readonly publishedAt: EpochMs
  /** False for an item of unknown age (`rankOfUnknownAge`). */
  readonly dated: boolean
  readonly wordCount: number
}

export interface StoryMember extends Omit<PlacedStoryItem, 'url' | 'firstSeenAt' | 'dated'> {
  /** Equal to `publishedAt`, except for an item of unknown age (`rankOfUnknownAge`). */
  readonly rankedAt: EpochMs
  readonly isTimeStated: boolean
  readonly hot: number
  readonly parts: ScoreParts
}

export interface EditionWrites {
  /** Registers digests that are unknown, or that were registered with a future time because the clock was ahead. */
  keepDigests(names: readonly string[], now: EpochMs): Promise<void>
  /** Saves an edition and its targets. If the day has an edition already, nothing changes. */
  saveEdition(edition: StoredEdition, targets: readonly string[]): Promise<void>
  /**
   * Starts an attempt of a delivery, and schedules the next at `nextAt`. A target without a delivery of this edition
   * first gets one with 0 attempts.
   *
   * @returns false if the delivery was sent, or another process has started this attempt
   */
  claimDelivery(key: DeliveryKey, attempts: number, nextAt: EpochMs): Promise<boolean>
  /** Saves the result of an attempt. */
  saveDelivery(delivery: Delivery): Promise<void>
}

export interface HookWrites {
  /**
   * Starts a hook, or restarts it after a change of its settings. Drops the batch that it was sending.
   *
   * @param announcedIds stories that it never announces
   */
  beginHook(
    begin: Pick<HookState, 'name' | 'historyId' | 'position'>,
    announcedIds: readonly number[],
  ): Promise<void>
  /**
   * Moves a hook to `position`, with the batch to send for the changes up to there, if any.
   *
   * @param from the state as it was read
   * @returns false, with nothing saved, if the hook meanwhile has another position or a batch
   */
  advanceHook(
    from: Pick<HookState, 'name' | 'position'>,
    position: number,
    batch: HookBatch | undefined,
    announcedIds: readonly number[],
  ): Promise<boolean>
  /** Saves the result of sending this batch. Without an error the batch is deleted. */
  saveHookResult(name: string, batchId: string, result: HookResult): Promise<void>
  /**
   * Makes a hook send again at once.
   *
   * @param skip drops its batch and continues from the latest change
   * @returns false if there is no such hook
   */
  resumeHook(name: string, now: EpochMs, options: { readonly skip: boolean }): Promise<boolean>
}

/**
 * Writes that other threads request from the writing thread by messages: arguments and results are plain data. They are
 * committed when they resolve. Call none of them within `together`.
 */
export interface RequestedWrites extends EditionWrites, HookWrites {}

/** The whole store, for the one thread that writes. */
export interface Store extends ReadStore, RequestedWrites {
  /** Makes `sources` the configured ones. A removed source keeps its items and is not listed. */
  syncSources(sources: readonly Source[], now: EpochMs): Promise<void>
  /**
   * Recomputes hot keys that were made with another half-life. Processes that have the store open then reload it.
   *
   * @param halfLifeMs > 0
   * @returns the number of items with a new key
   */
  keepHalfLife(halfLifeMs: number): Promise<number>
  listSourceStates(): Promise<SourceState[]>
  /** Returns the stored state of entries of `sourceId`. */
  findKnown(sourceId: string, identities: readonly EntryIdentity[]): Promise<KnownEntries>
  /**
   * Finds for each draft the stored article that `sourceId` was the first to publish, at the same time: by its title,
   * else by the words of its title, else by the name in its address; `undefined` if there is none.
   */
  findTwins(sourceId: string, drafts: readonly TwinDraft[]): Promise<(KnownEntry | undefined)[]>
  /** Returns the articles that `sourceId` was the first to publish, the newest first, at most `limit`. */
  listNewest(sourceId: string, limit: number): Promise<KnownEntry[]>
  /**
   * Finds for each of the sightings' `titleKeys` the newest articles with that title, at most 20.
   *
   * @returns with the entry hashes of `sourceId`
   */
  findTitled(sourceId: string, titleKeys: readonly string[]): Promise<(readonly TitledEntry[])[]>
  /** Reserves `count` consecutive ids. @returns the first */
  reserveIds(kind: 'item' | 'story', count: number): Promise<number>
  /** Returns the items published or first seen at or after `from`, by time and id, for the start of clustering. */
  listStoryItems(from: EpochMs): Promise<PlacedStoryItem[]>
  /** Returns the stories of the items that `listStoryItems` would list, unordered. */
  listStoryPlacements(from: EpochMs): Promise<LivePlacement[]>
  /**
   * Saves the live stories as a cache for the next process, in parts, and replaces the previous cache. It is not part
   * of backups and may be deleted at any time. Never rejects.
   */
  keepLiveStories(parts: readonly Uint8Array[]): Promise<void>
  /** The last saved cache, which may be that of a crashed process; `undefined` if there is none. */
  readLiveStories(): Promise<Uint8Array | undefined>
  listStoryMembers(storyIds: readonly number[]): Promise<StoryMember[]>
  /** Returns the engagement in points (`engagementPoints`) of the source's sightings since `from` that report any. */
  listEngagements(sourceId: string, from: EpochMs): Promise<number[]>
  /**
   * Returns addresses of comments on items that the source showed since `from`. The items must also be published since
   * then and have points or comments. The newest first, at most `limit`.
   */
  listDiscussions(sourceId: string, from: EpochMs, limit: number): Promise<string[]>
  /** Returns publication times of items that the source was the first to publish, the newest first, at most `limit`. */
  listPublishedTimes(sourceId: string, limit: number): Promise<EpochMs[]>
  /** Returns the publications that the source was the first with, the newest first, at most `limit`. */
  listPublications(sourceId: string, limit: number): Promise<SourcePublication[]>
  /**
   * Runs `work` and commits its writes in one transaction: all, or none if it rejects or the store fails. Each save
   * within it is still atomic. Other writes of this store join the transaction meanwhile. Keep `work` short: other
   * connections do not see the writes before the end, and other processes cannot write.
   */
  together<T>(work: () => Promise<T>): Promise<T>
  /**
   * Saves a visit in one transaction, with the counts of stories.
   *
   * @throws DigestError('storeFailed') with nothing saved, also if another process has saved one of the articles
   */
  saveVisit(record: VisitRecord): Promise<void>
  /**
   * Deletes and corrects stored items in one transaction. Deleted articles are forgotten, and their sources' documents
   * are read again even if unchanged: articles that a feed still lists are added again. Unknown items are skipped.
   * `updatedAt` stays, since no source changed the text.
   */
  saveCorrections(record: CorrectionRecord): Promise<void>
  /**
   * Deletes old items, and events of sources of the same age. The addresses and text hashes of deleted items are kept,
   * so a feed that still lists them does not add them again.
   *
   * @param inTurn runs each of its transactions; default: one after another
   */
  prune(request: PruneRequest, inTurn?: InTurn): Promise<Pruned>
  /** Returns visited sources whose icon was never searched for, or is due again by `now`. */
  listDueIcons(now: EpochMs, limit: number): Promise<IconLocations[]>
  /**
   * Saves the result of searching a source's icon at `at`. `undefined` means none was found; the current icon stays.
   */
  saveIcon(sourceId: string, icon: IconImage | undefined, at: EpochMs, nextCheckAt: EpochMs): Promise<boolean>
  /**
   * Returns items first seen since `from` whose picture was never fetched, has another address, or is due again by
   * `now`. The hottest first.
   */
  listDuePictures(from: EpochMs, now: EpochMs, limit: number): Promise<ItemPicture[]>
  /**
   * Saves the results of fetching pictures at `at`. Drops results for items deleted meanwhile. `prune` keeps the
   * thumbnails of the newest 20,000 items.
   *
   * @returns the number of items that had no thumbnail and now have one
   */
  saveThumbnails(records: readonly ThumbnailRecord[], at: EpochMs): Promise<number>
}
