import type { Collected, Engagement, FeedInfo } from '../domain/entry.ts'
import type { ItemFilter, ItemOrder, SearchOrder, Selection, Window } from '../domain/filter.ts'
import type { IconImage, IconPlace } from '../domain/icon.ts'
import type { Article, Item, ItemDraft, ScoreParts } from '../domain/item.ts'
import type { Hit, QueryNode, SearchRepair } from '../domain/search.ts'
import type { Source, SourceReport, SourceState, Validators, VisitError } from '../domain/source.ts'
import type { SourceEvent, ToldSourceEvent } from '../domain/source-event.ts'
import type { Standing } from '../domain/standing.ts'
import type { PlacedStoryItem, StoryMerge, StoryMove, TrendItems } from '../domain/story.ts'
import type { Suggestion } from '../domain/suggestion.ts'
import type { EpochMs } from '../domain/time.ts'

/** How far the collection has come: `seq` grows by each change, so equal means nothing changed. */
export interface StoreVersion {
  readonly seq: number
  /** When the last change was saved; the start of the store where there was none. */
  readonly at: EpochMs
}

/** A search's part of a list: hits instead of bare ids. */
export interface FoundSelection extends Omit<Selection, 'ids'>, SearchRepair {
  readonly hits: readonly Hit[]
  /** Made while what ranks best was not ready: a moment later the answer may be a better one. */
  readonly provisional?: true
}

export interface NameCount {
  readonly name: string
  readonly count: number
}

export interface CategoryReport {
  readonly name: string
  readonly count: number
  readonly sourceCount: number
  readonly countLast24h: number
  readonly latestAt: EpochMs | null
}

/** What `/api/stats` tells of the store; times still numbers. */
export interface StoreStats {
  readonly items: {
    readonly total: number
    readonly last24h: number
    readonly last7d: number
    readonly oldestAt: EpochMs | null
    readonly newestAt: EpochMs | null
  }
  readonly stories: { readonly total: number; readonly multiSource: number }
  /** Sightings beyond the first: articles that came again from another source. */
  readonly duplicatesMerged: number
  readonly byCategory: readonly NameCount[]
  readonly byRegion: readonly NameCount[]
  readonly byLanguage: readonly NameCount[]
  readonly bySource: readonly NameCount[]
  /** The last 30 UTC days that have items, oldest first. */
  readonly byDay: readonly {
    readonly date: string
    readonly count: number
    /** Largest first; categories that the day lacks are left out. */
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

/**
 * What the API, the feeds, the page and the agents' tools may do. Each method can reject with
 * `DigestError('storeFailed')` with the driver's error as its cause.
 */
export interface ReadStore {
  /** From memory, at no cost: answers built at one version hold while it lasts. */
  version(): StoreVersion
  /**
   * Tells of each step of the version, with the ids of the items whose answers it changed (added,
   * edited, deleted, or of a story that changed).
   * @returns ends the telling
   */
  onChange(listener: (itemIds: readonly number[]) => void): () => void
  /** Takes in what other connections have saved since; cheap when there is nothing. */
  refresh(): Promise<void>

  /** Ids in the order asked for, with the exact total. An unknown slug in `include` finds nothing. */
  select(filter: ItemFilter, order: ItemOrder, window: Window): Promise<Selection>
  /**
   * As `select`, of the items that match `query`; with `explain`, each hit tells what its worth is made of, as far
   * as the engine knows.
   */
  search(
    query: QueryNode,
    filter: ItemFilter,
    order: SearchOrder,
    window: Window,
    now: EpochMs,
    explain?: boolean,
  ): Promise<FoundSelection>
  /** Completes the last word of a text that is being typed, and names that begin with the text; at most `limit`. */
  suggest(text: string, limit: number, now: EpochMs): Promise<Suggestion[]>
  /** In the order of `ids`; one that is gone is left out. */
  findItems(ids: readonly number[]): Promise<Item[]>
  findArticle(id: number): Promise<Article | undefined>
  /** Items with their text and ids above `afterId`, by id, at most `limit`: for what goes through all of them. */
  listArticles(afterId: number, limit: number): Promise<Article[]>
  /** Sanitised HTML by item id, for feeds; an item without text is left out. */
  findContents(ids: readonly number[]): Promise<Map<number, string>>
  /** Plain text by item id, for passages; an item without text is left out. */
  findTexts(ids: readonly number[]): Promise<Map<number, string>>
  /** By any address the article was seen under; never fetches. */
  findItemIdByUrl(url: string): Promise<number | undefined>
  /** Where a merged story went, else the story itself. */
  resolveStoryId(id: number): Promise<number | undefined>
  /**
   * Items with `publishedAt` in [from, until) that pass `filter`.
   *
   * @param stories by id, not 0 for those that are meant; all where left out
   */
  listTrendItems(
    filter: ItemFilter,
    from: EpochMs,
    until: EpochMs,
    stories?: Uint32Array,
  ): Promise<TrendItems>
  /**
   * How many sources published in each hour of the week, 168 counts, Monday 00:00 UTC first, over the 28 days
   * before the present hour. A source counts once an hour, so that nobody's flood looks like a rhythm.
   */
  hourOfWeekActivity(now: EpochMs): Promise<number[]>

  /** The picture of a configured source; `undefined` where there is none. */
  findIcon(sourceId: string): Promise<IconImage | undefined>
  /** Every configured source, in the order of the configuration. */
  listSources(now: EpochMs): Promise<SourceReport[]>
  /** What happened to the configured sources, newest first, at most `limit`. Each moves the version. */
  listSourceEvents(limit: number): Promise<ToldSourceEvent[]>
  /** Largest first; the counts add up to the number of items. */
  listCategories(now: EpochMs): Promise<CategoryReport[]>
  stats(now: EpochMs): Promise<StoreStats>
  /** Touches the engine. Rejects where it does not answer. */
  ping(): Promise<{
    readonly engine: string
    readonly itemCount: number
    readonly newestItemAt: EpochMs | null
  }>
  close(): Promise<void>
}

/** Whose identity is asked for before an entry is normalised. */
export interface EntryIdentity {
  readonly key: string
  readonly entryKey: string
}

/** What the store has of an entry. */
export interface KnownEntry {
  readonly itemId: number
  readonly storyId: number
  /** Of this source's sighting; `undefined` where only other sources have the article. */
  readonly entryHash: string | undefined
  readonly contentHash: string
  readonly title: string
  /** Under which this source has shown it; the article's where it has not. */
  readonly url: string
  /** Whether the visited source is the one that had it first. */
  readonly owned: boolean
  readonly publishedAt: EpochMs
}

/** Entries known by their identity within the source, articles by their key; `gone` were pruned and stay away. */
export interface KnownEntries {
  readonly byEntryKey: ReadonlyMap<string, KnownEntry>
  readonly byKey: ReadonlyMap<string, KnownEntry>
  readonly gone: ReadonlySet<string>
}

/** Which story an item is in; when it was first seen tells it from one of the same id in another store. */
export interface LivePlacement extends StoryMove {
  readonly firstSeenAt: EpochMs
}

/** Which items may be in another story, new or gone. */
export interface PlacementChanges {
  /** Stands for what the store holds now. */
  readonly mark: string
  /** Whether it holds it for good: not so within a transaction. */
  readonly isSaved: boolean
  /**
   * Their ids, some more than once; `undefined` where the mark is of another store, or so old that nobody
   * knows any more.
   */
  readonly itemIds: readonly number[] | undefined
  /** Where those are now that `listStoryItems` would list. */
  readonly placements: readonly LivePlacement[]
}

export interface StoryMember {
  readonly storyId: number
  readonly itemId: number
  readonly sourceId: string
  readonly publisher: string
  readonly publishedAt: EpochMs
  readonly score: number
  readonly parts: ScoreParts
}

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
  readonly draft: ItemDraft
}

export interface ItemEdit {
  readonly itemId: number
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
  readonly seenAt: EpochMs
  readonly publishedAt: EpochMs
  readonly commentsUrl: string | null
  readonly engagement: Engagement | null
}

/** One visit with all that it changes: saved in one transaction, or not at all. */
export interface VisitRecord {
  readonly sourceId: string
  readonly at: EpochMs
  readonly outcome: Collected['kind']
  readonly status: number | null
  readonly latencyMs: number
  readonly error: VisitError | undefined
  readonly nextVisitAt: EpochMs
  readonly intervalMs: number
  /** `undefined` keeps what is stored. */
  readonly validators: Validators | undefined
  readonly documentHash: string | undefined
  readonly feed: FeedInfo | undefined
  /** Absent keeps what is stored. */
  readonly standing?: Standing
  /** What an operator wants to hear of; absent where nothing happened. */
  readonly events?: readonly SourceEvent[]
  readonly inserts: readonly ItemInsert[]
  readonly edits: readonly ItemEdit[]
  readonly sightings: readonly SightingWrite[]
  /** Existing items that change their story. */
  readonly moves: readonly StoryMove[]
  readonly merges: readonly StoryMerge[]
  /** Of new items and of those whose score took a step. */
  readonly scores: readonly ScoreWrite[]
}

/** What is corrected in a stored item; what is left out stays. */
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

/** The whole store, for the one process or thread that writes. */
export interface Store extends ReadStore {
  /** Makes `sources` the configured ones; a source left out keeps its items and is no longer listed. */
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
  /** What is known of the entries that `sourceId` shows. */
  findKnown(sourceId: string, identities: readonly EntryIdentity[]): Promise<KnownEntries>
  /**
   * Of each of `drafts` the article that `sourceId` had first and that has the same title and time; `undefined` where
   * there is none.
   */
  findTwins(
    sourceId: string,
    drafts: readonly Pick<ItemDraft, 'title' | 'publishedAt'>[],
  ): Promise<(KnownEntry | undefined)[]>
  /** The first of `count` consecutive ids that nothing else will get. */
  reserveIds(kind: 'item' | 'story', count: number): Promise<number>
  /** Items published or first seen at or after `from`, by time and id: the clusterer's state at start. */
  listStoryItems(from: EpochMs): Promise<PlacedStoryItem[]>
  /** Which story each item that `listStoryItems` would list is in, in no order. */
  listStoryPlacements(from: EpochMs): Promise<LivePlacement[]>
  /** What of that is another since the answer whose `mark` this was. */
  listPlacementChanges(from: EpochMs, mark?: string): Promise<PlacementChanges>
  /** Those of these items that there are, as `listStoryItems` gives them. */
  findStoryItems(itemIds: readonly number[]): Promise<PlacedStoryItem[]>
  /**
   * Keeps bytes that spare the next process work, in place of those kept before: a cache, which no backup holds and
   * which may be gone at any time. Never rejects.
   */
  keepLiveStories(bytes: Uint8Array): Promise<void>
  /** What was kept last, perhaps by a process that has since crashed; `undefined` where there is nothing. */
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
   * Saves a visit in one transaction, story counts and search text included.
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
  listDueIcons(now: EpochMs, limit: number): Promise<IconPlace[]>
  /**
   * Notes that a source's icon was looked for at `at`; `undefined`, where none was found, leaves the one it has.
   * @returns whether it has another one now
   */
  saveIcon(sourceId: string, icon: IconImage | undefined, at: EpochMs, nextCheckAt: EpochMs): Promise<boolean>
  /** Writes one consistent copy to `file` while everything goes on. */
  backup(file: string): Promise<void>
}
