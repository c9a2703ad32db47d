import type { IconImage, IconPlace } from '../domain/icon.ts'
import { type Clock, DAY_MS } from '../domain/time.ts'
import type { Store } from '../store/store.ts'

export interface IconDeps {
  readonly store: Pick<Store, 'listDueIcons' | 'saveIcon'>
  /** Rejects only on abort. */
  readonly findIcon: (place: IconPlace, signal: AbortSignal) => Promise<IconImage | undefined>
  readonly now: Clock
}

/** Icons change once in years; one that could not be had is as rarely worth another look. */
const CHECK_EVERY_MS = 7 * DAY_MS

/**
 * Looks for the icons of sources that were visited and whose icon was not looked for lately, one after the
 * other: nobody waits for an icon. A source that has one keeps it until another is found.
 *
 * @returns how many sources now have another icon
 * @throws the signal's reason, when it is aborted; `storeFailed`
 */
export async function refreshIcons({ store, findIcon, now }: IconDeps, signal: AbortSignal): Promise<number> {
  let changed = 0
  for (;;) {
    signal.throwIfAborted()
    const [due] = await store.listDueIcons(now(), 1)
    if (due === undefined) return changed
    const icon = await findIcon(due, signal)
    const at = now()
    if (await store.saveIcon(due.sourceId, icon, at, at + CHECK_EVERY_MS)) changed++
  }
}
