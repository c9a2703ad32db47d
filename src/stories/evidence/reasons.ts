/** Why two items were not joined. */
export const REASONS = [
  /** More than four days lie between the two. */
  'daysApart',
  /** Both titles name columns of their sources. */
  'columns',
  /** `words` are the few that they share. */
  'fewWords',
  /** `words` stand in the title of the story's item only, `otherWords` in that of the other. */
  'otherWords',
  /** `words` are the numbers of the story's item, `otherWords` those of the other. */
  'otherNumbers',
  'hoursApart',
  'samePublisher',
  /** All in all the chance is too small. */
  'unsure',
  /** The two alone are alike enough. */
  'others',
] as const

export interface Reason {
  readonly kind: (typeof REASONS)[number]
  readonly words: readonly string[]
  readonly otherWords: readonly string[]
}
