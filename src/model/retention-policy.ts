import type { Source } from './source.ts'

/** How long and how many items are kept (`retention`). */
export interface RetentionPolicy {
  /** Items that were not new, dated or edited for this many days are deleted. */
  readonly days: number
  /** Number of the newest items kept per source. */
  readonly maxItemsPerSource: number
  /** Limits of single sources, by id. */
  readonly bySource?: ReadonlyMap<string, SourceRetention>
}

/** Limits of one source. An item counts for the source that was the first with it. */
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

/** The policy of the settings, with the limits of single sources. */
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
