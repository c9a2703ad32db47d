import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../domain/time.ts'

/** New sources get their icon so long after their first visit, or when it is their turn. */
const LOOK_EVERY_MS = 10 * SECOND_MS

interface IconWatch {
  /** Rejects on abort, and where the store fails. @returns how many icons changed */
  readonly refreshIcons: (signal: AbortSignal) => Promise<number>
  readonly onChanged: () => void
  readonly onError: (cause: unknown) => void
}

/** Looks for icons now and then, beside the visits, until the signal; never rejects. */
export async function watchIcons(
  { refreshIcons, onChanged, onError }: IconWatch,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      if ((await refreshIcons(signal)) > 0) onChanged()
      await sleep(LOOK_EVERY_MS, undefined, { signal })
    } catch (cause) {
      if (signal.aborted) return
      onError(cause)
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}
