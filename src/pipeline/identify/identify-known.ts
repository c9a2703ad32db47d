import { isDiscussion } from './discussion.ts'
import { type IdentifiedEntry, identifyEntries, keyWithGuid } from './identify.ts'
import { statedTime } from '../normalise/normalise.ts'
import { siteNames, withoutSiteName, type SiteNames } from '../normalise/site-name.ts'
import { titleOf } from '../normalise/title.ts'
import type { FetchResult } from '../../model/entry.ts'
import type { Source } from '../../model/source.ts'
import { type EpochMs, HOUR_MS } from '../../model/time.ts'
import { canonicalKey } from '../../url/url.ts'
import type { KnownEntries, Store } from '../../store/store.ts'

/** Pages that are written anew again and again (a forecast, a current issue) rarely are twice within half a day; corrections are. */
const ANOTHER_ISSUE_MS = 12 * HOUR_MS

/** The entries of a document, and what the store has of them. */
export interface IdentifiedDocument {
  readonly identified: readonly IdentifiedEntry[]
  readonly known: KnownEntries
}

/**
 * Tells the entries of a document apart, from each other and from what the source has shown at the same addresses before.
 */
export async function identifyKnown(
  source: Source,
  { entries, feed }: Extract<FetchResult, { kind: 'entries' }>,
  store: Pick<Store, 'findKnown'>,
  now: EpochMs,
): Promise<IdentifiedDocument> {
  const identified = identifyEntries(entries, source, feed)
  const known = await store.findKnown(source.id, identified)
  const names = siteNames(source, feed, entries)
  const others = new Set(identified.filter((one) => isAnotherIssue(one, names, known, now)))
  if (others.size === 0) return { identified, known }

  const distinct = identified.map((one) => (others.has(one) ? { ...one, key: keyWithGuid(one) } : one))
  return { identified: distinct, known: await store.findKnown(source.id, distinct) }
}

/**
 * Whether the source shows another article at an address that it has shown before: under a guid that is new, with another
 * title and at another time. Nothing less will do, since many change the one or the other when they correct an article.
 */
function isAnotherIssue(
  one: IdentifiedEntry,
  names: SiteNames,
  { byKey, byEntryKey }: KnownEntries,
  now: EpochMs,
): boolean {
  const before = byKey.get(one.key)
  if (before?.entryHash === undefined || byEntryKey.has(one.entryKey) || !namesArticle(one)) return false
  const title = withoutSiteName(titleOf(one.entry.title), names)
  const at = statedTime(one.entry, now)
  const isOtherTitle = title !== '' && title.toLowerCase() !== before.title.toLowerCase()
  return isOtherTitle && at !== undefined && Math.abs(at - before.publishedAt) >= ANOTHER_ISSUE_MS
}

/**
 * Whether an entry's guid can tell its article from others at the same address: not where it is made of the address, which
 * then counts versions, nor where it is that of a discussion of another site's page.
 */
function namesArticle({ key, entryKey, entry }: IdentifiedEntry): boolean {
  if (entryKey.startsWith('#')) return false
  const guidAsAddress = canonicalKey(entryKey)
  if (guidAsAddress === key || guidAsAddress?.startsWith(`${key}?`) === true) return false
  return !isDiscussion(entry)
}
