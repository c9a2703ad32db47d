import { setMaxListeners } from 'node:events'
import type { Source, SourceState } from '../../model/source.ts'
import { HOUR_MS, MINUTE_MS } from '../../model/time.ts'
import { createPause } from './pause.ts'
import { type Answered, VisitSlots, type SlotLimits } from './visit-slots.ts'

/** A source that is due, and what is known of it: `undefined` before its first visit. */
export interface DueSource {
  readonly source: Source
  readonly state: SourceState | undefined
}

/** The sources that this process visits: in memory on one machine, by leases for nodes. */
export interface DueSources {
  /**
   * Takes due sources, the longest overdue first. They are not given again until their visit has ended.
   *
   * @param room how many may wait for a slot, so that other nodes find some too
   * @returns `isCut` if there may be more once there is room
   */
  take(room: number): Promise<{ readonly due: readonly DueSource[]; readonly isCut: boolean }>
  /** The visit of a source has ended. @param waitMs delay if its result could not be saved */
  end(source: Source, waitMs?: number): void
}

interface VisitLoopOptions extends SlotLimits {
  readonly sources: DueSources
  /** Calls `answered` when the visit no longer waits for a server. */
  readonly visit: (
    source: Source,
    state: SourceState | undefined,
    signal: AbortSignal,
    answered: Answered,
  ) => Promise<void>
  /** Called for a visit whose result could not be saved. */
  readonly onError: (source: Source, cause: unknown) => void
}

/**
 * Delay after a visit that could not be saved. It doubles each time, up to the source's interval: a short outage of the
 * store must not cost hours, and a full store must not cause constant requests to publishers.
 */
const UNKEPT_MS = 5 * MINUTE_MS

/** A visit of this length is stuck: it gives up its slot, and the log says so. */
const LONGEST_VISIT_MS = HOUR_MS

/** Interval of the checks for due sources. In memory a check takes about 1 ms for 100,000 sources. */
const LOOK_EVERY_MS = 500

/** Visits due sources, each by one visit at a time; `VisitSlots` limits their total number. */
export function createVisitLoop({ sources, visit, onError, ...limits }: VisitLoopOptions) {
  const states = new Map<string, SourceState | undefined>()
  /** Consecutive visits that could not be saved, by source. */
  const unkept = new Map<string, number>()
  const { pause, wake } = createPause()
  let ending = new AbortController().signal
  const slots = new VisitSlots(limits, visitOne, wake)

  async function visitOne(source: Source, answered: Answered): Promise<void> {
    let waitMs: number | undefined
    let late: NodeJS.Timeout | undefined
    const hung = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new Error('the visit has not ended within an hour')), LONGEST_VISIT_MS)
    })
    try {
      if (!ending.aborted) await Promise.race([visit(source, states.get(source.id), ending, answered), hung])
      unkept.delete(source.id)
    } catch (cause) {
      const times = unkept.get(source.id) ?? 0
      unkept.set(source.id, times + 1)
      waitMs = Math.min(source.everyMs, UNKEPT_MS * 2 ** times)
      if (!ending.aborted) onError(source, cause)
    } finally {
      clearTimeout(late)
      states.delete(source.id)
      sources.end(source, waitMs)
    }
  }

  /** @returns whether there may be more once there is room */
  async function takeDue(): Promise<boolean> {
    const { due, isCut } = await sources.take(limits.concurrency - slots.waiting)
    for (const { source, state } of due) {
      states.set(source.id, state)
      slots.add(source)
    }
    return isCut
  }

  async function untilAllEnded(): Promise<void> {
    while (states.size > 0) {
      slots.start()
      await pause(LOOK_EVERY_MS, new AbortController().signal)
    }
  }

  return {
    /** Due sources that wait for a slot. */
    get waiting(): number {
      return slots.waiting
    },
    /** Visits what is due now, and returns when these visits have ended. */
    async runOnce(signal: AbortSignal): Promise<void> {
      ending = signal
      await takeDue()
      await untilAllEnded()
    },
    /** Visits each source within half a second of its time, until the signal; returns when the last visit has ended. */
    async run(signal: AbortSignal): Promise<void> {
      ending = signal
      setMaxListeners(0, signal)
      let lookAt = -Infinity
      while (!signal.aborted) {
        if (performance.now() >= lookAt) {
          const isCut = await takeDue()
          lookAt = performance.now() + (isCut ? 0 : LOOK_EVERY_MS)
        }
        slots.start()
        await pause(Math.max(0, lookAt - performance.now()) || LOOK_EVERY_MS, signal)
      }
      await untilAllEnded()
    },
  }
}
