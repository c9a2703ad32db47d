import type { EpochMs } from '../model/time.ts'
import type { Columns } from './columns/columns.ts'

/** Version of the collection: `seq` grows with each change, so equal means unchanged. */
export interface StoreVersion {
  readonly seq: number
  /** When the last change was saved; the start of the store where there was none. */
  readonly at: EpochMs
}

/** An item as a search engine reads it. */
export interface SearchDocument {
  readonly id: number
  readonly title: string
  readonly summary: string
  /** Tags, names and ids of its sources: each a text of its own. */
  readonly labels: readonly string[]
  readonly author: string | null
  /** The whole text. */
  readonly content: string
  readonly url: string
  /** BCP 47; determines the inflections. */
  readonly language: string | null
  /** Where its age is unknown, the time at which it ranks (`rankOfUnknownAge`). */
  readonly publishedAt: EpochMs
  /** Whether its age is known. */
  readonly dated: boolean
  /** Publishers that report the story, 1..32. */
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
  /** Changes were pruned before they were read: everything may be different. */
  startAnew(): void
}

/** The texts of an item, for highlights; `content` is cut. */
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

/** What a search engine reads of a store, and the changes that it follows. */
export interface SearchSource {
  /** Runs work that reads from here. @throws DigestError('storeFailed') with the driver's error as its cause */
  reading<T>(work: () => T | Promise<T>): Promise<T>
  /** The store's file: an index is kept beside it. */
  readonly file: string
  /** Whether the store can still be read. */
  readonly isOpen: boolean
  columns(): Columns
  version(): StoreVersion
  /** Calls the listener with every change from now on. */
  subscribe(listener: ChangeListener): void
  /** Changes after `seq`; the columns are updated too. */
  catchUp(seq: number): ItemChanges
  /** When a change was saved; `undefined` if it was pruned. */
  changeAt(seq: number): EpochMs | undefined
  /** 0 where nothing was ever saved. */
  lastSeq(): number
  count(): number
  /** In no order; one that was deleted is left out. */
  findDocuments(ids: readonly number[]): SearchDocument[]
  /** Every item by ascending id, a few hundred at a time. */
  allDocuments(): Iterable<SearchDocument[]>
  /** @param chars of the content at most */
  findTexts(id: number, chars: number): ItemTexts | undefined
  /** In the order of `ids`; one that was deleted is left out. */
  listTitles(ids: readonly number[]): StoryTitle[]
  sourceName(slug: string): string | undefined
}
