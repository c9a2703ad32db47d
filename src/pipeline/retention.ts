import { DAY_MS } from '../model/time.ts'
import type { VisitDeps } from './visit-source.ts'

export interface RetentionPolicy {
  /** Items first seen more than this many days ago are deleted. */
  readonly days: number
  /** Number of the newest items that each source keeps. */
  readonly maxItemsPerSource: number
}

/** Deletes the items that the policy no longer keeps. @returns the number of deleted items */
export async function pruneOld(
  policy: RetentionPolicy,
  deps: Pick<VisitDeps, 'store' | 'stories' | 'queue' | 'now'>,
): Promise<number> {
  return deps.queue(async () => {
    deps.stories.forgetOld()
    return deps.store.prune({
      firstSeenBefore: deps.now() - policy.days * DAY_MS,
      maxItemsPerSource: policy.maxItemsPerSource,
    })
  })
}
