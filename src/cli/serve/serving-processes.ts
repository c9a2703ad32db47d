import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { BackupState } from '../../model/backup.ts'
import { DigestError } from '../../model/errors.ts'
import { MINUTE_MS, SECOND_MS } from '../../model/time.ts'
import { requestMetrics } from './metrics/metric-data.ts'
import { createRestartDelay, type RestartDelay } from './restart-delay.ts'
import type { FromServing, ToServing } from './serving-process.ts'
import type { Serving, ServingOptions, ServingSettings } from './serving.ts'

/** A process that served this long works: if it dies, the next one starts with the first delay. */
const WORKS_AFTER_MS = MINUTE_MS

/**
 * Serves the store, which must exist, in `server.workers` processes that share one port. This process accepts the
 * connections and hands them out in turn. A process that dies is replaced; the others go on.
 *
 * @throws the error of the first process that cannot serve, if none has served before
 */
export async function openServingProcesses(options: ServingOptions, log: Logger): Promise<Serving> {
  let settings = shareOf(options.settings)
  let isCollectorHealthy = true
  let clockProblem: string | undefined
  let backups: BackupState | undefined
  let isOpen = false
  let stopping = false
  const running = new Set<Worker>()
  /** Those of the running processes that answer requests. */
  const answering = new Set<Worker>()
  const restarts = new Set<NodeJS.Timeout>()
  cluster.setupPrimary({ exec: servingProcessFile(), args: [], serialization: 'advanced' })
  // However this process ends, a process that hangs must not go on without it.
  process.once('exit', killAll)

  const listening = new Promise<{ address: string; hasPage: boolean }>((resolve, reject) => {
    for (let i = 0; i < options.settings.server.workers; i += 1) start(i, createRestartDelay())

    function start(index: number, delay: RestartDelay): void {
      const worker = cluster.fork()
      const { pid } = worker.process
      const startedAt = performance.now()
      running.add(worker)
      worker.on('message', (message: FromServing) => {
        if (message.kind === 'ready') return ready(worker, index)
        if (message.kind === 'failed') return failed(message)
        if (message.kind === 'metrics') return
        answering.add(worker)
        isOpen = true
        resolve(message)
        log.info(`serving process ${pid} listens`)
      })
      // A connection cannot be handed to a process that has just died; 'exit' follows.
      worker.on('error', (cause) => log.warn(cause, `serving process ${pid} cannot be reached`))
      worker.once('exit', (code, signal) => {
        running.delete(worker)
        answering.delete(worker)
        if (stopping) return
        const message = `serving process ${pid} ended (${signal ?? code})`
        if (!isOpen) return reject(new Error(message))
        if (performance.now() - startedAt >= WORKS_AFTER_MS) delay.reset()
        const ms = delay.next()
        log.error(`${message}; another one starts in ${ms / SECOND_MS} s`)
        if (running.size === 0) keepPort()
        const restart = setTimeout(() => {
          restarts.delete(restart)
          start(index, delay)
        }, ms)
        restarts.add(restart)
      })
    }

    /** What was sent before is lost: nothing received it. */
    function ready(worker: Worker, index: number): void {
      if (stopping) return send(worker, { kind: 'stop' })
      send(worker, {
        kind: 'start',
        options: { ...options, settings, isFirst: index === 0, part: `serving-${index + 1}` },
      })
      send(worker, { kind: 'collector', isHealthy: isCollectorHealthy })
      send(worker, { kind: 'clock', problem: clockProblem })
      send(worker, { kind: 'backups', state: backups })
    }

    function failed({ code, error }: Extract<FromServing, { kind: 'failed' }>): void {
      if (isOpen) log.error(error, 'a serving process could not start')
      else reject(code === undefined ? error : new DigestError(code, error.message, { cause: error }))
    }
  })

  const { address, hasPage } = await listening.catch((cause: unknown) => {
    stopping = true
    killAll()
    throw cause
  })

  /** With the last process the shared port is gone, and 0 would now select another one. */
  function keepPort(): void {
    const { server } = settings
    if (server.port === 0)
      settings = { ...settings, server: { ...server, port: Number(new URL(address).port) } }
  }

  function sendAll(message: ToServing): void {
    for (const worker of running) send(worker, message)
  }

  function killAll(): void {
    for (const worker of running) worker.process.kill('SIGKILL')
  }

  return {
    address,
    hasPage,
    change(next) {
      const { port } = settings.server
      settings = shareOf({ ...next, server: { ...next.server, port } })
      sendAll({ kind: 'change', settings })
      return Promise.resolve()
    },
    refresh: () => sendAll({ kind: 'saved' }),
    reportCollector(isHealthy) {
      isCollectorHealthy = isHealthy
      sendAll({ kind: 'collector', isHealthy })
    },
    reportClock(problem) {
      clockProblem = problem
      sendAll({ kind: 'clock', problem })
    },
    reportBackups(state) {
      backups = state
      sendAll({ kind: 'backups', state })
    },
    async readMetrics() {
      if (settings.metrics === undefined) return new Map()
      const parts = [...answering].map(async (worker) => {
        const metrics = await requestMetrics(worker, () => send(worker, { kind: 'metrics' }))
        return [`serving ${worker.id}`, metrics] as const
      })
      return new Map(await Promise.all(parts))
    },
    async stop() {
      stopping = true
      for (const restart of restarts) clearTimeout(restart)
      const ended = [...running].map((worker) => once(worker, 'exit'))
      sendAll({ kind: 'stop' })
      await Promise.all(ended)
      process.off('exit', killAll)
    },
  }
}

/** What one process may know and allow: its share of the requests of one client, since each counts for itself. */
function shareOf({ server, store, metrics, hasTraces, log }: ServingSettings): ServingSettings {
  const { rateLimit, workers } = server
  if (rateLimit === undefined) return { server, store, metrics, hasTraces, log }
  const max = Math.max(1, Math.floor(rateLimit.max / workers))
  return { server: { ...server, rateLimit: { ...rateLimit, max } }, store, metrics, hasTraces, log }
}

/** A process that has ended gets nothing: its successor starts with the current state. */
function send(worker: Worker, message: ToServing): void {
  if (worker.isConnected()) worker.send(message, () => undefined)
}

/** JavaScript when built; TypeScript when run from source, where children inherit the loader. */
function servingProcessFile(): string {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return fileURLToPath(new URL(`./serving-process.${ending}`, import.meta.url))
}
