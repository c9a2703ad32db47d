import { NO_VALIDATORS, type Source, type SourceState } from '../domain/source.ts'
import type { Clock, EpochMs } from '../domain/time.ts'
import type { Visit } from './visit-source.ts'

export interface ScheduleOptions {
  readonly sources: readonly Source[]
  readonly states: readonly SourceState[]
  readonly visit: (source: Source, state: SourceState | undefined, signal: AbortSignal) => Promise<Visit>
  /** Visits under way at once, >= 1. */
  readonly concurrency: number
  readonly now: Clock
  /** Told of each visit that ended; an error here is a bug, not a source's. */
  readonly onVisit: (visit: Visit) => void
  /** Told of a visit that could not be saved; the source is tried again after its interval. */
  readonly onError: (source: Source, cause: unknown) => void
}

/** Who is due, and visits them: at most one visit a source at a time, at most `concurrency` in all. */
export interface Schedule {
  /** How many sources `runOnce` would visit now. */
  count(which: 'due' | 'all'): number
  /** Visits what is due now (or every source), and returns when these visits ended. */
  runOnce(which: 'due' | 'all', signal: AbortSignal): Promise<void>
  /** Visits each source whenever it is due, until the signal; returns when the last visit ended. */
  run(signal: AbortSignal): Promise<void>
}

/** Longest sleep: a clock that was set, or a machine that slept, is noticed within it. */
const LONGEST_SLEEP_MS = 1_000

export function createSchedule(options: ScheduleOptions): Schedule {
  const { now } = options
  const states = new Map(options.states.map((state) => [state.sourceId, state]))
  const sources = options.sources.filter((source) => source.enabled)
  const dueAt = new Map(sources.map((source) => [source.id, states.get(source.id)?.nextVisitAt ?? 0]))
  const underWay = new Map<string, Promise<void>>()

  async function visitOne(source: Source, signal: AbortSignal): Promise<void> {
    const state = states.get(source.id)
    try {
      const visit = await options.visit(source, state, signal)
      dueAt.set(source.id, visit.nextVisitAt)
      states.set(source.id, stateAfter(visit, state, now()))
      options.onVisit(visit)
    } catch (cause) {
      dueAt.set(source.id, now() + source.everyMs)
      if (!signal.aborted) options.onError(source, cause)
    } finally {
      underWay.delete(source.id)
    }
  }

  function start(source: Source, signal: AbortSignal): void {
    underWay.set(source.id, visitOne(source, signal))
  }

  function waiting(): Source[] {
    return sources
      .filter((source) => !underWay.has(source.id) && (dueAt.get(source.id) ?? 0) <= now())
      .toSorted((a, b) => (dueAt.get(a.id) ?? 0) - (dueAt.get(b.id) ?? 0))
  }

  function chosen(which: 'due' | 'all'): Source[] {
    return which === 'all' ? [...sources] : waiting()
  }

  return {
    count: (which) => chosen(which).length,
    async runOnce(which, signal) {
      const queue = chosen(which)
      while (!signal.aborted && queue.length > 0) {
        while (underWay.size < options.concurrency) {
          const source = queue.shift()
          if (source === undefined) break
          start(source, signal)
        }
        await Promise.race(underWay.values())
      }
      await Promise.all(underWay.values())
    },
    async run(signal) {
      while (!signal.aborted) {
        for (const source of waiting().slice(0, options.concurrency - underWay.size)) start(source, signal)
        const soonest = Math.min(
          ...sources.filter(({ id }) => !underWay.has(id)).map(({ id }) => dueAt.get(id) ?? 0),
        )
        const full = underWay.size >= options.concurrency
        const sleepMs = full ? LONGEST_SLEEP_MS : Math.max(0, Math.min(LONGEST_SLEEP_MS, soonest - now()))
        await Promise.race([...underWay.values(), sleep(sleepMs, signal)])
      }
      await Promise.all(underWay.values())
    },
  }
}

/** Resolves after `ms`, or at once on the signal. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })

    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}

/** What the next visit must know, without reading it back from the store. */
function stateAfter(visit: Visit, before: SourceState | undefined, now: EpochMs): SourceState {
  const { collected } = visit
  return {
    sourceId: visit.sourceId,
    validators: visit.validators ?? before?.validators ?? NO_VALIDATORS,
    documentHash: collected.kind === 'entries' ? collected.documentHash : (before?.documentHash ?? null),
    siteUrl: (collected.kind === 'entries' ? collected.feed.siteUrl : undefined) ?? before?.siteUrl ?? null,
    nextVisitAt: visit.nextVisitAt,
    lastVisitAt: now,
    consecutiveErrors: visit.consecutiveErrors,
    standing: visit.standing,
  }
}
