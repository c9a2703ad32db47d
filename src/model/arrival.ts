import type { EntryFacts, FetchResult } from './entry.ts'
import type { EntryDraft, EntryFingerprint } from './item.ts'
import type { EpochMs } from './time.ts'

/**
 * What a visit brought, before it is digested. Plain data: it survives `structuredClone` and JSON, so that another process
 * can digest it.
 */
export interface Arrival {
  readonly sourceId: string
  /** When the source and the pages had answered. Later publication times count as impossible. */
  readonly fetchedAt: EpochMs
  /** Hash of the rules that were applied to the entries' addresses; '' if there were none. */
  readonly rulesHash: string
  /** Each entry once. */
  readonly collected: FetchResult<ArrivedEntry>
  /** Entries of the document, repeated ones included. */
  readonly listed: number
  /** Names of the source's site, which its titles may end with. */
  readonly siteNames: readonly string[]
  readonly pages: PageCounts
}

/** An entry with its identity within the document. */
export interface ArrivedEntry extends EntryFingerprint {
  readonly entry: EntryFacts
  /** The entry and its page, sanitised; missing if the store had the entry as it is. */
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
