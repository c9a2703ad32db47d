import type { ItemFilter } from '../model/filter.ts'
import type { HasValue } from '../model/search.ts'
import type { StoreAddress } from '../model/store-address.ts'
import type { EpochMs } from '../model/time.ts'
import type { Columns } from './columns/columns.ts'

/** Version of the collection. `seq` grows with each change. */
export interface StoreVersion {
  readonly seq: number
  /** When the last change was saved; the start of the store if there was none. */
  readonly at: EpochMs
  /**
   * Other for each time that this process found the store without the last change that it had seen, as after a failover
   * that lost changes. Other changes then get the same numbers. Absent if that never happened.
   */
  readonly history?: number
}

/** An item as a search engine reads it. */
export interface SearchDocument {
  readonly id: number
  readonly title: string
  readonly summary: string
  /** Tags, and names and ids of its sources. Each is a separate text. */
  readonly labels: readonly string[]
  readonly author: string | null
  /** The whole text. */
  readonly content: string
  readonly url: string
  /** Default: nothing. */
  readonly has?: readonly HasValue[]
  /** BCP 47; determines the inflections. */
  readonly language: string | null
  /** If its age is unknown, the time at which it ranks (`rankOfUnknownAge`). */
  readonly publishedAt: EpochMs
  /** Coverage of the story, 1..32. */
  readonly coverage: number
}

/** Changes of items after a position of the change sequence. */
export interface ItemChanges {
  readonly edited: readonly number[]
  readonly deleted: readonly number[]
}

/** Follows the changes of a store. */
export interface ChangeListener {
  /** Items that are new or edited, and those that were deleted. */
  take(edited: readonly number[], deleted: readonly number[]): void
  /** Changes were pruned before they were read, so anything may be different. */
  startAnew(): void
}

/** The texts of an item, by which a search reranks its best hits. `content` is cut. */
export interface ItemTexts {
  readonly title: string
  readonly summary: string
  readonly content: string | null
}

export interface StoryTitle {
  readonly title: string
  readonly storyId: number
  readonly itemCount: number
}

/** A source that has connections of its own. */
export interface OpenedSearchSource {
  readonly source: SearchSource
  readonly close: () => Promise<void>
}

/** The part of a store that the search engine reads, and the changes that it follows. */
export interface SearchSource {
  /**
   * Runs work that reads from the store. Before that, it reads into memory what the columns and `filter` need.
   *
   * @throws DigestError('storeFailed') with the driver's error as its cause
   */
  reading<T>(work: () => T | Promise<T>, filter?: ItemFilter): Promise<T>
  /** Where the store is. The index file is beside its file. */
  readonly address: StoreAddress
  /** Whether the store can still be read. */
  readonly isOpen: boolean
  columns(): Columns
  version(): StoreVersion
  /** Calls the listener with every change from now on. */
  subscribe(listener: ChangeListener): void
  /** Gives the changes after `seq`. Updates the columns too. */
  catchUp(seq: number): Promise<ItemChanges>
  /** When a change was saved; `undefined` if it was pruned. */
  changeAt(seq: number): Promise<EpochMs | undefined>
  /** `seq` of the last change; 0 if nothing was ever saved. */
  lastSeq(): Promise<number>
  /** The number of items. */
  count(): Promise<number>
  /** Gives documents in no order. Deleted items are left out. */
  findDocuments(ids: readonly number[]): Promise<SearchDocument[]>
  /** Gives all items by ascending id, a few hundred at a time. */
  allDocuments(): AsyncIterable<SearchDocument[]>
  /** Gives texts by item id. Deleted items are left out. @param chars maximum length of `content`, in characters */
  findTexts(ids: readonly number[], chars: number): Promise<ReadonlyMap<number, ItemTexts>>
  /** Gives titles in the order of `ids`. Deleted items are left out. */
  listTitles(ids: readonly number[]): Promise<StoryTitle[]>
  sourceName(slug: string): string | undefined
  /** The name of a source's category, where the settings write it otherwise than its slug. */
  categoryNameOf(slug: string): string | undefined
}
