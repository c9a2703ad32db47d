import type { EntryFacts } from '../../model/entry.ts'
import type { RetentionPolicy } from '../../model/retention-policy.ts'
import { DAY_MS, type EpochMs } from '../../model/time.ts'
import type { Store } from '../../store/store.ts'
import { statedTime } from '../normalise/normalise.ts'
import type { IdentifiedEntry } from './identify.ts'

type Identified = IdentifiedEntry<EntryFacts>

/** Zones that are missing or wrong date entries up to a day ahead: such an entry is deleted before it is old by its date. */
const MISDATED_MS = DAY_MS

/** Entries at addresses of deleted articles, and hashes of the texts that the source had there, none if they are not known. */
export type DeletedEntries<One extends Identified> = ReadonlyMap<One, readonly number[]>

/**
 * Finds the entries that return though their article was deleted. One that is unchanged and old does not. One returns if the
 * source says something else there than before, or if it is young by its own date: a wrong clock deleted it, or the source
 * dated it anew. Where the earlier text is not known, only the date counts. Entries that would be deleted again at once, since
 * the source has enough newer items, do not return.
 */
export async function findReturning<One extends Identified>(
  sourceId: string,
  deleted: DeletedEntries<One>,
  { days, maxItemsPerSource }: RetentionPolicy,
  store: Pick<Store, 'listPublishedTimes'>,
  now: EpochMs,
): Promise<readonly One[]> {
  const returning = [...deleted].flatMap(([one, texts]) => {
    const at = statedTime(one.entry, now)
    const isEdited = texts.length > 0 && !texts.includes(one.textHash)
    const isYoung = at !== undefined && at >= now - days * DAY_MS + MISDATED_MS
    return isEdited || isYoung ? [{ one, at: at ?? now }] : []
  })
  if (returning.length === 0) return []
  const times = await store.listPublishedTimes(sourceId, maxItemsPerSource)
  const oldestKept = times[maxItemsPerSource - 1] ?? -Infinity
  return returning.flatMap(({ one, at }) => (at > oldestKept ? [one] : []))
}
