// The collector's thread. It visits sources on schedule and has its own write connection. Parsing,
// clustering and writing here never delay an HTTP response.

import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '../../../config/config.ts'
import { DigestError, messageOf } from '../../../model/errors.ts'
import { placeOf } from '../../../model/store-address.ts'
import { HOUR_MS, MINUTE_MS } from '../../../model/time.ts'
import type { RequestedWrites, Store } from '../../../store/store.ts'
import { closing } from '../../closing.ts'
import { justVisit, openCollecting } from '../../collecting.ts'
import { hasStore, openStore } from '../../open-store.ts'
import type { Queues } from '../metrics/collector-metrics.ts'
import { type CollectorObservers, observeCollector } from '../observers.ts'
import type { Role } from '../role.ts'
import {
  UnsavedSources,
  reportVisit,
  type Send,
  type ToCollector,
  watchFirstVisits,
} from './collector-messages.ts'
import { runJobs } from './digester-jobs.ts'
import { answerWrite } from './requested-writes.ts'
import { runSharedWork } from './shared-work.ts'

/** What the thread does, from its parent. */
export interface CollectorTask {
  readonly config: Config
  readonly role: Exclude<Role, 'api'>
}

if (parentPort !== null) {
  const port = parentPort
  const task = workerData as CollectorTask
  const stop = new AbortController()
  let observers: CollectorObservers | undefined
  let writes: RequestedWrites | undefined
  const send: Send = (message) => port.postMessage(message)
  port.on('message', (message: ToCollector) => {
    if (message.kind === 'stop') stop.abort()
    else if (message.kind === 'write') void answerWrite(writes, message).then(send)
    else void sendMetrics()
  })
  const sendMetrics = async (): Promise<void> =>
    send({ kind: 'metrics', metrics: await observers?.readMetrics() })
  const onOpened: OnOpened = {
    observers: (opened) => (observers = opened),
    store: (opened) => (writes = opened),
  }
  void run(task, stop.signal, send, onOpened).finally(() => port.close())
}

/** Are called with what a thread works with, once it is open. */
interface OnOpened {
  readonly observers: (observers: CollectorObservers) => void
  readonly store: (store: RequestedWrites) => void
}

async function run(
  { config, role }: CollectorTask,
  signal: AbortSignal,
  send: Send,
  onOpened: OnOpened,
): Promise<void> {
  // Until the store is open; with SQLite there is no inbox.
  const queues: Queues = { visits: () => 0, inbox: async () => ({ arrivals: 0, oldestMs: 0 }) }
  const observers = await observeCollector(config, queues)
  onOpened.observers(observers)
  if (config.store.kind === 'postgres')
    await runSharedWork(
      { config, role, address: config.store, observers, queues, onStore: onOpened.store },
      signal,
      send,
    )
  else await runAlone({ config, observers, queues, onStore: onOpened.store }, signal, send)
}

interface Alone {
  readonly config: Config
  readonly observers: CollectorObservers
  readonly queues: Queues
  readonly onStore: (store: RequestedWrites) => void
}

async function runAlone(
  { config, onStore, ...observed }: Alone,
  signal: AbortSignal,
  send: Send,
): Promise<void> {
  // The service has made it. Whoever deleted it since then must not get an empty one in its place.
  if (!(await hasStore(config)))
    throw new DigestError(
      'storeFailed',
      `there is no store at ${placeOf(config.store)} any more: move it back, or stop the service`,
    )
  return closing(await openStore(config), async (store) => {
    // Settings may have changed since they were last saved to the store.
    await store.syncSources(config.sources, Date.now())
    await store.keepHalfLife(config.ranking.halfLifeHours * HOUR_MS)
    onStore(store)
    send({ kind: 'saved' })
    send({ kind: 'digesting', isDigesting: true })
    await collect({ config, ...observed }, store, signal, send)
  })
}

async function collect(
  { config, observers, queues }: Omit<Alone, 'onStore'>,
  store: Store,
  signal: AbortSignal,
  send: Send,
): Promise<void> {
  const unsaved = new UnsavedSources((isSaving) => send({ kind: 'health', isSaving }))
  const visited = watchFirstVisits(config.sources, await store.listSourceStates(), send)
  const { watch = justVisit } = observers
  /** Why the last visit could not be saved. */
  let failure: string | undefined
  const collecting = await openCollecting(config, store, {
    async watch(answered, visit) {
      // No publisher is asked for what could not be saved.
      await store.refresh()
      return watch(answered, visit)
    },
    onVisit(visit) {
      failure = undefined
      unsaved.delete(visit.sourceId)
      reportVisit(visit, send)
      visited(visit.sourceId)
    },
    onError(source, cause) {
      unsaved.add(source.id)
      visited(source.id)
      observers.visitUnsaved()
      const message = messageOf(cause)
      // What keeps one visit from being saved keeps all others from it too.
      const level = message === failure ? 'debug' : 'error'
      failure = message
      send({ kind: 'log', level, message: `${source.id}: could not be saved: ${message}` })
    },
  })
  queues.visits = () => collecting.schedule.waiting
  // Sources may be visited rarely. Their next visit reports what is wrong.
  const watching = setInterval(() => void store.refresh().catch(() => undefined), MINUTE_MS)
  const ended = new AbortController()
  const jobs = runJobs(collecting, config, AbortSignal.any([signal, ended.signal]), send)
  try {
    await collecting.schedule.run(signal)
  } finally {
    clearInterval(watching)
    ended.abort()
    await jobs
    await collecting.close()
  }
}
