import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../../config/config.ts'
import { messageOf } from '../../../model/errors.ts'
import type { PostgresAddress } from '../../../model/store-address.ts'
import { HOUR_MS, SECOND_MS } from '../../../model/time.ts'
import { LeasedSources } from '../../../pipeline/schedule/leased-sources.ts'
import { createVisitLoop } from '../../../pipeline/schedule/visit-loop.ts'
import { fetchIntoInbox } from '../../../pipeline/visit-source.ts'
import { digestInbox } from '../../../pipeline/visit/digest-inbox.ts'
import type { PostgresStore } from '../../../store/postgres/open.ts'
import type { RequestedWrites } from '../../../store/store.ts'
import { type Fetching, openDigesting, openFetching, type Work } from '../../collecting.ts'
import { closing } from '../../io.ts'
import { awaitDigesting, openSharedStore } from '../../open-store.ts'
import { LastFailure } from '../last-failure.ts'
import type { CollectorMetrics } from '../metrics/collector-metrics.ts'
import type { Role } from '../role.ts'
import { reportVisit, type Send, unsavedSources, watchFirstVisits } from './collector-messages.ts'
import { runJobs } from './digester-jobs.ts'

export interface SharedWork {
  readonly config: Config
  readonly role: Exclude<Role, 'api'>
  readonly address: PostgresAddress
  /** `undefined` without configured metrics. */
  readonly metrics: CollectorMetrics | undefined
  readonly work: Work
  /** Called with the digester's store whenever it is opened. */
  readonly onStore: (store: RequestedWrites) => void
}

/** Delay after a failure until this node asks for the lock again. Another node may be faster. */
const AGAIN_MS = SECOND_MS

/**
 * This node's share of the work on a shared store: visits sources whose sites it can lease, and digests what all nodes
 * fetched while it holds the digester's lock. Runs until the signal.
 */
export async function runSharedWork(
  { config, role, address, metrics, work, onStore }: SharedWork,
  signal: AbortSignal,
  send: Send,
): Promise<void> {
  const store = await openSharedStore(address)
  if (metrics !== undefined) metrics.queues.inbox = () => store.inbox.backlog()
  const fetching = openFetching(config, store, store.clock.now, work)
  const ended = new AbortController()
  const until = AbortSignal.any([signal, ended.signal])
  const node: Node = { config, store, onStore, fetching, send, metrics, work, health: trackHealth(send) }
  const parts = [
    ...(role === 'digester' ? [] : [visit(node, role, until)]),
    ...(role === 'collector' ? [] : [digestInTurn(node, address, until)]),
  ]
  try {
    await Promise.all(parts)
  } finally {
    ended.abort()
    await Promise.allSettled(parts)
    await fetching.close()
    await store.close()
  }
}

interface Node {
  readonly config: Config
  /** For visits. Digesting opens its own store, since all statements of a store join its open group of writes. */
  readonly store: PostgresStore
  readonly onStore: SharedWork['onStore']
  readonly fetching: Fetching
  readonly send: Send
  readonly metrics: CollectorMetrics | undefined
  readonly work: Work
  readonly health: ReturnType<typeof trackHealth>
}

async function visit(
  { config, store, fetching, send, work, health }: Node,
  role: Role,
  until: AbortSignal,
): Promise<void> {
  const deps = { ...fetching.deps, inbox: store.inbox }
  // If the same process digests, the digested visit is logged instead.
  const level = role === 'collector' ? 'info' : 'debug'
  const { sources, collect: limits } = config
  const leased = new LeasedSources({
    ...limits,
    sources,
    leases: store.leases,
    now: store.clock.now,
    onState(failure) {
      health.set('leasing', failure === undefined)
      if (failure !== undefined)
        send({ kind: 'log', level: 'error', message: `no sources can be leased: ${messageOf(failure)}` })
    },
  })
  const loop = createVisitLoop({
    ...limits,
    sources: leased,
    async visit(source, state, signal, answered) {
      const fetched = fetchIntoInbox(source, state, deps, signal, answered)
      const { arrival, isAppended } = await fetched.finally(() => work.end(source.id))
      health.unsavedFetches.delete(source.id)
      const result =
        arrival.collected.kind === 'entries' ? `${arrival.listed} entries` : arrival.collected.kind
      const suffix = isAppended ? '' : '; dropped, because another node has visited it meanwhile'
      send({ kind: 'log', level, message: `${source.id}: fetched, ${result}${suffix}` })
    },
    onError(source, cause) {
      health.unsavedFetches.add(source.id)
      const message = `${source.id}: what was fetched could not be saved: ${messageOf(cause)}`
      send({ kind: 'log', level: 'error', message })
    },
  })
  try {
    await loop.run(until)
  } finally {
    await leased.close()
  }
}

/** Digests whenever this node has the digester's lock. */
async function digestInTurn(node: Node, address: PostgresAddress, until: AbortSignal): Promise<void> {
  const lastFailure = new LastFailure()
  while (!until.aborted) {
    node.send({ kind: 'digesting', isDigesting: false })
    try {
      const lock = await awaitDigesting(address, until, () => node.health.set('locking', true))
      // The network may have dropped the other connections silently; their statements would hang.
      lock.lost.addEventListener('abort', () => lock.isSilent() && node.store.disconnect())
      try {
        await closing(await openSharedStore(address), async (store) => {
          if (lock.lost.aborted) return
          // Another node may digest now, so this one must save nothing more.
          lock.lost.addEventListener('abort', () => store.abandon())
          const onBegun = (): void => {
            lastFailure.clear()
            node.onStore(store)
            node.send({ kind: 'log', level: 'info', message: 'this node digests' })
            node.send({ kind: 'digesting', isDigesting: true })
          }
          await digest(node, store, lock.lost, until, onBegun).catch((cause: unknown) => {
            if (!lock.lost.aborted) throw cause
          })
        })
        if (lock.lost.aborted)
          node.send({ kind: 'log', level: 'warn', message: 'this node no longer digests: its lock was lost' })
      } finally {
        node.health.unsavedDigests.clear()
        await lock.release()
      }
    } catch (cause) {
      if (until.aborted) return
      node.health.set('locking', false)
      const level = lastFailure.isNew(cause) ? 'error' : 'debug'
      node.send({ kind: 'log', level, message: `digesting: ${messageOf(cause)}` })
      await sleep(AGAIN_MS, undefined, { signal: until }).catch(() => undefined)
    }
  }
}

/** Starts from the store's current state, since another node may have written to it. */
async function digest(
  { config, fetching, send, metrics, work, health }: Node,
  store: PostgresStore,
  lost: AbortSignal,
  until: AbortSignal,
  onBegun: () => void,
): Promise<void> {
  await store.clock.set()
  await store.syncSources(config.sources, store.clock.now())
  await store.keepHalfLife(config.ranking.halfLifeHours * HOUR_MS)
  onBegun()
  send({ kind: 'saved' })
  const visited = watchFirstVisits(config.sources, await store.listSourceStates(), send)
  /** Usually the same failure affects all arrivals. */
  const lastFailure = new LastFailure()
  const ended = new AbortController()
  const digesting = openDigesting(config, store, store.clock.now)
  const jobs = { ...fetching.pictures(store, store.clock.now), ...digesting }
  const running = runJobs(jobs, config, AbortSignal.any([until, lost, ended.signal]), send)
  try {
    await digestInbox(
      {
        ...digesting.deps,
        inbox: store.inbox,
        sources: config.sources,
        onBegin: work.begin,
        onVisit(visit) {
          lastFailure.clear()
          work.end(visit.sourceId)
          health.unsavedDigests.delete(visit.sourceId)
          metrics?.visitDigested(visit)
          reportVisit(visit, send)
          visited(visit.sourceId)
        },
        onError(sourceId, cause, isSetAside) {
          work.end(sourceId)
          // The arrival stays queued for the node that digests now.
          if (lost.aborted) return
          metrics?.visitUnsaved()
          visited(sourceId)
          if (!isSetAside) health.unsavedDigests.add(sourceId)
          else health.unsavedDigests.delete(sourceId)
          const then = isSetAside ? 'it is set aside' : 'it is tried again'
          const message = `${sourceId}: what was fetched could not be digested; ${then}: ${messageOf(cause)}`
          const level = lastFailure.isNew(cause) ? 'warn' : 'debug'
          send({ kind: 'log', level: isSetAside ? 'error' : level, message })
        },
      },
      AbortSignal.any([until, lost]),
    )
  } finally {
    ended.abort()
    await running
  }
  if (!lost.aborted) await digesting.keep()
}

/** Healthy while this node has its leases and can ask for the digester's lock, and both halves can save. */
function trackHealth(send: Send) {
  const isHealthy = { leasing: true, locking: true, fetching: true, digesting: true }
  const set = (part: keyof typeof isHealthy, isPartHealthy: boolean): void => {
    isHealthy[part] = isPartHealthy
    send({ kind: 'health', isSaving: Object.values(isHealthy).every(Boolean) })
  }
  return {
    set,
    unsavedFetches: unsavedSources((isSaving) => set('fetching', isSaving)),
    unsavedDigests: unsavedSources((isSaving) => set('digesting', isSaving)),
  }
}
