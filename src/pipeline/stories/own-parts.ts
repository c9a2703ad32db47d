import type { FeedInfo } from '../../model/entry.ts'
import type { ScoreParts } from '../../model/item.ts'
import type { EpochMs } from '../../model/time.ts'
import type { ItemInsert } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import { depthOf } from '../../stories/depth.ts'
import { frequencyOf } from '../../stories/frequency.ts'
import { publisherOf } from '../../url/url.ts'

/** Stored items that a source is judged by. */
const MAX_READ = 300

/** What decides the score of an item beside its story and its engagement. */
export type OwnParts = Pick<ScoreParts, 'frequency' | 'depth'>

/**
 * Gives frequency and depth of new items, from what their source published until now.
 *
 * @returns by item
 */
export async function ownParts(
  sourceId: string,
  inserts: readonly ItemInsert[],
  { siteUrl }: FeedInfo,
  now: EpochMs,
  store: Pick<Store, 'listPublications'>,
): Promise<ReadonlyMap<number, OwnParts>> {
  if (inserts.length === 0) return new Map()
  const fresh = inserts.map(({ draft: { publishedAt, wordCount }, rankedAt }) => ({
    publishedAt,
    wordCount,
    dated: rankedAt === undefined || rankedAt === publishedAt,
  }))
  const known = [...(await store.listPublications(sourceId, MAX_READ)), ...fresh]
  const frequency = frequencyOf(known, now)
  const depth = depthOf(known.map(({ wordCount }) => wordCount))
  const site = siteUrl === undefined ? undefined : publisherOf(siteUrl)
  return new Map(
    inserts.map(({ id, draft, publisher }) => {
      const isLink = site !== undefined && publisher !== site
      return [id, { frequency: frequency(draft.publishedAt), depth: depth(draft, isLink) }]
    }),
  )
}
