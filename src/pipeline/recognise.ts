import type { ArrivedEntry } from '../model/arrival.ts'
import { groupBy } from '../model/group-by.ts'
import type { ItemDraft } from '../model/item.ts'
import { DAY_MS, type EpochMs } from '../model/time.ts'
import type { KnownEntries, Store } from '../store/store.ts'
import type { EntryIntent } from './identify/decide-entries.ts'
import { findMoved } from './identify/identify-known.ts'
import { findSame } from './identify/same-article.ts'

/** An intent with the draft of its entry after the rules. */
export interface Drafted {
  readonly intent: EntryIntent<ArrivedEntry>
  readonly draft: ItemDraft
  /** Replaces the weight of the source; `undefined` if no rule sets it. */
  readonly weight: number | undefined
}

/**
 * Recognises drafts of articles that only seem new: moved with a new guid, or known at another address.
 *
 * @returns `repeats`: drafts of articles listed under several addresses, by the draft that stays
 */
export async function recognise(
  drafted: readonly Drafted[],
  sourceId: string,
  known: KnownEntries,
  now: EpochMs,
  store: Pick<Store, 'findTwins' | 'listNewest' | 'findTitled'>,
): Promise<{ drafted: readonly Drafted[]; repeats: ReadonlyMap<ItemDraft, readonly ItemDraft[]> }> {
  const drafts = drafted.flatMap(({ intent, draft }) => (intent.kind === 'add' ? [draft] : []))
  const moved = await findMoved(sourceId, drafts, known, store, now)
  const same = await findSame(
    sourceId,
    drafts.filter((draft) => !moved.has(draft)),
    store,
  )
  const recognised = drafted.flatMap((one): Drafted[] => {
    const { identified } = one.intent
    const [before, twin] = [moved.get(one.draft), same.known.get(one.draft)]
    if (before !== undefined) {
      const isDayOfIt = one.draft.publishedAt === before.publishedAt - (before.publishedAt % DAY_MS)
      const publishedAt =
        one.draft.isTimeStated && !isDayOfIt
          ? Math.min(one.draft.publishedAt, before.publishedAt)
          : before.publishedAt
      return [
        {
          ...one,
          intent: { kind: 'moved', identified, known: before },
          draft: { ...one.draft, publishedAt },
        },
      ]
    }
    if (twin !== undefined) return [{ ...one, intent: { kind: 'sight', identified, known: twin } }]
    return same.repeats.has(one.draft) ? [] : [one]
  })
  const repeats = groupBy([...same.repeats], ([, first]) => first)
  return {
    drafted: recognised,
    repeats: new Map([...repeats].map(([first, pairs]) => [first, pairs.map(([draft]) => draft)])),
  }
}
