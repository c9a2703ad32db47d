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
   * Differs each time this process finds the store without the last change that it saw, for example after a failover
   * that lost changes: the same numbers then get other changes. Absent if that never happened.
   */
  readonly history?: number
}

/** An item for the search index. */
export interface SearchDocument {
  readonly id: number
  readonly title: string
  readonly summary: string
  /** Tags, and the names and ids of its sources. Each is a separate text. */
  readonly labels: readonly string[]
  readonly author: string | null
  /** The whole plain text. */
  readonly content: string
  readonly url: string
  /** Default: none. */
  readonly has?: readonly HasValue[]
  /** BCP 47; determines the inflections. */
  readonly language: string | null
  /** For an item of unknown age, the time at which it ranks (`rankOfUnknownAge`). */
  readonly publishedAt: EpochMs
  /** Coverage of the story, 1..32. */
  readonly coverage: number
}

/** Receives the changes of a store. */
export interface ChangeListener {
  /** @param edited new or edited items */
  take(edited: readonly number[], deleted: readonly number[]): void
  /** Changes were pruned before they were read: anything may differ. */
  startAnew(): void
}

/** The texts that reranking reads. `content` is cut. */
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

/** A search source with connections of its own. */
export interface OpenedSearchSource {
  readonly source: SearchSource
  readonly close: () => Promise<void>
}

/** The part of a store that the search engine reads, and its changes. */
export interface SearchSource {
  /**
   * Runs work that reads the columns, after loading the changes and the tags that `filter` needs.
   *
   * @throws DigestError('storeFailed') with the driver's error as its cause
   */
  reading<T>(work: () => T | Promise<T>, filter?: ItemFilter): Promise<T>
  /** The store's address. The index file is beside its file. */
  readonly address: StoreAddress
  /** Whether the store can still be read. */
  readonly isOpen: boolean
  columns(): Columns
  version(): StoreVersion
  /** Calls the listener for every change from now on. */
  subscribe(listener: ChangeListener): void
  /** Returns the changes after `seq`, and applies them to the columns. */
  catchUp(seq: number): Promise<{ readonly edited: readonly number[]; readonly deleted: readonly number[] }>
  /** The time of a change; `undefined` if it was pruned. */
  changeAt(seq: number): Promise<EpochMs | undefined>
  /** `seq` of the last change; 0 if there is none. */
  lastSeq(): Promise<number>
  count(): Promise<number>
  /** Returns documents, unordered. Deleted items are left out. */
  findDocuments(ids: readonly number[]): Promise<SearchDocument[]>
  /** Yields all items by ascending id, a few hundred at a time. */
  allDocuments(): AsyncIterable<SearchDocument[]>
  /** Returns texts by item id. Deleted items are left out. @param chars maximum length of `content`, in characters */
  findTexts(ids: readonly number[], chars: number): Promise<ReadonlyMap<number, ItemTexts>>
  /** Returns titles in the order of `ids`. Deleted items are left out. */
  listTitles(ids: readonly number[]): Promise<StoryTitle[]>
  sourceName(slug: string): string | undefined
  /** The name of a category, if it differs from the slug. */
  categoryNameOf(slug: string): string | undefined
}
