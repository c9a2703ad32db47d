import type { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { MINUTE_MS, SECOND_MS } from '../../model/time.ts'
import { openThread } from '../../threads/open-thread.ts'
import type { CollectorMessage } from './collector-worker.ts'

/** The collector in its own thread. */
export interface CollectorThread {
  /** False while the thread is down, or if a source's last visit could not be saved. */
  isHealthy(): boolean
  /** Lets running visits finish their save, then ends the thread. */
  stop(): Promise<void>
}

interface Listeners {
  readonly onSaved: () => void
  readonly log: Logger
}

/** A thread that dies is restarted, with a growing delay if it dies soon after its start. */
const FIRST_RESTART_MS = SECOND_MS
const LAST_RESTART_MS = MINUTE_MS
const STOP_MS = 3 * SECOND_MS

export function startCollector(config: Config, { onSaved, log }: Listeners): CollectorThread {
  let stopping = false
  let isHealthy = true
  let restartMs = FIRST_RESTART_MS
  let restart: NodeJS.Timeout | undefined
  let worker = start()

  function start(): Worker {
    const started = openThread('collector-worker', import.meta.url, { workerData: config, name: 'collector' })
    started.on('message', (message: CollectorMessage) => {
      if (message.kind === 'log') log[message.level](message.message)
      else if (message.kind === 'health') isHealthy = message.isSaving
      else {
        restartMs = FIRST_RESTART_MS
        onSaved()
      }
    })
    started.on('error', (cause) => log.error(cause, 'the collector failed'))
    started.on('exit', () => {
      if (stopping) return
      isHealthy = false
      log.error(`the collector ended; it starts again in ${restartMs / SECOND_MS} s`)
      restart = setTimeout(() => (worker = start()), restartMs)
      restartMs = Math.min(LAST_RESTART_MS, restartMs * 2)
    })
    return started
  }

  return {
    isHealthy: () => isHealthy,
    async stop() {
      stopping = true
      clearTimeout(restart)
      if (worker.threadId === -1) return
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage({ kind: 'stop' })
      const late = setTimeout(() => void worker.terminate(), STOP_MS)
      await ended
      clearTimeout(late)
    },
  }
}
