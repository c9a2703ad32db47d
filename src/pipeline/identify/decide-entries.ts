import { canonicalKey } from '../../url/url.ts'
import type { KnownEntries, KnownEntry } from '../../store/store.ts'
import type { IdentifiedEntry } from './identify.ts'

/** What one entry means for the collection. An entry that says nothing new has no intent. */
export type EntryIntent =
  | { readonly kind: 'add'; readonly identified: IdentifiedEntry }
  | { readonly kind: 'edit'; readonly identified: IdentifiedEntry; readonly known: KnownEntry }
  | { readonly kind: 'sight'; readonly identified: IdentifiedEntry; readonly known: KnownEntry }
  /** Known by its guid, but under another address: moved, or another article under a guid used again. */
  | { readonly kind: 'moved'; readonly identified: IdentifiedEntry; readonly known: KnownEntry }

/**
 * Decides what each entry of a document means, given what the store has of it. Pure: the same document
 * against the same store gives the same intents, and a document that was saved gives none.
 */
export function decideEntries(identified: readonly IdentifiedEntry[], known: KnownEntries): EntryIntent[] {
  const intents: EntryIntent[] = []
  for (const one of identified) {
    const intent = decideEntry(one, known)
    if (intent !== undefined) intents.push(intent)
  }
  return intents
}

function decideEntry(identified: IdentifiedEntry, known: KnownEntries): EntryIntent | undefined {
  if (known.deleted.has(identified.key)) return undefined

  const byKey = known.byKey.get(identified.key)
  const byEntryKey = known.byEntryKey.get(identified.entryKey)
  // Of articles that share an address the guid tells which one it is.
  const isAtSharedAddress = byEntryKey?.itemId !== byKey?.itemId && isAt(byEntryKey, identified)
  // Else the address decides where this source has shown it before, and its guid only where it has not.
  const match = byKey?.entryHash !== undefined && !isAtSharedAddress ? byKey : (byEntryKey ?? byKey)
  if (match === undefined) return { kind: 'add', identified }
  if (match.entryHash === identified.entryHash) return undefined
  if (match === byEntryKey && match.itemId !== byKey?.itemId && match.owned && !isAtSharedAddress) {
    return { kind: 'moved', identified, known: match }
  }
  return { kind: match.owned ? 'edit' : 'sight', identified, known: match }
}

function isAt(known: KnownEntry | undefined, { entry: { url } }: IdentifiedEntry): boolean {
  return known !== undefined && url !== undefined && canonicalKey(known.url) === canonicalKey(url)
}
