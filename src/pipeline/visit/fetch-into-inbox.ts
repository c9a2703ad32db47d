import { setTimeout as sleep } from 'node:timers/promises'
import type { Arrival } from '../../model/arrival.ts'
import type { Source, SourceState } from '../../model/source.ts'
import { SECOND_MS } from '../../model/time.ts'
import type { Inbox } from '../../store/inbox.ts'
import { type FetchDeps, fetchVisit } from './fetch-visit.ts'

export interface InboxDeps extends FetchDeps {
  readonly inbox: Pick<Inbox, 'append'>
}

/** What was fetched, and whether the inbox took it. */
export interface Fetched {
  readonly arrival: Arrival
  /** False if another node has visited the source meanwhile: this arrival is dropped. */
  readonly isAppended: boolean
}

/** Waits between attempts to append: about two minutes, for a database that is started again. */
const WAITS_MS = [1, 2, 4, 8, 15, 30, 60].map((seconds) => seconds * SECOND_MS)

/**
 * The first half of a visit, for a digester in another process. Rejects only on abort or `storeFailed`.
 *
 * @param answered called when the visit no longer waits for a server
 */
export async function fetchIntoInbox(
  source: Source,
  state: SourceState,
  deps: InboxDeps,
  signal: AbortSignal,
  answered: () => void,
): Promise<Fetched> {
  const arrival = await fetchVisit(source, state, deps, signal)
  answered()
  // The publisher is not asked again because the database is away for a moment.
  for (const waitMs of WAITS_MS) {
    try {
      return { arrival, isAppended: await deps.inbox.append(arrival, state.nextVisitAt) }
    } catch {
      await sleep(waitMs, undefined, { signal })
    }
  }
  return { arrival, isAppended: await deps.inbox.append(arrival, state.nextVisitAt) }
}
