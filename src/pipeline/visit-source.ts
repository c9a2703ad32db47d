import { setTimeout as sleep } from 'node:timers/promises'
import type { Arrival } from '../model/arrival.ts'
import { DigestError } from '../model/errors.ts'
import type { Source, SourceState } from '../model/source.ts'
import { SECOND_MS } from '../model/time.ts'
import type { Inbox } from '../store/postgres/inbox.ts'
import type { Queue } from './queue.ts'
import { type ArrivalDeps, digestArrival, type Visit } from './visit/digest-arrival.ts'
import { failedArrival, type FetchDeps, fetchVisit } from './visit/fetch-visit.ts'

export interface VisitDeps extends Omit<FetchDeps, 'store'>, ArrivalDeps {
  /** Runs the second halves of visits one at a time, so that no two decide on the same article. */
  readonly queue: Queue
}

/**
 * Visits one source: fetch, digest, save. A fault of our own is a failed visit. Rejects only on abort or `storeFailed`.
 *
 * @param answered called when the visit no longer waits for a server
 */
export async function visitSource(
  source: Source,
  state: SourceState | undefined,
  deps: VisitDeps,
  signal: AbortSignal,
  answered: () => void = () => undefined,
): Promise<Visit> {
  const arrival = await fetchVisit(source, state, deps, signal)
  answered()
  return deps.queue(() =>
    digestArrival(arrival, source, state, deps).catch((cause: unknown) => {
      if (cause instanceof DigestError) throw cause
      deps.stories.reload()
      return digestArrival(failedArrival(source, cause, deps.now()), source, state, deps)
    }),
  )
}

interface InboxDeps extends FetchDeps {
  readonly inbox: Pick<Inbox, 'append'>
}

/** What was fetched, and whether the inbox accepted it. */
export interface Fetched {
  readonly arrival: Arrival
  /** False if another node has visited the source meanwhile: the arrival is dropped. */
  readonly isAppended: boolean
}

/** Waits between attempts to use the store: about two minutes, enough for a database restart. */
const WAITS_MS = [1, 2, 4, 8, 15, 30, 60].map((seconds) => seconds * SECOND_MS)

/**
 * The first half of a visit, for a digester in another process. Rejects only on abort or `storeFailed`.
 *
 * @param answered called when the visit no longer waits for a server
 */
export async function fetchIntoInbox(
  source: Source,
  state: SourceState | undefined,
  { inbox, store, ...deps }: InboxDeps,
  signal: AbortSignal,
  answered: () => void,
): Promise<Fetched> {
  // A short outage of the database must not cause another request to the publisher.
  const persist = async <T>(work: () => Promise<T>): Promise<T> => {
    for (const waitMs of WAITS_MS) {
      try {
        return await work()
      } catch {
        await sleep(waitMs, undefined, { signal })
      }
    }
    return work()
  }
  const reads: FetchDeps['store'] = {
    findKnown: (...of) => persist(() => store.findKnown(...of)),
    listPublishedTimes: (...of) => persist(() => store.listPublishedTimes(...of)),
    findArticle: (...of) => persist(() => store.findArticle(...of)),
    listNewest: (...of) => persist(() => store.listNewest(...of)),
  }
  const arrival = await fetchVisit(source, state, { ...deps, store: reads }, signal)
  answered()
  const isAppended = await persist(() => inbox.append(arrival, state?.nextVisitAt ?? null))
  return { arrival, isAppended }
}
