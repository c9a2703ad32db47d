import type { ItemDraft } from '../../model/item.ts'
import { DAY_MS, type EpochMs } from '../../model/time.ts'
import type { KnownEntries, KnownEntry, Store } from '../../store/store.ts'

/**
 * Finds known articles with a new address and a new guid: a site that moves changes both. They have the title
 * and the exact time of an article that the document no longer shows. A date without a time is not enough.
 *
 * @param drafts that seem new @param known entries of the document that the store has
 */
export async function findMoved(
  sourceId: string,
  drafts: readonly ItemDraft[],
  known: KnownEntries,
  store: Pick<Store, 'findTwins'>,
  now: EpochMs,
): Promise<ReadonlyMap<ItemDraft, KnownEntry>> {
  const timed = drafts.filter(({ publishedAt }) => publishedAt !== now && publishedAt % DAY_MS !== 0)
  const shown = new Set([...known.byKey.values(), ...known.byEntryKey.values()].map(({ itemId }) => itemId))
  const moved = new Map<ItemDraft, KnownEntry>()
  const twins = timed.length === 0 ? [] : await store.findTwins(sourceId, timed)
  for (const [index, draft] of timed.entries()) {
    const twin = twins[index]
    if (twin === undefined || shown.has(twin.itemId)) continue
    shown.add(twin.itemId)
    moved.set(draft, twin)
  }
  return moved
}
