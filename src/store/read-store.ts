import type { ItemFilter, ItemOrder, Selection, Window } from '../model/filter.ts'
import type { Article, Item } from '../model/item.ts'
import type { IconImage } from '../model/picture.ts'
import type { CheckedSource, NamedSource, SourceReport, ReportedSourceEvent } from '../model/source.ts'
import type { StorySet, TrendItems } from '../model/story.ts'
import type { EpochMs } from '../model/time.ts'
import type { SearchSource, StoreVersion } from './search-source.ts'

export type { StoreVersion }

export interface NameCount {
  readonly name: string
  readonly count: number
}

export interface CategoryReport {
  /** Slug. */
  readonly name: string
  /** As the settings write it. */
  readonly displayName: string
  readonly count: number
  readonly sourceCount: number
  readonly countLast24h: number
  readonly latestAt: EpochMs | null
}

/** The statistics of `/api/stats`; times as numbers. */
export interface StoreStats {
  readonly items: {
    readonly total: number
    readonly last24h: number
    readonly last7d: number
    readonly oldestAt: EpochMs | null
    readonly newestAt: EpochMs | null
  }
  readonly stories: { readonly total: number; readonly multiSource: number }
  /** Sightings beyond the first: articles that another source carries too. */
  readonly duplicatesMerged: number
  readonly byCategory: readonly NameCount[]
  readonly byRegion: readonly NameCount[]
  readonly byLanguage: readonly NameCount[]
  readonly bySource: readonly NameCount[]
  /** The last 30 UTC days that have items, oldest first. */
  readonly byDay: readonly {
    readonly date: string
    readonly count: number
    /** Largest first; categories without items on the day are left out. */
    readonly byCategory: readonly NameCount[]
  }[]
  /** 168 counts of all items, Monday 00:00 UTC first. */
  readonly byHourOfWeek: readonly number[]
  readonly collector: {
    readonly visitsLast24h: number
    readonly failedLast24h: number
    readonly itemsAddedLast24h: number
    readonly lastVisitAt: EpochMs | null
  }
  readonly storage: { readonly engine: string; readonly bytes: number; readonly schemaVersion: number }
}

/** An item as the interface shows it. */
export interface EncodedItem {
  readonly id: number
  /** UTF-8, without white space. */
  readonly json: Buffer
}

/**
 * What the API, the feeds and the page may do. Each method can reject with `DigestError('storeFailed')` with the driver's
 * error as its cause.
 */
export interface ReadStore {
  /** What a search engine reads and follows. */
  readonly searchSource: SearchSource
  /** In memory: responses built at one version are valid as long as it is current. */
  version(): StoreVersion
  /**
   * The `seq` of the last change of an item that passes the words of a filter, or passed them before. While it stays, `select`
   * returns the same for the filter, and these items are the same. In memory.
   */
  lastChange(filter: ItemFilter): number
  /** The same for an item, its story and the items of that; the last change of all if there is no such item. */
  lastChangeOf(itemId: number): number
  /**
   * Calls the listener for each new version, with the ids of the changed items (added, edited, deleted, or of
   * a changed story). @returns unsubscribes
   */
  onChange(listener: (itemIds: readonly number[]) => void): () => void
  /** Reads the changes of other connections; cheap if there are none. */
  refresh(): Promise<void>

  /** Ids in the requested order, with the exact total. An unknown slug in `include` finds nothing. */
  select(filter: ItemFilter, order: ItemOrder, window: Window): Promise<Selection>
  /** In the order of `ids`; deleted items are left out. */
  findItems(ids: readonly number[]): Promise<Item[]>
  /** The same as JSON, for lists: reading it costs half of what making it of items costs. */
  findItemJson(ids: readonly number[]): Promise<EncodedItem[]>
  findArticle(id: number): Promise<Article | undefined>
  /** Items with their text, in the order of `ids`; deleted items are left out. */
  findArticles(ids: readonly number[]): Promise<Article[]>
  /** Items with their text and ids above `afterId`, by id, at most `limit`: for passes over all items. */
  listArticles(afterId: number, limit: number): Promise<Article[]>
  /** Sanitised HTML by item id, for feeds; an item without text is left out. */
  findContents(ids: readonly number[]): Promise<Map<number, string>>
  /** Plain text by item id, for passages; an item without text is left out. */
  findTexts(ids: readonly number[]): Promise<Map<number, string>>
  /**
   * By any address an article was seen under, the likeliest first; never fetches. Several where articles share the address:
   * those shown under exactly this one, else all, the owner of the canonical address first, then the newest.
   */
  findItemIdsByUrl(url: string): Promise<number[]>
  /** The successor of a merged story, else the story itself. */
  resolveStoryId(id: number): Promise<number | undefined>
  /**
   * The representative of each story; stories of one item, and those whose representative does not pass
   * `filter`, are left out.
   */
  findRepresentatives(storyIds: readonly number[], filter?: ItemFilter): Promise<Map<number, number>>
  /**
   * Items with `publishedAt` in [from, until) that pass `filter`.
   *
   * @param stories those that are meant; all where left out
   */
  listTrendItems(filter: ItemFilter, from: EpochMs, until: EpochMs, stories?: StorySet): Promise<TrendItems>
  /**
   * How many sources published in each hour of the week, 168 counts, Monday 00:00 UTC first, over the 28 days
   * before the present hour. A source counts once per hour, so a flood of items does not look like a rhythm.
   */
  hourOfWeekActivity(now: EpochMs): Promise<number[]>

  /** A permanent UUID of this store. */
  storeId(): Promise<string>
  /** The picture of a configured source; `undefined` where there is none. */
  findIcon(sourceId: string): Promise<IconImage | undefined>
  /** The small picture of an item, `THUMBNAIL_TYPE`; `undefined` where there is none. */
  findThumbnail(itemId: number): Promise<Buffer | undefined>
  /** Those of the items that have one. */
  listThumbnailed(itemIds: readonly number[]): Promise<ReadonlySet<number>>
  /** Those of the sources that are configured, by their ids; what `listSources` says of all costs far more. */
  findSources(ids: Iterable<string>): Promise<ReadonlyMap<string, NamedSource>>
  /** Every configured source, in the order of the configuration. */
  listSources(now: EpochMs): Promise<SourceReport[]>
  /** The same without counting items. */
  listSourceHealth(now: EpochMs): Promise<CheckedSource[]>
  /** What happened to the configured sources, newest first, at most `limit`. Each moves the version. */
  listSourceEvents(limit: number): Promise<ReportedSourceEvent[]>
  /** Largest first; the counts add up to the number of items. */
  listCategories(now: EpochMs): Promise<CategoryReport[]>
  /** Names by slug, of the categories whose name differs from their slug. */
  categoryNames(): Promise<ReadonlyMap<string, string>>
  stats(now: EpochMs): Promise<StoreStats>
  /** Reads items from the disk, different ones each time. Rejects if they cannot be read. */
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
