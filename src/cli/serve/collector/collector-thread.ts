import type { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { codeOf } from '../../../model/errors.ts'
import { MINUTE_MS, SECOND_MS } from '../../../model/time.ts'
import { LONG_LIVED, openThread } from '../../../threads/open-thread.ts'
import type { MetricData, MetricsByPart } from '../metrics/metric-data.ts'
import type { CollectorMessage, ToCollector } from './collector-messages.ts'
import type { CollectorTask } from './collector-worker.ts'
import { writeRequests } from './requested-writes.ts'

export type CollectorThread = ReturnType<typeof startCollector>

interface Listeners {
  readonly onSaved: () => void
  /** `false` while the thread is down, or if a source's last visit could not be saved. Initially `true`. */
  readonly onHealth: (isHealthy: boolean) => void
  /** Problem of this machine's clock. Initially `undefined`. */
  readonly onClock: (problem: string | undefined) => void
  /** Whether this node digests. Initially `false`; not called when the thread ends. */
  readonly onDigesting: (isDigesting: boolean) => void
  /** Every source has been visited at least once, `first` of them by this thread; may repeat. */
  readonly onVisited: (first: number) => void
  readonly log: Logger
}

const STOP_MS = 3 * SECOND_MS

/** The thread is pinged each minute. With more unanswered pings it counts as blocked, usually by an endless loop. */
const MAX_UNANSWERED = 5

/** Time limit for metrics. Prometheus waits 10 s for everything. */
const METRICS_MS = 3 * SECOND_MS

/** Delay before a restart. It doubles until something is saved. */
const FIRST_DELAY_MS = SECOND_MS
const LAST_DELAY_MS = MINUTE_MS

/** Starts the thread, and restarts it when it dies. */
export function startCollector(
  task: Omit<CollectorTask, 'held'>,
  { onSaved, onHealth, onClock, onDigesting, onVisited, log }: Listeners,
) {
  let delayMs = FIRST_DELAY_MS
  let stopping = false
  let restart: NodeJS.Timeout | undefined
  let working: readonly string[] = []
  let isHeld = false
  let unanswered = 0
  let worker = start()
  const requests = writeRequests(send)
  let takeMetrics: ((metrics: readonly MetricData[] | undefined) => void) | undefined
  onHealth(true)
  onClock(undefined)
  const pinging = setInterval(ping, MINUTE_MS)

  const workedOn = (): string => (working.length === 0 ? 'no source' : working.join(', '))

  function start(): Worker {
    const started = openThread('collector-worker', import.meta.url, {
      // Sources that blocked the last thread, or took all its memory, fail in the next one.
      workerData: { ...task, held: isHeld ? working : [] } satisfies CollectorTask,
      name: 'collector',
      resourceLimits: LONG_LIVED,
    })
    working = []
    isHeld = false
    unanswered = 0
    started.on('message', (message: CollectorMessage) => {
      if (message.kind === 'log') log[message.level](message.message)
      else if (message.kind === 'pong') unanswered = 0
      else if (message.kind === 'working') working = message.sourceIds
      else if (message.kind === 'health') onHealth(message.isSaving)
      else if (message.kind === 'clock') onClock(message.problem)
      else if (message.kind === 'digesting') onDigesting(message.isDigesting)
      else if (message.kind === 'visited') onVisited(message.first)
      else if (message.kind === 'written') requests.take(message)
      else if (message.kind === 'metrics') takeMetrics?.(message.metrics)
      else if (message.kind === 'saved') {
        delayMs = FIRST_DELAY_MS
        onSaved()
      }
    })
    started.on('error', (cause) => {
      if (codeOf(cause) === 'ERR_WORKER_OUT_OF_MEMORY') isHeld = true
      log.error(cause, `the collector failed; it worked on ${workedOn()}`)
    })
    started.on('exit', () => {
      requests.fail()
      takeMetrics?.(undefined)
      if (stopping) return
      onHealth(false)
      const ms = delayMs
      delayMs = Math.min(LAST_DELAY_MS, ms * 2)
      log.error(`the collector ended; it starts again in ${ms / SECOND_MS} s`)
      restart = setTimeout(() => (worker = start()), ms)
    })
    return started
  }

  function ping(): void {
    // After the machine slept, missed intervals fire once.
    unanswered += 1
    if (unanswered <= MAX_UNANSWERED) return send({ kind: 'ping' })
    if (isHeld || worker.threadId === -1) return
    isHeld = true
    log.error(
      `the collector has not answered for ${MAX_UNANSWERED} minutes and is ended; it worked on ${workedOn()}`,
    )
    void worker.terminate()
  }

  function send(message: ToCollector): void {
    worker.postMessage(message)
    // An ended thread accepts messages but never answers.
    if (worker.threadId === -1) requests.fail()
  }

  return {
    /** Writes by the thread. They resolve once committed, and reject while it is down. */
    writes: requests.writes,
    /** `undefined` while the thread is down or too busy, or without configured metrics. One read at a time. */
    async readMetrics(): Promise<MetricsByPart> {
      const { threadId } = worker
      if (task.config.metrics === undefined || threadId === -1) return new Map()
      const metrics = await new Promise<readonly MetricData[] | undefined>((resolve) => {
        takeMetrics = resolve
        setTimeout(resolve, METRICS_MS, undefined).unref()
        send({ kind: 'metrics' })
      })
      return new Map([[`collector ${threadId}`, metrics]])
    },
    /** Lets running visits save, then ends the thread. */
    async stop(): Promise<void> {
      stopping = true
      clearTimeout(restart)
      clearInterval(pinging)
      if (worker.threadId === -1) return
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      send({ kind: 'stop' })
      const late = setTimeout(() => void worker.terminate(), STOP_MS)
      await ended
      clearTimeout(late)
    },
  }
}
