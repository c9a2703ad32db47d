import type { Category } from '../facts.ts'

/** How one language words what is no event: reports, reviews, advice. The slots are those of `FEATURE_FACTS`. */
export interface Feature {
  readonly titles: readonly string[]
  readonly leads: readonly string[]
  readonly facts: readonly string[]
}

/** A column that comes every day under the same title. */
export interface Column {
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
