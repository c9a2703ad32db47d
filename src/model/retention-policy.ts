import type { Source } from './source.ts'

/** What is kept (`retention`). */
export interface RetentionPolicy {
  /** Items that were last new, dated or edited anew more than this many days ago are deleted. */
  readonly days: number
  /** Number of the newest items that each source keeps. */
  readonly maxItemsPerSource: number
  /** What sources with limits of their own keep, by their ids. */
  readonly bySource?: ReadonlyMap<string, SourceRetention>
}

/** What one source keeps. An item counts for the source that it was first seen in. */
export interface SourceRetention {
  readonly days: number
  readonly maxItems: number
}

export function retentionOf(
  { bySource, days, maxItemsPerSource }: RetentionPolicy,
  sourceId: string,
): SourceRetention {
  return bySource?.get(sourceId) ?? { days, maxItems: maxItemsPerSource }
}

/** The policy of the settings, with the limits of sources that have some. */
export function retentionPolicy(
  retention: Pick<RetentionPolicy, 'days' | 'maxItemsPerSource'>,
  sources: readonly Pick<Source, 'id' | 'retention'>[],
): RetentionPolicy {
  const bySource = new Map(
    sources.flatMap(({ id, retention: own }) => {
      if (own === undefined) return []
      const { days = retention.days, maxItems = retention.maxItemsPerSource } = own
      return [[id, { days, maxItems }]]
    }),
  )
  return bySource.size === 0 ? retention : { ...retention, bySource }
}
