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
  /** The largest count first. An item counts for each of its sources. */
  readonly bySource: readonly NameCount[]
}

export interface ChangeRequest {
  /** `nextSince` of the previous page, or the last `seq` that the client has; 0 for none. */
  readonly since: number
  /** Only changes with one of these reasons. */
  readonly reasons: readonly ChangeReason[]
  /** Without `distinctStory`. An item that does not pass is reported as deleted. */
  readonly filter: ItemFilter
  /** > 0 */
  readonly limit: number
}

/** The last change of an item. */
export interface ItemChange {
  readonly seq: number
  /** `since` of a client that has this change. Equal to `seq`, except in a walk from 0. */
  readonly nextSince: number
  readonly op: 'put' | 'delete'
  /** Of all its changes since `since`. `filtered`: the item does not pass the filter. */
  readonly reasons: readonly (ChangeReason | 'filtered')[]
  readonly id: number
  /** Absent for a deleted item. */
  readonly storyId?: number
  readonly at: EpochMs
}

export interface ChangePage {
  /** By ascending `seq`, each item once at most. */
  readonly changes: readonly ItemChange[]
  /** `since` of the next request. */
  readonly nextSince: number
  readonly hasMore: boolean
  /** `seq` of the store's last change. */
  readonly latestSeq: number
  /** The time of that change. */
  readonly asOf: EpochMs
}

/** Editions of digests and their deliveries. They do not change the version. */
export interface EditionReads {
  /** Returns the edition of a day; without a day the newest. */
  findEdition(digest: string, date?: string): Promise<StoredEdition | undefined>
  /** Returns at most `limit` editions, the newest first. */
  listEditions(digest: string, limit: number): Promise<EditionHead[]>
  /** Returns when each digest was first known, by name. */
  listDigests(): Promise<ReadonlyMap<string, EpochMs>>
  /** Returns the deliveries of an edition, one for each target. */
  listDeliveries(digest: string, date: string): Promise<Delivery[]>
}

/** The positions of hooks. Writing them changes the version only when a hook is paused or resumed. */
export interface HookReads {
  findHook(name: string): Promise<HookState | undefined>
  /** Returns all hooks that ever began, by name, without the text of their batches. */
  listHooks(): Promise<HookState[]>
  /** Returns which of the stories a hook has announced, also under the id of a story that was merged into one. */
  listAnnounced(hook: string, storyIds: readonly number[]): Promise<ReadonlySet<number>>
}

/**
 * The reads for the API, the feeds and the page. Each method can reject with `DigestError('storeFailed')`, whose cause
 * is the driver's error.
 */
export interface ReadStore extends EditionReads, HookReads {
  /** The part of the store that the search engine reads. */
  readonly searchSource: SearchSource
  /** The current version, from memory. A response is valid while the version it was built at is current. */
  version(): StoreVersion
  /**
   * Returns the `seq` of the last change that concerns a filter: of an item whose words pass it, or passed it before.
   * While it stays the same, `select` returns the same ids for the filter and these items are unchanged. From memory.
   */
  lastChange(filter: ItemFilter): number
  /** The same for an item, its story and the story's items; the store's last change if there is no such item. */
  lastChangeOf(itemId: number): number
  /**
   * Calls the listener for each new version with the ids of the changed items: added, edited, deleted, or of a changed
   * story.
   *
   * @returns a function that unsubscribes
   */
  onChange(listener: (itemIds: readonly number[]) => void): () => void
  /** Reads the changes of other connections. This is fast if there are none. */
  refresh(): Promise<void>

  /** Returns ids in order. The exact total is that of a walk's first page. An unknown slug matches nothing. */
  select(filter: ItemFilter, order: ItemOrder, window: WalkWindow): Promise<WalkSelection>
  /** Returns items in the order of `ids`. Deleted items are left out. */
  findItems(ids: readonly number[]): Promise<Item[]>
  /** Returns the same items in the form that clustering compares, with their publishers. */
  findStoryItems(ids: readonly number[]): Promise<PlacedStoryItem[]>
  /** Returns the same items as JSON. This takes half the time of encoding `findItems`. */
  findItemJson(ids: readonly number[]): Promise<EncodedItem[]>
  findArticle(id: number): Promise<Article | undefined>
  /** Returns at most `limit` articles with ids above `afterId`, by id. For passes over all items. */
  listArticles(afterId: number, limit: number): Promise<Article[]>
  /** Returns the inputs of items' scores, by item id. Deleted items are left out. */
  findScoreParts(ids: readonly number[]): Promise<Map<number, ScoreParts>>
  /** Returns sanitised HTML by item id. Items without text are left out. */
  findHtml(ids: readonly number[]): Promise<Map<number, string>>
  /** Returns HTML and plain text by item id. Items without text may be left out. */
  findContents(ids: readonly number[]): Promise<Map<number, Content>>
  /**
   * Returns the same as JSON: the fields of `Content` without the braces of an object. SQLite makes it from the stored
   * text, in a quarter of the time of reading and encoding strings.
   */
  findContentJson(ids: readonly number[]): Promise<Map<number, Buffer>>
  /** Returns plain text by item id. Items without text are left out. */
  findTexts(ids: readonly number[]): Promise<Map<number, string>>
  /**
   * Finds items by any address at which they were seen. Never fetches. If several items share the address, only those
   * that were shown at exactly this address, if any. The item with this canonical address comes first, then the newest.
   */
  findItemIdsByUrl(url: string): Promise<number[]>
  /** Returns the id of the story, or of the one that it was merged into; `undefined` if there is no such story. */
  resolveStoryId(id: number): Promise<number | undefined>
  /**
   * Returns the representative's id by story id. Leaves out stories with one item, and stories whose representative
   * does not pass `filter`.
   */
  findRepresentatives(storyIds: readonly number[], filter?: ItemFilter): Promise<Map<number, number>>
  /**
   * Returns the items with `publishedAt` in [from, until) that pass `filter`.
   *
   * @param stories only items of these stories; default all
   */
  listTrendItems(filter: ItemFilter, from: EpochMs, until: EpochMs, stories?: StorySet): Promise<TrendItems>
  /**
   * Counts the sources that published in each hour of the week, over the 28 days before the current hour: 168 counts,
   * Monday 00:00 UTC first. A source counts once per hour, so a flood of items does not look like a rhythm.
   */
  hourOfWeekActivity(now: EpochMs): Promise<number[]>

  /**
   * Returns the items that changed after `since`, each at its last change. From 0 these are all items.
   *
   * @throws DigestError('gone') if deletes since then were pruned; 'conflict' if there is no such change yet
   */
  listChanges(request: ChangeRequest): Promise<ChangePage>
  /** The UUID of this change sequence. Restoring a backup makes another. */
  historyId(): Promise<string>
  /** The permanent UUID of this store. */
  storeId(): Promise<string>
  /** Returns the icon of a configured source; `undefined` if there is none. */
  findIcon(sourceId: string): Promise<IconImage | undefined>
  /** Returns an item's thumbnail, of type `THUMBNAIL_TYPE`; `undefined` if there is none. */
  findThumbnail(itemId: number): Promise<Buffer | undefined>
  /** Returns which of the items have a thumbnail. */
  listThumbnailed(itemIds: readonly number[]): Promise<ReadonlySet<number>>
  /** Returns which of the sources are configured, by id. Much faster than `listSources`. */
  findSources(ids: Iterable<string>): Promise<ReadonlyMap<string, NamedSource>>
  /** Returns all configured sources, in the order of the configuration. */
  listSources(now: EpochMs): Promise<SourceReport[]>
  /** Returns the health of the configured sources, without counting items. */
  listSourceHealth(now: EpochMs): Promise<CheckedSource[]>
  /** Counts the items that no source of `configured` has. */
  countLeftItems(configured: readonly string[]): Promise<LeftItems>
  /** Returns groups of enabled sources that are one feed: read at one address, or with equal last documents. */
  listDuplicateSources(): Promise<readonly (readonly string[])[]>
  /** Returns at most `limit` events of the configured sources, the newest first. Each event changes the version. */
  listSourceEvents(limit: number): Promise<ReportedSourceEvent[]>
  /** Returns all categories, the largest first. Their counts add up to the number of items. */
  listCategories(now: EpochMs): Promise<CategoryReport[]>
  /** Returns names by slug, for categories whose name differs from the slug. */
  categoryNames(): Promise<ReadonlyMap<string, string>>
  stats(now: EpochMs): Promise<StoreStats>
  /** Reads items from the disk, other ones each time. Rejects if that fails. */
  ping(): Promise<{
    readonly engine: string
    readonly itemCount: number
    readonly newestItemAt: EpochMs | null
  }>
  /**
   * Writes the columns to a file beside the store, if the file is missing or old: the next start need not build them.
   * Requests are answered meanwhile. Never rejects because of the file.
   */
  saveColumns(): Promise<void>
  close(): Promise<void>
}
