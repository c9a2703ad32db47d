// The collector's thread: visits sources on schedule, with its own write connection. Parsing, clustering and writing
// here never delay an HTTP response.

import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '../../../config/config.ts'
import { DigestError, messageOf } from '../../../model/errors.ts'
import { placeOf } from '../../../model/store-address.ts'
import { HOUR_MS, MINUTE_MS } from '../../../model/time.ts'
import type { RequestedWrites, Store } from '../../../store/store.ts'
import { justVisit, openCollecting } from '../../collecting.ts'
import { closing } from '../../io.ts'
import { hasStore, openStore } from '../../open-store.ts'
import { LastFailure } from '../last-failure.ts'
import type { CollectorMetrics } from '../metrics/collector-metrics.ts'
import type { Role } from '../role.ts'
import { takeWarnings } from '../warnings.ts'
import {
  reportVisit,
  type Send,
  sentWork,
  type ToCollector,
  unsavedSources,
  watchFirstVisits,
} from './collector-messages.ts'
import { runJobs } from './digester-jobs.ts'
import { answerWrite } from './requested-writes.ts'
import { runSharedWork, type SharedWork } from './shared-work.ts'

export interface CollectorTask {
  readonly config: Config
  readonly role: Exclude<Role, 'api'>
  /** Sources that the previous thread worked on when it had to be ended. */
  readonly held: readonly string[]
}

if (parentPort !== null) {
  const port = parentPort
  const task = workerData as CollectorTask
  const stop = new AbortController()
  const metrics = openMetrics(task.config)
  let writes: RequestedWrites | undefined
  const send: Send = (message) => port.postMessage(message)
  takeWarnings((message) => send({ kind: 'log', level: 'warn', message }))
  port.on('message', (message: ToCollector) => {
    if (message.kind === 'stop') stop.abort()
    else if (message.kind === 'ping') send({ kind: 'pong' })
    else if (message.kind === 'write') void answerWrite(writes, message).then(send)
    else void sendMetrics()
  })
  const sendMetrics = async (): Promise<void> =>
    send({ kind: 'metrics', metrics: await (await metrics)?.read() })
  const onStore = (opened: RequestedWrites): void => void (writes = opened)
  const work = sentWork(task.held, send)
  const run = metrics.then((opened) => {
    const { store } = task.config
    const around = { ...task, metrics: opened, work, onStore }
    return store.kind === 'postgres'
      ? runSharedWork({ ...around, address: store }, stop.signal, send)
      : runAlone(around, stop.signal, send)
  })
  void run.finally(() => port.close())
}

/** Loads the metrics package only if it is configured. */
async function openMetrics({ metrics }: Config): Promise<CollectorMetrics | undefined> {
  if (metrics === undefined) return undefined
  const { CollectorMetrics } = await import('../metrics/collector-metrics.ts')
  return new CollectorMetrics()
}

type Alone = Pick<SharedWork, 'config' | 'metrics' | 'work' | 'onStore'>

async function runAlone({ onStore, ...alone }: Alone, signal: AbortSignal, send: Send): Promise<void> {
  const { config } = alone
  // The service has created the store. If it was deleted since then, do not replace it with an empty one.
  if (!(await hasStore(config)))
    throw new DigestError(
      'storeFailed',
      `there is no store at ${placeOf(config.store)} any more: move it back, or stop the service`,
    )
  return closing(await openStore(config), async (store) => {
    // The settings may have changed since they were last saved.
    await store.syncSources(config.sources, Date.now())
    await store.keepHalfLife(config.ranking.halfLifeHours * HOUR_MS)
    onStore(store)
    send({ kind: 'saved' })
    send({ kind: 'digesting', isDigesting: true })
    await collect(alone, store, signal, send)
  })
}

async function collect(
  { config, metrics, work }: Omit<Alone, 'onStore'>,
  store: Store,
  signal: AbortSignal,
  send: Send,
): Promise<void> {
  const unsaved = unsavedSources((isSaving) => send({ kind: 'health', isSaving }))
  const visited = watchFirstVisits(config.sources, await store.listSourceStates(), send)
  const watch = metrics?.watch ?? justVisit
  /** Usually the same failure keeps all visits from being saved. */
  const lastFailure = new LastFailure()
  const collecting = await openCollecting(config, store, {
    work,
    async watch(answered, visit) {
      // Checks the store first: do not ask publishers for what cannot be saved.
      await store.refresh()
      return watch(answered, visit)
    },
    onVisit(visit) {
      lastFailure.clear()
      unsaved.delete(visit.sourceId)
      reportVisit(visit, send)
      visited(visit.sourceId)
    },
    onError(source, cause) {
      unsaved.add(source.id)
      visited(source.id)
      metrics?.visitUnsaved()
      const level = lastFailure.isNew(cause) ? 'error' : 'debug'
      send({ kind: 'log', level, message: `${source.id}: could not be saved: ${messageOf(cause)}` })
    },
  })
  if (metrics !== undefined) metrics.queues.visits = () => collecting.schedule.waiting
  // Notices changes between rare visits. Errors are reported by the next visit.
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
