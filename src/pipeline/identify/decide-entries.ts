import type { EntryFacts } from '../../model/entry.ts'
import type { KnownEntries, KnownEntry } from '../../store/store.ts'
import { canonicalKey } from '../../url/url.ts'
import type { IdentifiedEntry } from './identify.ts'

type Identified = IdentifiedEntry<EntryFacts>

/** The effect of one entry on the collection. An unchanged entry has none. */
export type EntryIntent<One extends Identified = IdentifiedEntry> =
  | { readonly kind: 'add'; readonly identified: One }
  /** `moved`: a known guid at another address, or another article with a reused guid. */
  | { readonly kind: 'edit' | 'sight' | 'moved'; readonly identified: One; readonly known: KnownEntry }

/**
 * Decides the effect of each entry, given what the store has. Pure: the same document and store give the same intents.
 * A document that was saved gives none.
 */
export function decideEntries<One extends Identified>(
  identified: readonly One[],
  known: KnownEntries,
): EntryIntent<One>[] {
  return identified.flatMap((one) => decideEntry(one, known) ?? [])
}

function decideEntry<One extends Identified>(
  identified: One,
  known: KnownEntries,
): EntryIntent<One> | undefined {
  if (known.deleted.has(identified.key)) return undefined

  const byKey = known.byKey.get(identified.key)
  const byEntryKey = known.byEntryKey.get(identified.entryKey)
  // If articles share an address, only the guid identifies one.
  const isAtSharedAddress = byEntryKey?.itemId !== byKey?.itemId && isAt(byEntryKey, identified)
  // Otherwise the address decides if this source has shown it before; if not, the guid.
  const match = byKey?.entryHash !== undefined && !isAtSharedAddress ? byKey : (byEntryKey ?? byKey)
  if (match === undefined) return { kind: 'add', identified }
  if (match.entryHash === identified.entryHash) return undefined
  if (match === byEntryKey && match.itemId !== byKey?.itemId && !isAtSharedAddress) {
    return { kind: 'moved', identified, known: match }
  }
  return { kind: match.owned ? 'edit' : 'sight', identified, known: match }
}

function isAt(known: KnownEntry | undefined, { entry: { url } }: Identified): boolean {
  return known !== undefined && url !== undefined && canonicalKey(known.url) === canonicalKey(url)
}
