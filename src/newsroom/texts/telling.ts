import type { KindId } from '../kinds.ts'

/** How one language words one kind of event; patterns as `phrase` reads them. */
export interface Telling {
  readonly titles: readonly string[]
  /** First sentences: who did what. */
  readonly leads: readonly string[]
  /** Further facts, each understandable by itself, in any order. */
  readonly facts: readonly string[]
  readonly quotes: readonly string[]
}

export type Tellings = Readonly<Record<KindId, Telling>>
