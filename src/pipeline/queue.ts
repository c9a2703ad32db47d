import type { Clock } from '../model/time.ts'
import type { Store } from '../store/store.ts'

/** Runs tasks one after the other; resolves when the result is saved in the store. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>

interface QueueOptions {
  readonly now: Clock
  /** How long the first task of a group waits for others, ms; 0 if none are expected. */
  readonly gatherMs?: number
  /** Called when a group could not be saved, before its tasks run again: discard state in memory. */
  readonly onRollback?: () => void
}

/** A group of this size starts without waiting. */
const ENOUGH = 16
const MAX_GROUP_SIZE = 32
/** After this time a group accepts no more tasks, because it blocks other processes' writes. */
const LONGEST_MS = 500
/** Attempts to save a group. The second one reads what another process saved meanwhile. */
const TRIES = 2

interface Waiting {
  readonly work: () => Promise<unknown>
  readonly done: (result: unknown) => void
  readonly failed: (cause: unknown) => void
}

/** Creates a queue. Tasks that wait at the same time share a transaction, and so its disk sync and page writes. */
export function createQueue(
  { together }: Pick<Store, 'together'>,
  { now, gatherMs = 0, onRollback = () => undefined }: QueueOptions,
): Queue {
  const waiting: Waiting[] = []
  let running = false
  let gathering: NodeJS.Timeout | undefined

  function start(): void {
    clearTimeout(gathering)
    gathering = undefined
    if (!running) void run()
  }

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      await saveGroup()
      await new Promise(setImmediate)
    }
    running = false
  }

  async function saveGroup(): Promise<void> {
    const group: Waiting[] = []
    for (let tries = 1; ; tries++) {
      try {
        const outcomes = await together(() => runGroup(group))
        for (const [index, outcome] of outcomes.entries()) {
          if (outcome.status === 'rejected') group[index]?.failed(outcome.reason)
          else group[index]?.done(outcome.value)
        }
        return
      } catch (cause) {
        onRollback()
        if (tries < TRIES) continue
        // If no task has begun, the first waiting one gets the error.
        if (group.length === 0) group.push(...waiting.splice(0, 1))
        for (const { failed } of group) failed(cause)
        return
      }
    }
  }

  /** Runs `group`, and tasks that arrive meanwhile. */
  async function runGroup(group: Waiting[]): Promise<PromiseSettledResult<unknown>[]> {
    const outcomes: PromiseSettledResult<unknown>[] = []
    const until = now() + LONGEST_MS
    for (;;) {
      if (outcomes.length === group.length && group.length < MAX_GROUP_SIZE && now() < until)
        group.push(...waiting.splice(0, 1))
      const next = group[outcomes.length]
      if (next === undefined) return outcomes
      // A failure rejects only its own task.
      outcomes.push(...(await Promise.allSettled([next.work()])))
      // Requests in progress continue between two tasks.
      await new Promise(setImmediate)
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      // `done` gets the result of this `work`.
      waiting.push({ work, done: resolve as (result: unknown) => void, failed: reject })
      if (running) return
      if (gatherMs === 0 || waiting.length >= ENOUGH) start()
      else gathering ??= setTimeout(start, gatherMs)
    })
}
