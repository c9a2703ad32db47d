import type { Source, SourceState } from '../../../model/source.ts'
import type { Visit } from '../../../pipeline/visit/digest-arrival.ts'
import { describeVisit, type Work } from '../../collecting.ts'
import type { MetricData } from '../metrics/metric-data.ts'
import type { WriteRequest, WriteResult } from './requested-writes.ts'

export type ToCollector = { readonly kind: 'stop' | 'metrics' | 'ping' } | WriteRequest

export type CollectorMessage =
  | WriteResult
  | { readonly kind: 'metrics'; readonly metrics: readonly MetricData[] | undefined }
  | { readonly kind: 'saved' | 'pong' }
  /** Sources that the thread works on; sent on change. */
  | { readonly kind: 'working'; readonly sourceIds: readonly string[] }
  /** Whether each source's last visit could be saved; sent on change. */
  | { readonly kind: 'health'; readonly isSaving: boolean }
  /** Problem of this machine's clock, `undefined` for none; sent on change. */
  | { readonly kind: 'clock'; readonly problem: string | undefined }
  /** Whether this node digests; may repeat. */
  | { readonly kind: 'digesting'; readonly isDigesting: boolean }
  /** Every source has been visited at least once, `first` of them by this thread. Sent once by the digesting thread. */
  | { readonly kind: 'visited'; readonly first: number }
  | { readonly kind: 'log'; readonly level: LogLevel; readonly message: string }

type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export type Send = (message: CollectorMessage) => void

/** Sends the effects of a visit, and its log line. */
export function reportVisit(visit: Visit, send: Send): void {
  if (visit.added + visit.edited + visit.sighted + visit.events.length > 0) send({ kind: 'saved' })
  const { failed = 0, read = 0 } = visit.pages ?? {}
  const isFailed = visit.collected.kind === 'failed' || (failed > 0 && read === 0)
  const level = isFailed ? 'warn' : 'info'
  send({ kind: 'log', level, message: describeVisit(visit) })
}

/** Sends which sources the thread works on, before it begins: a thread in an endless loop sends nothing. */
export function sentWork(held: readonly string[], send: Send): Work {
  const ids = new Set<string>()
  const report = (isChanged: boolean): void =>
    isChanged ? send({ kind: 'working', sourceIds: [...ids] }) : undefined
  return {
    held: new Set(held),
    begin: (sourceId) => report(ids.size < ids.add(sourceId).size),
    end: (sourceId) => report(ids.delete(sourceId)),
  }
}

/**
 * Sends a message when the last unvisited source has been visited: at once if there is none.
 *
 * @returns call it after each visit, even one that could not be saved
 */
export function watchFirstVisits(
  sources: readonly Source[],
  states: readonly SourceState[],
  send: Send,
): (sourceId: string) => void {
  const known = new Set(states.flatMap(({ sourceId, lastVisitAt }) => (lastVisitAt === null ? [] : sourceId)))
  const missing = new Set(sources.filter(({ id, enabled }) => enabled && !known.has(id)).map(({ id }) => id))
  const first = missing.size
  if (first === 0) send({ kind: 'visited', first })
  return (sourceId) => {
    if (missing.delete(sourceId) && missing.size === 0) send({ kind: 'visited', first })
  }
}

/** Sources whose last visit could not be saved. Sends whether there are none, first at the start. */
export function unsavedSources(send: (isSaving: boolean) => void) {
  const ids = new Set<string>()
  let last: boolean | undefined
  function report(): void {
    const isSaving = ids.size === 0
    if (last !== isSaving) send(isSaving)
    last = isSaving
  }
  return {
    add(sourceId: string): void {
      ids.add(sourceId)
      report()
    },
    delete(sourceId: string): void {
      ids.delete(sourceId)
      report()
    },
    clear(): void {
      ids.clear()
      report()
    },
  }
}
