// The collector's thread. It visits sources on schedule and has its own write connection. Parsing,
// clustering and writing here never delay an HTTP response.

import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '../../config/config.ts'
import { messageOf } from '../../model/errors.ts'
import { HOUR_MS } from '../../model/time.ts'
import type { Store } from '../../store/store.ts'
import { openCollecting } from '../collecting.ts'
import { openStore } from '../open-store.ts'
import { createUnsavedSources, reportVisit, type Send } from './collector-messages.ts'
import { runJobs } from './digester-jobs.ts'
import type { Role } from './role.ts'
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
  port.once('message', () => stop.abort())
  void run(task, stop.signal, (message) => port.postMessage(message)).finally(() => port.close())
}

async function run({ config, role }: CollectorTask, signal: AbortSignal, send: Send): Promise<void> {
  if (config.store.kind === 'postgres')
    return runSharedWork({ config, role, address: config.store }, signal, send)
  const store = await openStore(config)
  try {
    // Settings may have changed since they were last saved to the store.
    await store.syncSources(config.sources, Date.now())
    await store.keepHalfLife(config.ranking.halfLifeHours * HOUR_MS)
    send({ kind: 'saved' })
    await collect(config, store, signal, send)
  } finally {
    await store.close()
  }
}

async function collect(config: Config, store: Store, signal: AbortSignal, send: Send): Promise<void> {
  const unsaved = createUnsavedSources((isSaving) => send({ kind: 'health', isSaving }))
  const collecting = await openCollecting(config, store, {
    onVisit(visit) {
      unsaved.delete(visit.sourceId)
      reportVisit(visit, send)
    },
    onError(source, cause) {
      unsaved.add(source.id)
      send({ kind: 'log', level: 'error', message: `${source.id}: could not be saved: ${messageOf(cause)}` })
    },
  })
  const ended = new AbortController()
  const jobs = runJobs(collecting, config, AbortSignal.any([signal, ended.signal]), send)
  try {
    await collecting.schedule.run(signal)
  } finally {
    ended.abort()
    await jobs
    await collecting.close()
  }
}
