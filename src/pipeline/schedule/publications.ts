import { HOUR_MS, type EpochMs } from '../../model/time.ts'
import type { Store } from '../../store/store.ts'
import { createPublishingHours, type PublishingHours } from './publishing-hours.ts'
import { learnRhythm, waitBounds, waitByRhythm } from './rhythm.ts'

/** When each source published, as far as a rhythm needs it; read from the store once, then kept up by each visit. */
export interface Publications {
  /**
   * How long the source can wait for its next visit, ms, without jitter and without what the server asks for.
   *
   * @param seen when what the present visit brings was published; what is known already may be among it
   * @param waitedMs since the visit before; 0 for a first one
   */
  waitOf(
    source: { readonly id: string; readonly everyMs: number },
    seen: readonly EpochMs[],
    now: EpochMs,
    waitedMs: number,
  ): Promise<number>
}

/** Most times that are read of one source at first: four weeks of all but the busiest. */
const MAX_READ = 10_000

/**
 * The newest times are remembered one by one, since a feed shows them again and again; so many are more than
 * a feed shows.
 */
const MAX_REMEMBERED = 1_000

interface Past {
  readonly hours: PublishingHours
  /** Distinct, descending: items that appeared at one moment are one publication, since one visit brings them all. */
  newest: readonly EpochMs[]
}

export function createPublications(store: Pick<Store, 'listPublishedTimes'>): Publications {
  const known = new Map<string, Past>()

  async function pastOf(id: string, now: EpochMs): Promise<Past> {
    const remembered = known.get(id)
    if (remembered !== undefined) return remembered
    const times = distinct(await store.listPublishedTimes(id, MAX_READ), now)
    const past = { hours: createPublishingHours(times), newest: times.slice(0, MAX_REMEMBERED) }
    known.set(id, past)
    return past
  }

  return {
    async waitOf({ id, everyMs }, seen, now, waitedMs) {
      const past = await pastOf(id, now)
      if (seen.length > 0) {
        for (const at of unknownOf(past, distinct(seen, now))) past.hours.add(at)
        past.newest = distinct([...past.newest, ...seen], now).slice(0, MAX_REMEMBERED)
      }
      if (past.newest.length === 0) return waitForFirst(everyMs, waitedMs)
      // The hour that has begun, and those until the longest wait ends.
      const ahead = Math.ceil(waitBounds(everyMs).longestMs / HOUR_MS) + 1
      return waitByRhythm(learnRhythm(past.hours, now, ahead), everyMs, now)
    },
  }
}

/**
 * A source that answers but has never brought anything waits twice as long each time: its first item is late
 * by no more than it took to come.
 */
function waitForFirst(everyMs: number, waitedMs: number): number {
  return Math.min(waitBounds(everyMs).longestMs, Math.max(everyMs, 2 * waitedMs))
}

/** Times that are not known yet; those older than all that is remembered were known once and forgotten. */
function unknownOf({ newest }: Past, seen: readonly EpochMs[]): EpochMs[] {
  const remembered = new Set(newest)
  const forgottenBefore = newest.length < MAX_REMEMBERED ? -Infinity : (newest.at(-1) ?? -Infinity)
  return seen.filter((at) => at >= forgottenBefore && !remembered.has(at))
}

/** Newest first; what lies in the future has not been published. */
function distinct(times: readonly EpochMs[], now: EpochMs): EpochMs[] {
  return [...new Set(times)].filter((at) => at <= now).toSorted((a, b) => b - a)
}
