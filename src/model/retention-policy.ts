/** What is kept (`retention`). */
export interface RetentionPolicy {
  /** Items that were last new, dated or edited anew more than this many days ago are deleted. */
  readonly days: number
  /** Number of the newest items that each source keeps. */
  readonly maxItemsPerSource: number
}
