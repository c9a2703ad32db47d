import type { Category } from '../world/facts.ts'
import type { KindId } from '../world/kinds.ts'

/** Patterns for one kind of event in one language, in the syntax of `phrase`. */
export interface EventPatterns {
  readonly titles: readonly string[]
  /** First sentences: who did what. */
  readonly leads: readonly string[]
  /** Further facts, each understandable by itself, in any order. */
  readonly facts: readonly string[]
  readonly quotes: readonly string[]
}

export type AllEventPatterns = Readonly<Record<KindId, EventPatterns>>

/** Patterns for features (reports, reviews, advice) in one language. Their slots are those of `FEATURE_FACTS`. */
interface Feature {
  readonly titles: readonly string[]
  readonly leads: readonly string[]
  readonly facts: readonly string[]
}

/** A column that appears every day under the same title. */
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
  /** Label before the headline of a changed article. */
  readonly updateMarks: readonly string[]
  /** Note at the end of a changed article. */
  readonly updateNotes: readonly string[]
  /** Credit under a text of the news agency. */
  readonly agencyCredit: string
}
