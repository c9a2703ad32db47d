import type { Source, SourceState } from '../model/source.ts'
import type { Queue } from './queue.ts'
import { type ArrivalDeps, digestArrival, type Visit } from './visit/digest-arrival.ts'
import { type FetchDeps, fetchVisit } from './visit/fetch-visit.ts'

export interface VisitDeps extends Omit<FetchDeps, 'store'>, ArrivalDeps {
  /** The second half of visits runs one visit at a time, so that no two visits decide on the same article. */
  readonly queue: Queue
}

/**
 * Visits one source: fetch, digest, save. Rejects only on abort or `storeFailed`.
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
  return deps.queue(() => digestArrival(arrival, source, state, deps))
}
