import type { Category } from '../world/facts.ts'
import type { KindId } from '../world/kinds.ts'

/** How one language words one kind of event; patterns as `phrase` reads them. */
export interface EventPatterns {
  readonly titles: readonly string[]
  /** First sentences: who did what. */
  readonly leads: readonly string[]
  /** Further facts, each understandable by itself, in any order. */
  readonly facts: readonly string[]
  readonly quotes: readonly string[]
}

export type AllEventPatterns = Readonly<Record<KindId, EventPatterns>>

/** How one language words what is no event: reports, reviews, advice. The slots are those of `FEATURE_FACTS`. */
interface Feature {
  readonly titles: readonly string[]
  readonly leads: readonly string[]
  readonly facts: readonly string[]
}

/** A column that comes every day under the same title. */
interface Column {
  readonly title: string
  readonly leads: readonly string[]
  readonly facts: readonly string[]
}

export interface Features {
  readonly byCategory: Readonly<Record<Category, Feature>>
  readonly columns: readonly Column[]
  /** Sentences that end any report. */
  readonly closers: readonly string[]
  /** What a headline starts with when an article was changed. */
  readonly updateMarks: readonly string[]
  /** What is added to the text then. */
  readonly updateNotes: readonly string[]
  /** Credit under a text taken over from the agency. */
  readonly agencyCredit: string
}
