import type { FetchResult } from '../../model/entry.ts'
import type { ItemDraft } from '../../model/item.ts'
import type { Source } from '../../model/source.ts'
import { type EpochMs, HOUR_MS, DAY_MS } from '../../model/time.ts'
import type { KnownEntries, Store, KnownEntry } from '../../store/store.ts'
import { canonicalKey } from '../../url/url.ts'
import { statedTime } from '../normalise/normalise.ts'
import { siteNames, withoutSiteName, type SiteNames } from '../normalise/site-name.ts'
import { titleOf } from '../normalise/title.ts'
import { isDiscussion, type IdentifiedEntry, identifyEntries, keyWithGuid } from './identify.ts'

/**
 * Pages that are replaced repeatedly (a forecast, a current issue) rarely change twice within half a day;
 * corrections do.
 */
const ANOTHER_ISSUE_MS = 12 * HOUR_MS

/** The entries of a document, and what the store has of them. */
export interface IdentifiedDocument {
  readonly identified: readonly IdentifiedEntry[]
  readonly known: KnownEntries
}

/**
 * Distinguishes the entries of a document from each other and from earlier ones of the source at the same
 * addresses.
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
 * title and at another time. All three are required, since corrections often change one of them.
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
 * Whether an entry's guid can distinguish articles at one address: not if it is made of the address and a
 * version, nor if it belongs to a discussion of another site's page.
 */
function namesArticle({ key, entryKey, entry }: IdentifiedEntry): boolean {
  if (entryKey.startsWith('#')) return false
  const guidAsAddress = canonicalKey(entryKey)
  if (guidAsAddress === key || guidAsAddress?.startsWith(`${key}?`) === true) return false
  return !isDiscussion(entry)
}

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
