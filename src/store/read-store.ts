import type { ChangeReason } from '../model/change.ts'
import type { Delivery, EditionHead, StoredEdition } from '../model/digest.ts'
import type { ItemFilter, ItemOrder } from '../model/filter.ts'
import type { HookState } from '../model/hook.ts'
import type { Article, Content, Item, ScoreParts } from '../model/item.ts'
import type { IconImage } from '../model/picture.ts'
import type { CheckedSource, NamedSource, SourceReport } from '../model/source-report.ts'
import type { ReportedSourceEvent } from '../model/source.ts'
import type { CategoryReport, NameCount, StoreStats } from '../model/stats.ts'
import type { PlacedStoryItem, StorySet, TrendItems } from '../model/story.ts'
import type { EpochMs } from '../model/time.ts'
import type { WalkSelection, WalkWindow } from '../model/walk.ts'
import type { EncodedItem } from './columns/item-json-cache.ts'
import type { SearchSource, StoreVersion } from './search-source.ts'

export type { EncodedItem, StoreVersion }

/** Items of sources that are no longer configured. */
export interface LeftItems {
  readonly items: number
  /** Those with the most first; an item counts for each of its sources. */
  readonly bySource: readonly NameCount[]
}

/** What a follower asks for. */
export interface ChangeRequest {
  /** `nextSince` of the page before, or the number of the last change that it has; 0 for none. */
  readonly since: number
  /** Only changes for one of these reasons. */
  readonly reasons: readonly ChangeReason[]
  /** Without `distinctStory`. An item that does not pass it (any more) is told as deleted. */
  readonly filter: ItemFilter
  /** > 0 */
  readonly limit: number
}

/** The last change of an item. */
export interface ItemChange {
  readonly seq: number
  /** Where a follower continues that has this change: `seq`, or in a first walk what stands for it. */
  readonly nextSince: number
  readonly op: 'put' | 'delete'
  /** Of all its changes since then. `filtered`: it does not pass the filter. */
  readonly reasons: readonly (ChangeReason | 'filtered')[]
  readonly id: number
  /** Absent for a deleted item. */
  readonly storyId?: number
  readonly at: EpochMs
}

export interface ChangePage {
  /** By ascending `seq`, each item at most once. */
  readonly changes: readonly ItemChange[]
  /** Where the next request continues. */
  readonly nextSince: number
  readonly hasMore: boolean
  /** The number of the last change of all. */
  readonly latestSeq: number
  /** When it was. */
  readonly asOf: EpochMs
}

/** The editions of digests and who got them. They do not change the version. */
export interface EditionReads {
  /** Gives an edition by its day; the newest one without a day. */
  findEdition(digest: string, date?: string): Promise<StoredEdition | undefined>
  /** Gives at most `limit` editions, the newest first. */
  listEditions(digest: string, limit: number): Promise<EditionHead[]>
  /** Gives since when each digest has been known, by name. */
  listDigests(): Promise<ReadonlyMap<string, EpochMs>>
  /** Gives the deliveries of an edition, by target. */
  listDeliveries(digest: string, date: string): Promise<Delivery[]>
}

/** How far hooks are. What is written of them changes no version, except that a hook begins to rest or is resumed. */
export interface HookReads {
  findHook(name: string): Promise<HookState | undefined>
  /** Gives all that ever began, by name, without the text of their batches. */
  listHooks(): Promise<HookState[]>
  /** Gives those of the stories that a hook has announced, also by another id where stories were merged. */
  listAnnounced(hook: string, storyIds: readonly number[]): Promise<ReadonlySet<number>>
}

/**
 * What the API, the feeds and the page may do. Each method can reject with `DigestError('storeFailed')`, whose cause is the
 * driver's error.
 */
export interface ReadStore extends EditionReads, HookReads {
  /** The part that the search engine reads and follows. */
  readonly searchSource: SearchSource
  /** The present version, from memory. A response is valid as long as the version that it was built at is current. */
  version(): StoreVersion
  /**
   * The `seq` of the last change that concerns a filter: a change of an item whose words pass the filter, or passed it
   * before. While it stays the same, `select` returns the same ids for the filter and the items are unchanged. From memory.
   */
  lastChange(filter: ItemFilter): number
  /** The same for an item, its story and the story's items; the last change of all if there is no such item. */
  lastChangeOf(itemId: number): number
  /**
   * Calls the listener for each new version, with the ids of the changed items: added, edited, deleted, or of a changed
   * story.
   *
   * @returns a function that unsubscribes
   */
  onChange(listener: (itemIds: readonly number[]) => void): () => void
  /** Reads the changes of other connections. This is fast if there are none. */
  refresh(): Promise<void>

  /** Gives ids in the requested order, with the exact total; after the first page of a walk, the first page's. An unknown slug in `include` finds nothing. */
  select(filter: ItemFilter, order: ItemOrder, window: WalkWindow): Promise<WalkSelection>
  /** Gives items in the order of `ids`. Deleted items are left out. */
  findItems(ids: readonly number[]): Promise<Item[]>
  /** Gives the same items as they are compared with each other, with their publishers. */
  findStoryItems(ids: readonly number[]): Promise<PlacedStoryItem[]>
  /** Gives the same items as JSON, for lists. This takes half the time of making JSON of items. */
  findItemJson(ids: readonly number[]): Promise<EncodedItem[]>
  findArticle(id: number): Promise<Article | undefined>
  /** Gives at most `limit` items with their text, by id, with ids above `afterId`. For passes over all items. */
  listArticles(afterId: number, limit: number): Promise<Article[]>
  /** Gives what the scores of items are computed from, by item id. Deleted items are left out. */
  findScoreParts(ids: readonly number[]): Promise<Map<number, ScoreParts>>
  /** Gives sanitised HTML by item id, for feeds. Items without text are left out. */
  findHtml(ids: readonly number[]): Promise<Map<number, string>>
  /** Gives both forms of texts by item id. Items without text may be left out. */
  findContents(ids: readonly number[]): Promise<Map<number, Content>>
  /**
   * Gives the same as JSON, for lists: the fields of `Content` without the braces of an object. SQLite makes it from the
   * stored text, which takes a quarter of the time of reading strings and encoding them.
   */
  findContentJson(ids: readonly number[]): Promise<Map<number, Buffer>>
  /** Gives plain text by item id, for passages. Items without text are left out. */
  findTexts(ids: readonly number[]): Promise<Map<number, string>>
  /**
   * Finds items by any address at which they were seen. Never fetches. If several items share the address, it gives those
   * that were shown at exactly this address, else all. The item with this canonical address comes first, then the newest.
   */
  findItemIdsByUrl(url: string): Promise<number[]>
  /** Gives the successor of a merged story, else the story itself; `undefined` if there is no such story. */
  resolveStoryId(id: number): Promise<number | undefined>
  /**
   * Gives the representative's id by story id. Stories with one item are left out, and stories whose representative does
   * not pass `filter`.
   */
  findRepresentatives(storyIds: readonly number[], filter?: ItemFilter): Promise<Map<number, number>>
  /**
   * Gives the items with `publishedAt` in [from, until) that pass `filter`.
   *
   * @param stories only items of these stories; default all
   */
  listTrendItems(filter: ItemFilter, from: EpochMs, until: EpochMs, stories?: StorySet): Promise<TrendItems>
  /**
   * Counts the sources that published in each hour of the week over the 28 days before the present hour: 168 counts,
   * Monday 00:00 UTC first. A source counts once per hour, so a flood of items does not look like a rhythm.
   */
  hourOfWeekActivity(now: EpochMs): Promise<number[]>

  /**
   * Gives the items that changed after `since`, each at its last change. From 0 on that is all items.
   *
   * @throws DigestError('gone') if deletes since then were pruned; 'conflict' if there is no such change yet
   */
  listChanges(request: ChangeRequest): Promise<ChangePage>
  /** The UUID of this course of changes. A restored backup has another one. */
  historyId(): Promise<string>
  /** The permanent UUID of this store. */
  storeId(): Promise<string>
  /** Gives the icon of a configured source; `undefined` if there is none. */
  findIcon(sourceId: string): Promise<IconImage | undefined>
  /** Gives the thumbnail of an item, of type `THUMBNAIL_TYPE`; `undefined` if there is none. */
  findThumbnail(itemId: number): Promise<Buffer | undefined>
  /** Gives those of the items that have a thumbnail. */
  listThumbnailed(itemIds: readonly number[]): Promise<ReadonlySet<number>>
  /** Gives the configured ones of the sources by their ids. This is much faster than `listSources`. */
  findSources(ids: Iterable<string>): Promise<ReadonlyMap<string, NamedSource>>
  /** Gives all configured sources, in the order of the configuration. */
  listSources(now: EpochMs): Promise<SourceReport[]>
  /** Gives their health, without counting items. */
  listSourceHealth(now: EpochMs): Promise<CheckedSource[]>
  /** Counts the items that no source of `configured` has. */
  countLeftItems(configured: readonly string[]): Promise<LeftItems>
  /** Gives groups of enabled sources that became one feed: they are read at one address, or their last documents are equal. */
  listDuplicateSources(): Promise<readonly (readonly string[])[]>
  /** Gives at most `limit` events of the configured sources, the newest first. Each event changes the version. */
  listSourceEvents(limit: number): Promise<ReportedSourceEvent[]>
  /** Gives all categories, the largest first. Their counts add up to the number of items. */
  listCategories(now: EpochMs): Promise<CategoryReport[]>
  /** Gives names by slug, for categories whose name differs from the slug. */
  categoryNames(): Promise<ReadonlyMap<string, string>>
  stats(now: EpochMs): Promise<StoreStats>
  /** Tests that items can be read from the disk, other items each time. Rejects if they cannot. */
  ping(): Promise<{
    readonly engine: string
    readonly itemCount: number
    readonly newestItemAt: EpochMs | null
  }>
  /**
   * Writes what a start would have to compute to a file beside the store, if it is missing or old. Requests are answered
   * meanwhile. Never rejects because of the file.
   */
  saveColumns(): Promise<void>
  close(): Promise<void>
}
