import { inParallel } from '../../fetch/in-parallel.ts'
import { groupBy } from '../../model/group-by.ts'
import type { IconImage, IconLocations } from '../../model/picture.ts'
import { type Clock, DAY_MS } from '../../model/time.ts'
import type { Store } from '../../store/store.ts'
import { hostOf } from '../../url/host.ts'

interface IconDeps {
  readonly store: Pick<Store, 'listDueIcons' | 'saveIcon'>
  /** Rejects only on abort. */
  readonly findIcon: (location: IconLocations, signal: AbortSignal) => Promise<IconImage | undefined>
  readonly now: Clock
}

/** Time between two checks of an icon, also after a failure. */
const CHECK_EVERY_MS = 7 * DAY_MS

/** Concurrent icon requests, each to another host: a slow site delays no other. */
const AT_ONCE = 8
/** Sources per batch; those of one host are processed one after the other. */
const TAKEN_UP = 64

/**
 * Fetches the due icons of visited sources. A source keeps its icon until another is found.
 *
 * @returns how many sources now have another icon
 * @throws the signal's reason, when it is aborted; `storeFailed`
 */
export async function refreshIcons({ store, findIcon, now }: IconDeps, signal: AbortSignal): Promise<number> {
  let changed = 0
  for (;;) {
    signal.throwIfAborted()
    const due = await store.listDueIcons(now(), TAKEN_UP)
    if (due.length === 0) return changed
    const byHost = groupBy(due, ({ siteUrl, feedUrl }) => hostOf(siteUrl ?? feedUrl))
    await inParallel([...byHost.values()], AT_ONCE, async (locations) => {
      for (const location of locations) {
        signal.throwIfAborted()
        const icon = await findIcon(location, signal)
        const at = now()
        if (await store.saveIcon(location.sourceId, icon, at, at + CHECK_EVERY_MS)) changed++
      }
    })
  }
}
