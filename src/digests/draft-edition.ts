import type { Digest } from '../model/digest.ts'
import type { Edition } from '../model/edition.ts'
import type { Clock } from '../model/time.ts'
import type { EditionReads } from '../store/read-store.ts'
import { type Ask, type EditionRequest, makeEdition } from './make-edition.ts'
import { type EditionTime, isMissed } from './schedule.ts'

interface DraftDeps {
  readonly store: Pick<EditionReads, 'findEdition' | 'listEditions'>
  /** Calls the service's interface. */
  readonly ask: Ask
  /** Reads a digest's query. */
  readonly readQuery: (query: string) => EditionRequest['list']
  readonly now: Clock
}

/** Past editions that are searched for the one before a day: more than two years of daily ones. */
const MAX_PAST = 1000

/**
 * Makes the edition of a time without saving it. A missed edition extends to now; a past day's edition ends at its
 * time.
 *
 * @param isPast whether to show what would have been made then, for a preview
 */
export async function draftEdition(
  digest: Digest,
  time: EditionTime,
  { store, ask, readQuery, now }: DraftDeps,
  isPast = false,
): Promise<Edition> {
  const at = now()
  const heads = await store.listEditions(digest.name, MAX_PAST)
  const before = heads.find(({ date }) => date < time.date)
  const stored = before && (await store.findEdition(digest.name, before.date))
  return makeEdition(
    {
      digest,
      time,
      list: readQuery(digest.query),
      until: isPast ? Math.min(time.at, at) : at,
      isLate: !isPast && isMissed(time, at),
      previous: stored && readEdition(stored.body),
      now: at,
    },
    ask,
  )
}

/** @param body of a stored edition */
export function readEdition(body: string): Edition {
  return JSON.parse(body) as Edition
}
