import { DAY_MS } from '../model/time.ts'
import type { VisitDeps } from './visit-source.ts'

export interface RetentionPolicy {
  /** Items first seen so long ago go. */
  readonly days: number
  /** Of each source the newest so many stay. */
  readonly maxItemsPerSource: number
}

/** Deletes what the policy no longer keeps. @returns how many items went */
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
