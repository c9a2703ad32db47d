import type { Clock } from '../model/time.ts'
import type { Store } from '../store/store.ts'

/** Runs what it is given one after the other, in the order of asking; answers when the result is safe in the store. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>

export interface QueueOptions {
  readonly now: Clock
  /** How long the first of a group waits for others, ms; 0 where nobody else is expected. */
  readonly gatherMs?: number
  /** Called when a group could not be saved, before its works run once more: what was remembered of it is wrong. */
  readonly onRollback?: () => void
}

/** So many works do not wait for more to come. */
const ENOUGH = 16
/** Most works of one group. */
const MAX_GROUP_SIZE = 32
/** After this time a group takes in no more: nobody else can write meanwhile. */
const LONGEST_MS = 500
/** A second try reads what another process saved meanwhile. */
const TRIES = 2

interface Waiting {
  readonly work: () => Promise<unknown>
  readonly done: (result: unknown) => void
  readonly failed: (cause: unknown) => void
}

type Outcome = { readonly result: unknown } | { readonly cause: unknown }

/**
 * Works that wait at the same time are saved together: what a transaction costs beside its rows, the disk's part and
 * every page that a row touches, they share.
 */
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
      await breath()
    }
    running = false
  }

  async function saveGroup(): Promise<void> {
    const group: Waiting[] = []
    for (let tries = 1; ; tries++) {
      try {
        const outcomes = await together(() => runGroup(group))
        for (const [index, outcome] of outcomes.entries()) complete(group[index], outcome)
        return
      } catch (cause) {
        onRollback()
        if (tries < TRIES) continue
        // No work may have begun; then the first that waits is told.
        if (group.length === 0) group.push(...waiting.splice(0, 1))
        for (const { failed } of group) failed(cause)
        return
      }
    }
  }

  /** Runs `group`, with those that come to wait meanwhile. */
  async function runGroup(group: Waiting[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    const until = now() + LONGEST_MS
    for (;;) {
      if (outcomes.length === group.length && group.length < MAX_GROUP_SIZE && now() < until)
        group.push(...waiting.splice(0, 1))
      const next = group[outcomes.length]
      if (next === undefined) return outcomes
      outcomes.push(await outcomeOf(next.work))
      // Requests under way go on between two works.
      await breath()
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      // `done` gets what `work` gave.
      waiting.push({ work, done: resolve as (result: unknown) => void, failed: reject })
      if (running) return
      if (gatherMs === 0 || waiting.length >= ENOUGH) start()
      else gathering ??= setTimeout(start, gatherMs)
    })
}

/** A failure belongs to who asked; the next in line runs all the same. */
async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { result: await work() }
  } catch (cause) {
    return { cause }
  }
}

function complete(one: Waiting | undefined, outcome: Outcome): void {
  if ('cause' in outcome) one?.failed(outcome.cause)
  else one?.done(outcome.result)
}

function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
