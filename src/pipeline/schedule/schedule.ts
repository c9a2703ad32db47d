import { NO_VALIDATORS, type Source, type SourceState } from '../../model/source.ts'
import { type Clock, type EpochMs, MINUTE_MS } from '../../model/time.ts'
import type { Visit } from '../visit/digest-arrival.ts'
import { dueAt } from './next-visit.ts'
import { createVisitLoop, type DueSource, type DueSources } from './visit-loop.ts'
import type { Answered, SlotLimits } from './visit-slots.ts'

export interface ScheduleOptions extends SlotLimits {
  readonly sources: readonly Source[]
  readonly states: readonly SourceState[]
  /** Calls `answered` when the visit no longer waits for a server. */
  readonly visit: (
    source: Source,
    state: SourceState | undefined,
    signal: AbortSignal,
    answered: Answered,
  ) => Promise<Visit>
  readonly now: Clock
  /** Reads the states again: another process may have visited a source out of turn (`collect SOURCE --now`). */
  readonly reload?: () => Promise<readonly SourceState[]>
  /** Called after each visit. An error that it throws is a bug, not a failure of the source. */
  readonly onVisit: (visit: Visit) => void
  /** Called for a visit that could not be saved. The source is visited again within its interval. */
  readonly onError: (source: Source, cause: unknown) => void
}

export type Schedule = ReturnType<typeof createSchedule>

/** The visits of a machine that does not share its store. */
export function createSchedule(options: ScheduleOptions) {
  const sources = new SourcesInMemory(options)
  const loop = createVisitLoop({
    ...options,
    sources,
    async visit(source, state, signal, answered) {
      const visit = await options.visit(source, state, signal, answered)
      sources.takeIn(visit)
      options.onVisit(visit)
    },
  })
  return {
    get waiting(): number {
      return loop.waiting
    },
    /** How many sources `runOnce` would visit now. */
    count: (which: 'due' | 'all') => sources.count(which),
    /** Visits what is due now, or every source, and returns when these visits have ended. */
    runOnce(which: 'due' | 'all', signal: AbortSignal): Promise<void> {
      if (which === 'all') sources.makeAllDue()
      return loop.runOnce(signal)
    },
    run: (signal: AbortSignal): Promise<void> => loop.run(signal),
  }
}

const RELOAD_MS = MINUTE_MS
/** A clock set back by more than this was wrong before. */
const SET_BACK_MS = MINUTE_MS

class SourcesInMemory implements DueSources {
  readonly #now: Clock
  readonly #reload: ScheduleOptions['reload']
  readonly #sources: ReadonlyMap<string, Source>
  readonly #states: Map<string, SourceState>
  /** Without sources that are being visited or wait for a slot. */
  readonly #due: Map<string, EpochMs>
  #reloadAt: EpochMs
  #latest: EpochMs

  constructor({ sources, states, now, reload }: ScheduleOptions) {
    this.#now = now
    this.#reload = reload
    this.#sources = new Map(sources.filter(({ enabled }) => enabled).map((source) => [source.id, source]))
    this.#states = new Map(states.map((state) => [state.sourceId, state]))
    this.#due = new Map([...this.#sources.keys()].map((id) => [id, this.#dueAt(id)]))
    this.#reloadAt = now() + RELOAD_MS
    this.#latest = now()
  }

  count(which: 'due' | 'all'): number {
    const ids = [...this.#sources.keys()]
    return which === 'all' ? ids.length : ids.filter((id) => this.#dueAt(id) <= this.#now()).length
  }

  makeAllDue(): void {
    for (const [id, at] of this.#due) this.#due.set(id, Math.min(at, this.#now()))
  }

  /** Takes everything due: hosts and slots limit it. */
  async take(): Promise<{ readonly due: readonly DueSource[]; readonly isCut: boolean }> {
    const now = this.#now()
    if (now < this.#latest - SET_BACK_MS) {
      for (const id of this.#due.keys()) this.#due.set(id, this.#dueAt(id))
      this.#reloadAt = now + RELOAD_MS
    }
    this.#latest = now
    if (now >= this.#reloadAt) {
      this.#reloadAt = now + RELOAD_MS
      await this.#takeInOthersVisits()
    }
    const taken: (readonly [string, EpochMs])[] = []
    for (const entry of this.#due) if (entry[1] <= now) taken.push(entry)
    const due = taken
      .toSorted(([, one], [, other]) => one - other)
      .flatMap(([id]) => {
        this.#due.delete(id)
        const source = this.#sources.get(id)
        return source === undefined ? [] : [{ source, state: this.#states.get(id) }]
      })
    return { due, isCut: false }
  }

  end({ id }: Source, waitMs?: number): void {
    if (waitMs !== undefined) this.#due.set(id, this.#now() + waitMs)
  }

  takeIn(visit: Visit): void {
    const { sourceId, nextVisitAt } = visit
    this.#due.set(sourceId, nextVisitAt)
    this.#states.set(sourceId, stateAfter(visit, this.#states.get(sourceId), this.#now()))
  }

  async #takeInOthersVisits(): Promise<void> {
    for (const state of (await this.#reload?.()) ?? []) {
      const { sourceId, lastVisitAt } = state
      // A source missing in `#due` is being visited or waits for it: that visit updates its state.
      if (!this.#due.has(sourceId)) continue
      if ((lastVisitAt ?? 0) <= (this.#states.get(sourceId)?.lastVisitAt ?? 0)) continue
      this.#states.set(sourceId, state)
      this.#due.set(sourceId, this.#dueAt(sourceId))
    }
  }

  #dueAt(id: string): EpochMs {
    return dueAt(this.#states.get(id), this.#now())
  }
}

/** The state for the next visit, without reading it from the store. */
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
