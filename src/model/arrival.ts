import type { EntryFacts, FetchResult } from './entry.ts'
import type { EntryDraft, EntryFingerprint } from './item.ts'
import type { EpochMs } from './time.ts'

/**
 * The result of a visit before it is digested. Plain data (`structuredClone`, JSON), so that another process can digest
 * it.
 */
export interface Arrival {
  readonly sourceId: string
  /** Time when the source and its pages had responded. Later publication times are impossible. */
  readonly fetchedAt: EpochMs
  /** Hash of the rules applied to the entries' addresses; '' if there were none. */
  readonly rulesHash: string
  /** Without repeated entries. */
  readonly collected: FetchResult<ArrivedEntry>
  /** Number of entries of the document, including repeated ones. */
  readonly listed: number
  /** Names of the source's site that may end its titles. */
  readonly siteNames: readonly string[]
  readonly pages: PageCounts
}

/** An entry with its identity within the document. */
export interface ArrivedEntry extends EntryFingerprint {
  readonly entry: EntryFacts
  /** The entry and its page, sanitised; absent if the entry is unchanged in the store. */
  readonly draft?: EntryDraft
}

/** Counts of the article pages that a visit read. */
export interface PageCounts {
  readonly read: number
  readonly failed: number
  /** Left for later visits: not requested yet, or to be retried. */
  readonly waiting: number
  /** Why one of them failed, for people. */
  readonly failure: string | undefined
}
