import type { Logger } from 'pino'
import type { PostingClient } from '../../../fetch/client.ts'
import { batchOf, type ChangeEncoding, type NextBatch } from '../../../hooks/batch.ts'
import { deliver, FAILING_AT_MOST_MS, FAILURES_AT_LEAST, newId, retryWaitMs } from '../../../hooks/deliver.ts'
import { nextItemChanges, type Sought } from '../../../hooks/item-changes.ts'
import { nextStoryChanges, storiesSoFar } from '../../../hooks/story-changes.ts'
import { DigestError, messageOf } from '../../../model/errors.ts'
import type { Hook, HookBatch, HookResult, HookState } from '../../../model/hook.ts'
import { type Clock, MINUTE_MS, SECOND_MS, toIso } from '../../../model/time.ts'
import { createPause } from '../../../pipeline/schedule/pause.ts'
import type { ReadStore } from '../../../store/read-store.ts'
import type { HookWrites } from '../../../store/store.ts'
import { LastFailure } from '../last-failure.ts'

interface HookDeps {
  readonly store: ReadStore
  /** Writes go to the store's one writer. */
  readonly writes: Pick<HookWrites, 'beginHook' | 'advanceHook' | 'saveHookResult'>
  readonly http: PostingClient
  /** The current meaning of the hook's query. */
  readonly sought: () => Promise<Sought>
  readonly encoding: ChangeEncoding
  readonly onAttempt: (hook: string, isAccepted: boolean) => void
  readonly log: Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>
  readonly now: Clock
  readonly times?: HookTimes
}

interface RunSignals {
  /** Starts nothing new after it. */
  readonly stop: AbortSignal
  /** Aborts the running request. */
  readonly kill: AbortSignal
}

interface HookTimes {
  /** Collects changes for this long, and sends them together. */
  readonly gatherMs: number
  /** A hook that another process resumed, or whose store failed, continues within this time. */
  readonly pollMs: number
}

const TIMES: HookTimes = { gatherMs: SECOND_MS, pollMs: 5 * SECOND_MS }
/** Progress is saved after this many skipped changes, or this time. */
const SAVE_EVERY_CHANGES = 1_000
const SAVE_EVERY_MS = 5 * MINUTE_MS

type Next = { readonly waitMs: number } | 'change'

const AT_ONCE: Next = { waitMs: 0 }

/**
 * Sends a hook's changes in order, one request at a time. A request is saved before its first attempt, so all attempts
 * are equal. Runs until the signal and never rejects.
 *
 *     begin ──► take changes ──► saved ──► sent ──► accepted ──► take changes …
 *                                  ▲         │ failed: wait, up to a day
 *                                  └─────────┤
 *                        resume ◄── resting ◄┘ refused, or failed for a day
 */
export async function runHook(hook: Hook, deps: HookDeps, { stop, kill }: RunSignals): Promise<void> {
  const { store, writes, log, now, times: { gatherMs, pollMs } = TIMES } = deps
  const { name } = hook
  const { pause, wake } = createPause()
  let hasChanged = false
  const unsubscribe = store.onChange(() => {
    hasChanged = true
    wake()
  })
  /** The last change that was read, and when that was last saved. */
  let lookedAt = 0
  let savedAt = now()
  /** The result of an attempt that is not saved yet. */
  let unsaved: { readonly batchId: string; readonly result: HookResult } | undefined
  const lastFailure = new LastFailure()

  while (!stop.aborted) {
    let next: Next = { waitMs: pollMs }
    try {
      next = await step()
      lastFailure.clear()
    } catch (cause) {
      if (lastFailure.isNew(cause) && !stop.aborted) log.error(`hook ${name}: ${messageOf(cause)}`)
    }
    await wait(next)
  }
  unsubscribe()

  async function wait(next: Next): Promise<void> {
    if (next === 'change') {
      if (!hasChanged) await pause(SAVE_EVERY_MS, stop)
      if (hasChanged) await pauseFor(gatherMs)
    } else if (next.waitMs > 0) await pauseFor(next.waitMs)
  }

  async function pauseFor(ms: number): Promise<void> {
    const until = performance.now() + ms
    for (let left = ms; left > 0 && !stop.aborted; left = until - performance.now()) await pause(left, stop)
  }

  async function step(): Promise<Next> {
    if (unsaved !== undefined) await save(unsaved.batchId, unsaved.result)
    hasChanged = false
    const [state, historyId] = [await store.findHook(name), await store.historyId()]
    if (state === undefined) return begin(historyId)
    if (state.historyId !== historyId)
      return begin(historyId, 'this is another course of changes, as of a restored backup')
    if (state.isResting) return { waitMs: pollMs }
    if (state.batch === undefined) return take(state)
    const waitMs = (state.nextAt ?? 0) - now()
    // No delay is longer, and no failure is later than now: such a time is from a clock that was ahead.
    return waitMs > 0 && waitMs <= FAILING_AT_MOST_MS && (state.failingSince ?? 0) <= now()
      ? { waitMs: Math.min(waitMs, pollMs) }
      : attempt(state, state.batch)
  }

  /** @param why it starts again */
  async function begin(historyId: string, why?: string): Promise<Next> {
    const announced =
      hook.on === 'stories'
        ? await storiesSoFar(store, { ...(await deps.sought()), when: hook.when }, now())
        : []
    const position = store.version().seq
    await writes.beginHook({ name, historyId, position }, announced)
    lookedAt = position
    if (why === undefined) log.info(`hook ${name} begins: it sends what changes from now on`)
    else log.warn(`hook ${name} begins anew, and sends what changes from now on: ${why}`)
    return AT_ONCE
  }

  async function take(state: HookState): Promise<Next> {
    const since = Math.max(state.position, lookedAt)
    let batch: NextBatch
    try {
      batch = await nextBatch(since)
    } catch (cause) {
      const isLost = cause instanceof DigestError && (cause.code === 'gone' || cause.code === 'conflict')
      if (!isLost) throw cause
      return begin(state.historyId, cause.message)
    }
    const { position, body, hasMore } = batch
    // Only a hook for stories needs what it announced. A hook for items may become one.
    const storyIds = hook.on === 'stories' ? batch.storyIds : []
    const isSaved =
      body !== undefined ||
      position >= state.position + SAVE_EVERY_CHANGES ||
      now() >= savedAt + SAVE_EVERY_MS
    if (isSaved && position > state.position) {
      await writes.advanceHook(state, position, body && { ...body, id: newId() }, storyIds)
      savedAt = now()
    }
    lookedAt = position
    return body !== undefined || hasMore ? AT_ONCE : 'change'
  }

  async function nextBatch(since: number): Promise<NextBatch> {
    const sought = await deps.sought()
    const page =
      hook.on === 'stories'
        ? await nextStoryChanges(store, name, { ...sought, when: hook.when }, since, now())
        : await nextItemChanges(store, sought, hook.reasons, since)
    return batchOf(hook, page.changes, { ...page, since }, deps)
  }

  async function attempt(state: HookState, batch: HookBatch): Promise<Next> {
    const delivered = await deliver(hook, batch, deps, kill)
    deps.onAttempt(name, delivered.kind === 'accepted')
    const { failures, changedAt } = state
    if (delivered.kind === 'accepted') {
      if (failures > 0) log.info(`hook ${name} is accepted again`)
      await save(batch.id, { ...WELL, changedAt, lastSentAt: now() })
      return AT_ONCE
    }
    const failingSince = Math.min(state.failingSince ?? now(), now())
    const isFailingLong = failures + 1 >= FAILURES_AT_LEAST && now() >= failingSince + FAILING_AT_MOST_MS
    const isResting = delivered.kind === 'refused' || isFailingLong
    const waitMs =
      delivered.kind === 'refused' ? 0 : Math.max(retryWaitMs(failures + 1), delivered.retryAfterMs)
    const { error } = delivered
    const result = {
      failures: failures + 1,
      failingSince,
      nextAt: isResting ? null : now() + waitMs,
      isResting,
      changedAt: isResting ? now() : changedAt,
      lastSentAt: state.lastSentAt,
      error,
    }
    report(result, state.error)
    await save(batch.id, result)
    return AT_ONCE
  }

  async function save(batchId: string, result: HookResult): Promise<void> {
    unsaved = { batchId, result }
    await writes.saveHookResult(name, batchId, result)
    unsaved = undefined
  }

  function report({ isResting, nextAt, error }: HookResult, before: string | null): void {
    if (isResting)
      log.error(
        `hook ${name} rests, nothing is lost: ${error}. Correct what is wrong, then run content-digest hooks resume ${name}`,
      )
    else
      log[error === before ? 'debug' : 'warn'](
        `hook ${name} is not accepted, and is tried again at ${toIso(nextAt ?? 0)}: ${error}`,
      )
  }
}

const WELL = { failures: 0, failingSince: null, nextAt: null, isResting: false, error: null } as const
