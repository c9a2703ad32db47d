import type { Delivery, DeliveryKey, StoredEdition } from '../model/digest.ts'
import type { HookBatch, HookResult, HookState } from '../model/hook.ts'
import type { ItemDraft, ScoreParts } from '../model/item.ts'
import type { IconImage, IconLocations, ItemPicture, ThumbnailRecord } from '../model/picture.ts'
import type { Source, SourceState } from '../model/source.ts'
import type { PlacedStoryItem, StoryMove } from '../model/story.ts'
import type { EpochMs } from '../model/time.ts'
import type { ReadStore } from './read-store.ts'
import type { CorrectionRecord, InTurn, Pruned, PruneRequest, VisitRecord } from './records.ts'

/** The identities of an entry, by which its stored state is found. */
export type EntryIdentity = Pick<ItemDraft, 'key' | 'entryKey'>

/** The stored state of an entry. */
export interface KnownEntry {
  readonly itemId: number
  readonly storyId: number
  /** Hash of the entry in this source's sighting; `undefined` if only other sources have the article. */
  readonly entryHash: string | undefined
  /** `undefined` also if the sighting is older than text hashes. */
  readonly textHash: number | undefined
  /** Hashes of the texts that this source had at the article's address before, in order; absent if there were none. */
  readonly earlierTexts?: readonly number[]
  readonly contentHash: string
  readonly title: string
  /** The address at which this source has shown it, else the article's address. */
  readonly url: string
  /** Whether the visited source had it first. */
  readonly owned: boolean
  readonly publishedAt: EpochMs
  /** When its text last changed; `null` if it never did. */
  readonly updatedAt: EpochMs | null
}

/** What a stored article is found by. */
export type TwinDraft = Pick<ItemDraft, 'title' | 'publishedAt'> & {
  /** The number or UUID of the article in its address, if there is one. */
  readonly name?: string | undefined
}

/** A stored article of a title, with what tells it from others of that title. */
export interface TitledEntry extends KnownEntry {
  readonly summary: string
  /** The first 400 characters of its text. */
  readonly text: string
}

/** Known entries by their identity within the source, and known articles by their key. */
export interface KnownEntries {
  readonly byEntryKey: ReadonlyMap<string, KnownEntry>
  readonly byKey: ReadonlyMap<string, KnownEntry>
  /** By the key of an article that was deleted: hashes of the texts that this source had there, none if they are not known. */
  readonly deleted: ReadonlyMap<string, readonly number[]>
}

/** The story of an item. `firstSeenAt` distinguishes it from an item with the same id in another store. */
export interface LivePlacement extends StoryMove {
  readonly firstSeenAt: EpochMs
}

/** What the usual rate and length of a source are computed from. */
export interface SourcePublication {
  readonly publishedAt: EpochMs
  /** Whether its age is known: false for an item of unknown age (`rankOfUnknownAge`). */
  readonly dated: boolean
  readonly wordCount: number
}

export interface StoryMember extends Omit<PlacedStoryItem, 'url' | 'firstSeenAt' | 'dated'> {
  /** `publishedAt`, except for an item of unknown age (`rankOfUnknownAge`). */
  readonly rankedAt: EpochMs
  readonly isTimeStated: boolean
  readonly hot: number
  readonly parts: ScoreParts
}

/** Writes of digests. */
export interface EditionWrites {
  /** Notes the digests that are not known yet, or that a clock which was ahead noted for a time to come. */
  keepDigests(names: readonly string[], now: EpochMs): Promise<void>
  /** Saves an edition and who gets it. If its day has one already, nothing is changed. */
  saveEdition(edition: StoredEdition, targets: readonly string[]): Promise<void>
  /**
   * Begins an attempt of a delivery and postpones the next one to `nextAt`. A receiver without a delivery of this edition gets
   * one with 0 attempts.
   *
   * @param attempts that were begun before
   * @returns false if the delivery was sent, or somebody else has begun this attempt
   */
  claimDelivery(key: DeliveryKey, attempts: number, nextAt: EpochMs): Promise<boolean>
  /** Saves the result of an attempt. */
  saveDelivery(delivery: Delivery): Promise<void>
}

/** Writes of hooks. */
export interface HookWrites {
  /**
   * Lets a hook begin, or begin anew, after a change. What it was sending is dropped.
   *
   * @param announcedIds stories that it never announces
   */
  beginHook(
    begin: Pick<HookState, 'name' | 'historyId' | 'position'>,
    announcedIds: readonly number[],
  ): Promise<void>
  /**
   * Takes what is to be sent of the changes up to `position`, or nothing of them.
   *
   * @param from the state as it was read
   * @returns false, with nothing saved, if the hook has another position or a batch by now
   */
  advanceHook(
    from: Pick<HookState, 'name' | 'position'>,
    position: number,
    batch: HookBatch | undefined,
    announcedIds: readonly number[],
  ): Promise<boolean>
  /** Saves the result of an attempt to send this batch. Without an error it was accepted, and is forgotten. */
  saveHookResult(name: string, batchId: string, result: HookResult): Promise<void>
  /**
   * Lets a hook send again at once.
   *
   * @param skip whether it begins at the present change and forgets what waits
   * @returns false if there is no such hook
   */
  resumeHook(name: string, now: EpochMs, options: { readonly skip: boolean }): Promise<boolean>
}

/**
 * Writes that other threads ask the one that writes for, by messages: arguments and results are plain data. They are committed
 * when they resolve. Call none of them within `together`.
 */
export interface RequestedWrites extends EditionWrites, HookWrites {}

/** The whole store, for the one process or thread that writes. */
export interface Store extends ReadStore, RequestedWrites {
  /** Makes `sources` the configured ones. A removed source keeps its items and is no longer listed. */
  syncSources(sources: readonly Source[], now: EpochMs): Promise<void>
  /**
   * Writes hot keys anew that were computed with another half-life. Call it at start: other processes that already read
   * the store do not notice the change until they open it again.
   *
   * @param halfLifeMs > 0
   * @returns the number of items with a new key
   */
  keepHalfLife(halfLifeMs: number): Promise<number>
  listSourceStates(): Promise<SourceState[]>
  /** Gives the stored state of the entries that `sourceId` shows. */
  findKnown(sourceId: string, identities: readonly EntryIdentity[]): Promise<KnownEntries>
  /**
   * Finds for each of `drafts` the stored article that `sourceId` published first at the same time: with the same title, else
   * with its words in the title, else with its name in the address; `undefined` if there is none.
   */
  findTwins(sourceId: string, drafts: readonly TwinDraft[]): Promise<(KnownEntry | undefined)[]>
  /** Gives the articles that `sourceId` published first, the newest first, at most `limit`. */
  listNewest(sourceId: string, limit: number): Promise<KnownEntry[]>
  /**
   * Finds for each of `titleKeys`, as sightings have them, the newest articles of that title, at most 20.
   *
   * @returns with the entry hashes of `sourceId`
   */
  findTitled(sourceId: string, titleKeys: readonly string[]): Promise<(readonly TitledEntry[])[]>
  /** Reserves `count` consecutive ids. Returns the first. */
  reserveIds(kind: 'item' | 'story', count: number): Promise<number>
  /** Gives the items published or first seen at or after `from`, by time and id. The clusterer starts with them. */
  listStoryItems(from: EpochMs): Promise<PlacedStoryItem[]>
  /** Gives the stories of the items that `listStoryItems` would list, in no order. */
  listStoryPlacements(from: EpochMs): Promise<LivePlacement[]>
  /**
   * Saves the live stories, in parts, as a cache for the next process, and replaces the last one. The cache is not part of backups
   * and may be deleted at any time. Never rejects.
   */
  keepLiveStories(parts: readonly Uint8Array[]): Promise<void>
  /** The last saved cache, perhaps of a crashed process; `undefined` if there is none. */
  readLiveStories(): Promise<Uint8Array | undefined>
  listStoryMembers(storyIds: readonly number[]): Promise<StoryMember[]>
  /** Gives engagement in points (`engagementPoints`) of each sighting of the source since `from` that reported any. */
  listEngagements(sourceId: string, from: EpochMs): Promise<number[]>
  /**
   * Gives the addresses of comments on items that the source has shown since `from`. Only items that were also published
   * since then and have points or comments count. The newest first, at most `limit`.
   */
  listDiscussions(sourceId: string, from: EpochMs, limit: number): Promise<string[]>
  /** Gives the publication times of items that the source published first, the newest first, at most `limit`. */
  listPublishedTimes(sourceId: string, limit: number): Promise<EpochMs[]>
  /** Gives what the source published first, the newest first, at most `limit`. */
  listPublications(sourceId: string, limit: number): Promise<SourcePublication[]>
  /**
   * Runs `work` and saves its writes in one transaction: all of them, or none if it rejects or the store fails. Each save
   * within it is still atomic. Other writes of this store join the transaction meanwhile. No other connection sees the
   * writes before the end, and no other process can write, so `work` must be short.
   */
  together<T>(work: () => Promise<T>): Promise<T>
  /**
   * Saves a visit in one transaction, story counts included.
   *
   * @throws DigestError('storeFailed') with nothing saved, also if another process saved one of the articles first
   */
  saveVisit(record: VisitRecord): Promise<void>
  /**
   * Deletes and corrects stored items in one transaction. Deleted articles are forgotten, and the documents of their
   * sources are read again though they are unchanged. So they are added again if a feed still lists them. Items that no
   * longer exist are skipped. `updatedAt` stays, since no source changed its text.
   */
  saveCorrections(record: CorrectionRecord): Promise<void>
  /**
   * Deletes old items, and events of sources of the same age. The addresses of deleted items stay known, with what was said
   * there, so a feed that still lists them does not bring them back.
   *
   * @param inTurn runs each of its transactions; default: one after the other
   */
  prune(request: PruneRequest, inTurn?: InTurn): Promise<Pruned>
  /** Gives visited sources whose icon was never searched, or is due to be searched again by `now`. */
  listDueIcons(now: EpochMs, limit: number): Promise<IconLocations[]>
  /**
   * Saves the result of a search for a source's icon at `at`. `undefined` means that none was found, and the present icon
   * stays.
   *
   * @returns whether the icon changed
   */
  saveIcon(sourceId: string, icon: IconImage | undefined, at: EpochMs, nextCheckAt: EpochMs): Promise<boolean>
  /**
   * Gives items first seen since `from` whose picture was never fetched, has changed, or is due to be fetched again by
   * `now`. The hottest first.
   */
  listDuePictures(from: EpochMs, now: EpochMs, limit: number): Promise<ItemPicture[]>
  /**
   * Saves the results of fetching pictures at `at`. Results for items that were deleted meanwhile are dropped. `prune` keeps
   * the thumbnails of the newest 20,000 items.
   *
   * @returns the number of items that had no thumbnail before and have one after
   */
  saveThumbnails(records: readonly ThumbnailRecord[], at: EpochMs): Promise<number>
}
