import type { EpochMs } from '../domain/time.ts'
import type { Store } from '../store/store.ts'
import { learnRhythm, MOST_PUBLICATIONS, waitByRhythm } from './rhythm.ts'

/** When each source published, as far as a rhythm needs it; read from the store once, then kept up by each visit. */
export interface Publications {
  /**
   * How long the source can wait for its next visit, ms, jitter and wishes of the server left out.
   *
   * @param seen when what the present visit brings was published; what is known already may be among it
   */
  waitOf(
    source: { readonly id: string; readonly everyMs: number },
    seen: readonly EpochMs[],
    now: EpochMs,
  ): Promise<number>
}

export function createPublications(store: Pick<Store, 'listPublishedTimes'>): Publications {
  const known = new Map<string, readonly EpochMs[]>()

  return {
    async waitOf({ id, everyMs }, seen, now) {
      const before = known.get(id) ?? (await store.listPublishedTimes(id, MOST_PUBLICATIONS))
      const times = newest([...before, ...seen])
      known.set(id, times)
      return times.length === 0 ? everyMs : waitByRhythm(learnRhythm(times, now), everyMs, now)
    },
  }
}

/** Items that appeared at one moment are one publication: one visit brings them all. */
function newest(times: readonly EpochMs[]): EpochMs[] {
  return [...new Set(times)].toSorted((a, b) => b - a).slice(0, MOST_PUBLICATIONS)
}
