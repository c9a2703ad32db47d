import { setTimeout as sleep } from 'node:timers/promises'
import type { Arrival } from '../../model/arrival.ts'
import { messageOf } from '../../model/errors.ts'
import type { Source, SourceState } from '../../model/source.ts'
import { SECOND_MS } from '../../model/time.ts'
import { type Inbox, isOfServer, type WaitingArrival } from '../../store/postgres/inbox.ts'
import type { Queue } from '../queue.ts'
import { type ArrivalDeps, digestArrival, type Visit } from './digest-arrival.ts'
import { failedArrival } from './fetch-visit.ts'

interface DigestInboxOptions extends ArrivalDeps {
  readonly inbox: Inbox
  readonly queue: Queue
  readonly sources: readonly Source[]
  readonly onBegin: (sourceId: string) => void
  readonly onVisit: (visit: Visit) => void
  /** Called when an arrival could not be digested; it is retried, or was set aside. */
  readonly onError: (sourceId: string, cause: unknown, isSetAside: boolean) => void
}

/** Arrivals in memory: those of one transaction. */
const BATCH = 32

/** Interval of the checks of an empty inbox. */
const LOOK_EVERY_MS = 250

/** Waits before an arrival is retried. After the last one it is set aside. */
const RETRY_MS = [2 * SECOND_MS, 5 * SECOND_MS, 10 * SECOND_MS]
/** Wait for a database that refuses every arrival. None is at fault, so none is set aside. */
const SERVER_MS = 10 * SECOND_MS

/**
 * Digests what collectors append, in order, until the signal. Each arrival is removed in the transaction that saves it.
 * A failing arrival is retried alone; one that always fails counts as a failed visit and is set aside. Rejects only if
 * the store fails: call it again.
 */
export async function digestInbox(options: DigestInboxOptions, signal: AbortSignal): Promise<void> {
  const { inbox, store } = options
  const sources = new Map(options.sources.map((source) => [source.id, source]))
  while (!signal.aborted) {
    const ready = await inbox.listReady(BATCH)
    if (ready.length === 0) {
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
      continue
    }
    const states = new Map((await store.listSourceStates()).map((state) => [state.sourceId, state]))
    const digest = (one: WaitingArrival): Promise<void> =>
      digestWaiting(one, sources.get(one.sourceId), states.get(one.sourceId), options)
    const first = ready.filter(({ attempts }) => attempts === 0)
    if (first.length > 0) await inbox.countAttempt(first.map(({ id }) => id))
    await Promise.all(first.map(digest))
    // One by one: each has its own transaction, so that it cannot harm others.
    for (const one of ready.filter(({ attempts }) => attempts > 0)) {
      await inbox.countAttempt([one.id])
      await digest(one)
    }
  }
}

async function digestWaiting(
  one: WaitingArrival,
  source: Source | undefined,
  state: SourceState | undefined,
  options: DigestInboxOptions,
): Promise<void> {
  const { inbox, queue } = options
  // The source left the settings meanwhile.
  if (source === undefined) return inbox.remove(one.id)
  if (one.attempts > RETRY_MS.length) {
    const died = new Error('the digester ended each time')
    options.onError(source.id, died, true)
    return setAside(one, source, state, died, options)
  }
  try {
    const visit = await queue(async () => {
      options.onBegin(source.id)
      const digested = await digestArrival(JSON.parse(one.json) as Arrival, source, state, options)
      await inbox.remove(one.id)
      return digested
    })
    options.onVisit(visit)
  } catch (cause) {
    const isAtFault = !isOfServer(cause)
    const retryMs = isAtFault ? RETRY_MS[one.attempts] : SERVER_MS
    options.onError(source.id, cause, retryMs === undefined)
    if (retryMs === undefined) await setAside(one, source, state, cause, options)
    else await inbox.retryLater(one.id, retryMs, isAtFault)
  }
}

/** Sets an arrival aside, and saves a failed visit in its place: operators see it, and the next visit comes later. */
async function setAside(
  { id }: WaitingArrival,
  source: Source,
  state: SourceState | undefined,
  cause: unknown,
  options: DigestInboxOptions,
): Promise<void> {
  const { inbox, queue } = options
  const arrival = failedArrival(source, cause, options.now())
  await queue(async () => {
    await digestArrival(arrival, source, state, options)
    await inbox.setAside(id, messageOf(cause))
  })
}
