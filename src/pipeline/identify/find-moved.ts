import type { ItemDraft } from '../../model/item.ts'
import { DAY_MS, type EpochMs } from '../../model/time.ts'
import type { KnownEntries, KnownEntry, Store } from '../../store/store.ts'

/**
 * Finds articles that are known, though neither address nor guid is: a site that moves gives its articles others of both. They
 * have the title and the very time of one that the document no longer shows. A day alone is no such time.
 *
 * @param drafts what nobody seems to have shown before
 * @param known what the document shows of what is known
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
