import { NO_VALIDATORS, type Source, type SourceState } from '../../model/source.ts'
import { type EpochMs, MINUTE_MS } from '../../model/time.ts'
import type { VisitLeases } from '../../store/visit-leases.ts'
import type { Visit } from '../visit/digest-arrival.ts'
import { createVisitLoop, type VisitLoop, type VisitLoopOptions } from './visit-loop.ts'
import type { Answered } from './visit-slots.ts'

export interface ScheduleOptions extends Pick<
  VisitLoopOptions,
  'sources' | 'concurrency' | 'perHost' | 'now' | 'onError'
> {
  readonly states: readonly SourceState[]
  /** Calls `answered` when the visit no longer waits for a server. */
  readonly visit: (
    source: Source,
    state: SourceState | undefined,
    signal: AbortSignal,
    answered: Answered,
  ) => Promise<Visit>
  /** Reads the states anew: another process may have visited a source out of turn (`collect SOURCE --now`). */
  readonly reload?: () => Promise<readonly SourceState[]>
  /** Called after each visit. An error that it throws is a bug, not a failure of the source. */
  readonly onVisit: (visit: Visit) => void
}

/** The visits of one machine, which shares its store with no node. */
export interface Schedule extends Pick<VisitLoop, 'waiting' | 'run'> {
  /** How many sources `runOnce` would visit now. */
  count(which: 'due' | 'all'): number
  /** Visits what is due now (or every source), and returns when these visits ended. */
  runOnce(which: 'due' | 'all', signal: AbortSignal): Promise<void>
}

export function createSchedule(options: ScheduleOptions): Schedule {
  const leases = new MemoryLeases(options)
  const loop = createVisitLoop({
    ...options,
    leases,
    isShared: false,
    async visit(source, _, signal, answered) {
      try {
        const visit = await options.visit(source, leases.stateOf(source.id), signal, answered)
        leases.takeIn(visit)
        options.onVisit(visit)
      } catch (cause) {
        leases.postpone(source)
        throw cause
      }
    },
    onLeasesFailed(cause) {
      throw cause
    },
  })
  return {
    get waiting() {
      return loop.waiting
    },
    count: (which) => leases.count(which),
    async runOnce(which, signal) {
      leases.takesAll = which === 'all'
      await loop.runOnce(signal)
      leases.takesAll = false
    },
    run: (signal) => loop.run(signal),
  }
}

const RELOAD_MS = MINUTE_MS
/** A clock that goes back by more than this was wrong before. */
const SET_BACK_MS = MINUTE_MS

/** When each source is due. This process can lease all of them. */
class MemoryLeases implements VisitLeases {
  /** Whether every source counts as due. */
  takesAll = false
  readonly #options: Pick<ScheduleOptions, 'now' | 'reload'>
  readonly #ids: readonly string[]
  readonly #states: Map<string, SourceState>
  /** Without sources that are being visited or wait for a visit. */
  readonly #due: Map<string, EpochMs>
  #reloadAt: EpochMs
  #latest: EpochMs

  constructor({ sources, states, now, reload }: ScheduleOptions) {
    this.#options = { now, ...(reload === undefined ? {} : { reload }) }
    this.#ids = sources.filter(({ enabled }) => enabled).map(({ id }) => id)
    this.#states = new Map(states.map((state) => [state.sourceId, state]))
    this.#due = new Map(this.#ids.map((id) => [id, this.#dueAt(id)]))
    this.#reloadAt = now() + RELOAD_MS
    this.#latest = now()
  }

  /** `undefined` before its first visit. */
  stateOf(id: string): SourceState | undefined {
    return this.#states.get(id)
  }

  count(which: 'due' | 'all'): number {
    const now = this.#options.now()
    return which === 'all' ? this.#ids.length : this.#ids.filter((id) => this.#dueAt(id) <= now).length
  }

  async listDue(): Promise<SourceState[]> {
    const now = this.#options.now()
    if (now < this.#latest - SET_BACK_MS) {
      for (const id of this.#due.keys()) this.#due.set(id, this.#dueAt(id))
      this.#reloadAt = now + RELOAD_MS
    }
    this.#latest = now
    if (now >= this.#reloadAt) {
      this.#reloadAt = now + RELOAD_MS
      await this.#takeInOthersVisits()
    }
    const until = this.takesAll ? Infinity : now
    const due: (readonly [string, EpochMs])[] = []
    for (const entry of this.#due) if (entry[1] <= until) due.push(entry)
    return this.findDue(due.toSorted(([, one], [, other]) => one - other).map(([id]) => id))
  }

  async findDue(ids: readonly string[]): Promise<SourceState[]> {
    return ids.map((id) => this.#states.get(id) ?? neverVisited(id))
  }

  async listTaken(): Promise<ReadonlySet<string>> {
    return new Set()
  }

  async take(ids: readonly string[]): Promise<ReadonlySet<string>> {
    for (const id of ids) this.#due.delete(id)
    return new Set(ids)
  }

  async renew(): Promise<void> {}

  async release(): Promise<void> {}

  /** Takes in a visit of this process. */
  takeIn(visit: Visit): void {
    const { sourceId, nextVisitAt } = visit
    this.#due.set(sourceId, nextVisitAt)
    this.#states.set(sourceId, stateAfter(visit, this.#states.get(sourceId), this.#options.now()))
  }

  /** After a visit that could not be saved. */
  postpone({ id, everyMs }: Source): void {
    this.#due.set(id, this.#options.now() + everyMs)
  }

  async #takeInOthersVisits(): Promise<void> {
    for (const state of (await this.#options.reload?.()) ?? []) {
      const { sourceId, lastVisitAt } = state
      // A source that is being visited, or waits for it, is not in `due`: that visit updates its state.
      if (!this.#due.has(sourceId)) continue
      if ((lastVisitAt ?? 0) <= (this.#states.get(sourceId)?.lastVisitAt ?? 0)) continue
      this.#states.set(sourceId, state)
      this.#due.set(sourceId, this.#dueAt(sourceId))
    }
  }

  /** If the last visit lies in the future, the clock was set back. The length of the wait then counts from now. */
  #dueAt(id: string): EpochMs {
    const now = this.#options.now()
    const { nextVisitAt, lastVisitAt } = this.#states.get(id) ?? neverVisited(id)
    if (nextVisitAt === null || lastVisitAt === null || lastVisitAt <= now) return nextVisitAt ?? 0
    return Math.min(nextVisitAt, now + Math.max(0, nextVisitAt - lastVisitAt))
  }
}

function neverVisited(sourceId: string): SourceState {
  return {
    sourceId,
    validators: NO_VALIDATORS,
    documentHash: null,
    siteUrl: null,
    nextVisitAt: null,
    lastVisitAt: null,
    consecutiveErrors: 0,
  }
}

/** What the next visit must know, without reading it back from the store. */
function stateAfter(visit: Visit, before: SourceState | undefined, now: EpochMs): SourceState {
  const { collected } = visit
  const isRead = collected.kind === 'entries'
  const rulesHash = isRead ? visit.rulesHash : before?.rulesHash
  return {
    sourceId: visit.sourceId,
    validators: visit.validators ?? before?.validators ?? NO_VALIDATORS,
    documentHash: isRead ? collected.documentHash : (before?.documentHash ?? null),
    ...(rulesHash === undefined ? {} : { rulesHash }),
    siteUrl: (isRead ? collected.feed.siteUrl : undefined) ?? before?.siteUrl ?? null,
    nextVisitAt: visit.nextVisitAt,
    lastVisitAt: now,
    consecutiveErrors: visit.consecutiveErrors,
    location: visit.location,
  }
}
