import { NO_VALIDATORS, type Source, type SourceState } from '../../model/source.ts'
import { type Clock, type EpochMs, MINUTE_MS, SECOND_MS } from '../../model/time.ts'
import type { Visit } from '../visit/digest-arrival.ts'
import { createPause } from './pause.ts'
import { type Answered, createVisitSlots } from './visit-slots.ts'

export interface ScheduleOptions {
  readonly sources: readonly Source[]
  readonly states: readonly SourceState[]
  /** Calls `answered` when the visit no longer waits for a server. */
  readonly visit: (
    source: Source,
    state: SourceState | undefined,
    signal: AbortSignal,
    answered: Answered,
  ) => Promise<Visit>
  /** Concurrent visits that do not wait for a slow server, >= 1. */
  readonly concurrency: number
  /** Concurrent visits to one host, >= 1. */
  readonly perHost: number
  readonly now: Clock
  /** Reads the states anew: another process may have visited a source out of turn (`collect SOURCE --now`). */
  readonly reload?: () => Promise<readonly SourceState[]>
  /** Called after each visit. An error that it throws is a bug, not a failure of the source. */
  readonly onVisit: (visit: Visit) => void
  /** Called for a visit that could not be saved. The source is visited again after its interval. */
  readonly onError: (source: Source, cause: unknown) => void
}

/** Visits sources when they are due. A source has one visit at a time; `VisitSlots` limits the number of all visits. */
export interface Schedule {
  /** Due sources whose visit waits for room. */
  readonly waiting: number
  /** How many sources `runOnce` would visit now. */
  count(which: 'due' | 'all'): number
  /** Visits what is due now (or every source), and returns when these visits ended. */
  runOnce(which: 'due' | 'all', signal: AbortSignal): Promise<void>
  /** Visits each source within half a second of when it is due, until the signal; returns when the last visit ended. */
  run(signal: AbortSignal): Promise<void>
}

/** Interval of the search for due sources. It takes about 1 ms for 100,000 sources. */
const TICK_MS = 500
const LONGEST_SLEEP_MS = SECOND_MS
const RELOAD_MS = MINUTE_MS
/** A clock that goes back by more than this was wrong before. */
const SET_BACK_MS = MINUTE_MS

export function createSchedule(options: ScheduleOptions): Schedule {
  const { now } = options
  const states = new Map(options.states.map((state) => [state.sourceId, state]))
  const sources = new Map(
    options.sources.filter(({ enabled }) => enabled).map((source) => [source.id, source]),
  )
  /** By source id, without sources that are being visited or wait for a visit. */
  const due = new Map<string, EpochMs>()
  for (const id of sources.keys()) due.set(id, dueAt(id))
  const { pause, wake } = createPause()
  let ending: AbortSignal | undefined
  const slots = createVisitSlots(options, visitOne, wake)

  /** If the last visit lies in the future, the clock was set back. The length of the wait then counts from now. */
  function dueAt(id: string): EpochMs {
    const { nextVisitAt, lastVisitAt } = states.get(id) ?? { nextVisitAt: null, lastVisitAt: null }
    if (nextVisitAt === null || lastVisitAt === null || lastVisitAt <= now()) return nextVisitAt ?? 0
    return Math.min(nextVisitAt, now() + Math.max(0, nextVisitAt - lastVisitAt))
  }

  function timeAnew(): void {
    for (const id of due.keys()) due.set(id, dueAt(id))
  }

  /** Queues due sources, the longest overdue first. */
  function addDue(until: EpochMs): void {
    const taken: (readonly [string, EpochMs])[] = []
    for (const entry of due) if (entry[1] <= until) taken.push(entry)
    for (const [id] of taken.toSorted(([, one], [, other]) => one - other)) {
      due.delete(id)
      const source = sources.get(id)
      if (source !== undefined) slots.add(source)
    }
  }

  async function visitOne(source: Source, answered: Answered): Promise<void> {
    const signal = ending ?? new AbortController().signal
    if (signal.aborted) return
    const state = states.get(source.id)
    try {
      const visit = await options.visit(source, state, signal, answered)
      due.set(source.id, visit.nextVisitAt)
      states.set(source.id, stateAfter(visit, state, now()))
      options.onVisit(visit)
    } catch (cause) {
      due.set(source.id, now() + source.everyMs)
      if (!signal.aborted) options.onError(source, cause)
    }
  }

  async function untilAllEnded(): Promise<void> {
    while (slots.underWay > 0) await pause(LONGEST_SLEEP_MS, new AbortController().signal)
  }

  async function takeInOthersVisits(): Promise<void> {
    for (const state of (await options.reload?.()) ?? []) {
      const { sourceId, lastVisitAt } = state
      // A source that is being visited, or waits for it, is not in `due`: that visit updates its state.
      if (!due.has(sourceId) || (lastVisitAt ?? 0) <= (states.get(sourceId)?.lastVisitAt ?? 0)) continue
      states.set(sourceId, state)
      due.set(sourceId, dueAt(sourceId))
    }
  }

  return {
    get waiting() {
      return slots.waiting
    },
    count: (which) =>
      which === 'all' ? sources.size : [...sources.keys()].filter((id) => dueAt(id) <= now()).length,
    async runOnce(which, signal) {
      ending = signal
      addDue(which === 'all' ? Infinity : now())
      while (!signal.aborted && (slots.waiting > 0 || slots.underWay > 0)) {
        slots.start()
        await pause(LONGEST_SLEEP_MS, signal)
      }
      await untilAllEnded()
    },
    async run(signal) {
      ending = signal
      let reloadAt = now() + RELOAD_MS
      let latest = now()
      // Not by `now`: the system clock may be set back.
      let tickAt = -Infinity
      while (!signal.aborted) {
        if (performance.now() >= tickAt) {
          tickAt = performance.now() + TICK_MS
          if (now() < latest - SET_BACK_MS) {
            timeAnew()
            reloadAt = now() + RELOAD_MS
          }
          latest = now()
          addDue(latest)
        }
        slots.start()
        await pause(tickAt - performance.now(), signal)
        if (now() < reloadAt) continue
        reloadAt = now() + RELOAD_MS
        await takeInOthersVisits()
      }
      await untilAllEnded()
    },
  }
}

/** What the next visit must know, without reading it back from the store. */
function stateAfter(visit: Visit, before: SourceState | undefined, now: EpochMs): SourceState {
  const { collected } = visit
  return {
    sourceId: visit.sourceId,
    validators: visit.validators ?? before?.validators ?? NO_VALIDATORS,
    documentHash: collected.kind === 'entries' ? collected.documentHash : (before?.documentHash ?? null),
    ...rulesHashAfter(visit, before),
    siteUrl: (collected.kind === 'entries' ? collected.feed.siteUrl : undefined) ?? before?.siteUrl ?? null,
    nextVisitAt: visit.nextVisitAt,
    lastVisitAt: now,
    consecutiveErrors: visit.consecutiveErrors,
    location: visit.location,
  }
}

function rulesHashAfter(visit: Visit, before: SourceState | undefined): Pick<SourceState, 'rulesHash'> {
  const rulesHash = visit.collected.kind === 'entries' ? visit.rulesHash : before?.rulesHash
  return rulesHash === undefined ? {} : { rulesHash }
}
