import { HOUR_MS, type EpochMs } from '../../model/time.ts'
import type { Store } from '../../store/store.ts'
import { PublishingHours } from './publishing-hours.ts'
import { learnRhythm, waitBounds, waitByRhythm } from './rhythm.ts'

/** Publication times read for one source at first. All but the busiest sources have fewer in 4 weeks. */
const MAX_READ = 10_000

/**
 * The newest times are remembered individually, because a feed shows them repeatedly. A feed rarely shows more than
 * this many.
 */
const MAX_REMEMBERED = 1_000

interface Past {
  readonly hours: PublishingHours
  /** Distinct and descending. Items with one time are one publication, since one visit brings them all. */
  newest: readonly EpochMs[]
}

/** The publication times that rhythms need. They are read from the store once, then updated by each visit. */
export class Publications {
  readonly #store: Pick<Store, 'listPublishedTimes'>
  readonly #known = new Map<string, Past>()

  constructor(store: Pick<Store, 'listPublishedTimes'>) {
    this.#store = store
  }

  /**
   * How long the source can wait for its next visit, ms, without jitter and without the wait that its server asks for.
   *
   * @param seen publication times of the present visit's entries, known ones included
   * @param waitedMs time since the previous visit; 0 for a first visit
   */
  async waitOf(
    { id, everyMs }: { readonly id: string; readonly everyMs: number },
    seen: readonly EpochMs[],
    now: EpochMs,
    waitedMs: number,
  ): Promise<number> {
    const past = await this.#pastOf(id, now)
    if (seen.length > 0) {
      for (const at of unknownOf(past, distinct(seen, now))) past.hours.add(at)
      past.newest = distinct([...past.newest, ...seen], now).slice(0, MAX_REMEMBERED)
    }
    if (past.newest.length === 0) return waitForFirst(everyMs, waitedMs)
    // The present hour, and the hours until the end of the longest wait.
    const ahead = Math.ceil(waitBounds(everyMs).longestMs / HOUR_MS) + 1
    return waitByRhythm(learnRhythm(past.hours, now, ahead), everyMs, now)
  }

  async #pastOf(id: string, now: EpochMs): Promise<Past> {
    const remembered = this.#known.get(id)
    if (remembered !== undefined) return remembered
    const times = distinct(await this.#store.listPublishedTimes(id, MAX_READ), now)
    const past = { hours: new PublishingHours(times), newest: times.slice(0, MAX_REMEMBERED) }
    this.#known.set(id, past)
    return past
  }
}

/**
 * The wait of a source without any items yet doubles with each visit. The delay of its first item is then at most the
 * time that the item took to appear.
 */
function waitForFirst(everyMs: number, waitedMs: number): number {
  return Math.min(waitBounds(everyMs).longestMs, Math.max(everyMs, 2 * waitedMs))
}

/** The times that are new. Times older than all remembered ones were known before. */
function unknownOf({ newest }: Past, seen: readonly EpochMs[]): EpochMs[] {
  const remembered = new Set(newest)
  const forgottenBefore = newest.length < MAX_REMEMBERED ? -Infinity : (newest.at(-1) ?? -Infinity)
  return seen.filter((at) => at >= forgottenBefore && !remembered.has(at))
}

/** The distinct times up to now, newest first. */
function distinct(times: readonly EpochMs[], now: EpochMs): EpochMs[] {
  return [...new Set(times)].filter((at) => at <= now).toSorted((a, b) => b - a)
}
