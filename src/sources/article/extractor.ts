import { startDeadline } from '../../fetch/deadline.ts'
import { codeOf, messageOf } from '../../model/errors.ts'
import { SECOND_MS } from '../../model/time.ts'
import { openThread } from '../../threads/open-thread.ts'
import type { ExtractorMessage, ExtractorTask } from './extractor-worker.ts'

type Extraction = Exclude<ExtractorMessage, { kind: 'ready' }>

export type Extractor = ReturnType<typeof createExtractor>

/** Time for the thread to start; long, since a slow start is the machine's fault, not a page's. */
const START_MS = 60 * SECOND_MS
/** An idle thread is ended after this time, to free its memory. */
const IDLE_MS = 30 * SECOND_MS

/** Parses pages in its own thread, one after the other. A hostile page can only harm this thread. */
export function createExtractor({ timeoutMs = 5 * SECOND_MS, memoryMb = 128 } = {}) {
  let thread: ReturnType<typeof startThread> | undefined
  let idle: NodeJS.Timeout | undefined
  let closed = false
  let last: Promise<unknown> = Promise.resolve()

  async function extractNow(task: ExtractorTask): Promise<Extraction> {
    if (closed) return { kind: 'failed', message: 'the service is ending' }
    clearTimeout(idle)
    thread ??= startThread(memoryMb)
    const current = thread
    const outcome = await current.ask(task, timeoutMs)
    if (outcome.ended) {
      thread = undefined
      await current.end()
    } else {
      idle = setTimeout(() => void endIdle(), IDLE_MS).unref()
    }
    return outcome.extraction
  }

  async function endIdle(): Promise<void> {
    const ending = thread
    thread = undefined
    await ending?.end()
  }

  return {
    /** Never rejects. */
    extract(task: ExtractorTask): Promise<Extraction> {
      const result = last
        .then(() => extractNow(task))
        // The thread could not start.
        .catch((cause: unknown): Extraction => ({ kind: 'failed', message: messageOf(cause) }))
      last = result
      return result
    },
    /** Ends the thread; waiting extractions fail. */
    async close(): Promise<void> {
      closed = true
      clearTimeout(idle)
      await endIdle()
    },
  }
}

interface Outcome {
  readonly extraction: Extraction
  /** Whether the thread has ended or must not get more tasks. */
  readonly ended: boolean
}

function startThread(memoryMb: number) {
  const worker = openThread('extractor-worker', import.meta.url, {
    name: 'extractor',
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
  })
  // An idle thread must not keep the process alive.
  worker.unref()
  let resolveOutcome: ((outcome: Outcome) => void) | undefined
  let ready = false
  let whenReady: (() => void) | undefined

  const died = (message: string): void =>
    resolveOutcome?.({ extraction: { kind: 'failed', message }, ended: true })
  worker.on('message', (message: ExtractorMessage) => {
    if (message.kind !== 'ready') return resolveOutcome?.({ extraction: message, ended: false })
    ready = true
    whenReady?.()
  })
  worker.on('error', (cause) => died(describe(cause, memoryMb)))
  worker.on('exit', () => died('its reading was ended'))

  return {
    async ask(task: ExtractorTask, timeoutMs: number): Promise<Outcome> {
      worker.ref()
      let cancel = (): void => undefined
      const wait = (ms: number, message: string): void => {
        cancel()
        cancel = startDeadline(ms, () => died(message))
      }
      const outcome = await new Promise<Outcome>((resolve) => {
        resolveOutcome = resolve
        whenReady = () => {
          wait(timeoutMs, `it took longer than ${timeoutMs / SECOND_MS} s to read`)
          worker.postMessage(task)
        }
        if (ready) whenReady()
        else wait(START_MS, 'the thread that reads pages did not start')
      })
      cancel()
      resolveOutcome = undefined
      worker.unref()
      return outcome
    },
    end: () => worker.terminate(),
  }
}

function describe(cause: unknown, memoryMb: number): string {
  if (codeOf(cause) === 'ERR_WORKER_OUT_OF_MEMORY') return `it took more than ${memoryMb} MB to read`
  return messageOf(cause)
}
