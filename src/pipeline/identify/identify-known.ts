import type { EntryFacts } from '../../model/entry.ts'
import { groupBy } from '../../model/group-by.ts'
import type { ItemDraft } from '../../model/item.ts'
import { type RetentionPolicy, retentionOf, type SourceRetention } from '../../model/retention-policy.ts'
import { type EpochMs, HOUR_MS, DAY_MS } from '../../model/time.ts'
import type { KnownEntries, Store, KnownEntry } from '../../store/store.ts'
import { lettersOf } from '../../text/letters.ts'
import { articleName } from '../../url/article-name.ts'
import { canonicalKey, publisherOf } from '../../url/url.ts'
import { statedTime } from '../normalise/normalise.ts'
import { withoutSiteName, type SiteNames } from '../normalise/site-name.ts'
import { titleOf } from '../normalise/title.ts'
import { isDiscussion, type IdentifiedEntry, keyWithGuid } from './identify.ts'
import { bytesOf, FULL_BYTES, SHORT_BYTES } from './same-article.ts'
import { isOtherText } from './text-hash.ts'

/**
 * Pages that are replaced repeatedly (a forecast, a current issue) rarely change twice within half a day;
 * corrections do.
 */
const ANOTHER_ISSUE_MS = 12 * HOUR_MS

type Identified = IdentifiedEntry<EntryFacts>

/** The entries of a document, and what the store has of them. */
export interface IdentifiedDocument<One extends Identified = IdentifiedEntry> {
  /** In the given order. */
  readonly identified: readonly One[]
  /** `deleted` has only what does not return. */
  readonly known: KnownEntries
  /** Keys of deleted articles that are added again. */
  readonly returning: ReadonlySet<string>
}

/** What decides on entries that the store has, or had. */
export interface KnownDeps {
  readonly store: Pick<Store, 'findKnown' | 'listPublishedTimes'>
  readonly retention: RetentionPolicy
}

/**
 * Distinguishes the entries of a document from earlier ones of the source at the same addresses.
 *
 * @param entries with their identity within the document
 */
export async function identifyKnown<One extends Identified>(
  sourceId: string,
  entries: readonly One[],
  names: SiteNames,
  { store, retention }: KnownDeps,
  now: EpochMs,
): Promise<IdentifiedDocument<One>> {
  let identified = entries
  let known = await store.findKnown(sourceId, entries)
  const others = new Set(entries.filter((one) => isAnotherIssue(one, names, known, now)))
  if (others.size > 0) {
    identified = entries.map((one) => (others.has(one) ? { ...one, key: keyWithGuid(one) } : one))
    known = await store.findKnown(sourceId, identified)
  }
  const kept = retentionOf(retention, sourceId)
  const keys = new Set(await findReturning(sourceId, identified, known, kept, store, now))
  const away = new Map([...known.deleted].filter(([key]) => !keys.has(key)))
  return { identified, known: { ...known, deleted: away }, returning: keys }
}

/**
 * Whether the source shows another article at an address that it has shown before: under a guid that is new, with another
 * title, and at another time or as another part of the page. All three are required, since corrections often change one of
 * them.
 */
function isAnotherIssue(
  one: Identified,
  names: SiteNames,
  { byKey, byEntryKey }: KnownEntries,
  now: EpochMs,
): boolean {
  const before = byKey.get(one.key)
  if (before?.entryHash === undefined || byEntryKey.has(one.entryKey)) return false
  if (one.entryKey.startsWith('#') || isDiscussion(one.entry)) return false
  const title = withoutSiteName(titleOf(one.entry.title), names)
  if (title === '' || title.toLowerCase() === before.title.toLowerCase()) return false
  const [part, partBefore] = [one.entry.url, before.url].map((url) => /#.+/.exec(url ?? '')?.[0])
  if (part !== undefined && partBefore !== undefined && part !== partBefore) return true
  const at = statedTime(one.entry, now)
  return !isVersionOfAddress(one) && at !== undefined && Math.abs(at - before.publishedAt) >= ANOTHER_ISSUE_MS
}

/** Whether an entry's guid is made of its address and perhaps a version, so that it cannot distinguish articles there. */
function isVersionOfAddress({ key, entryKey }: Identified): boolean {
  const guidAsAddress = canonicalKey(entryKey)
  return guidAsAddress === key || guidAsAddress?.startsWith(`${key}?`) === true
}

/** Fewer entries may have the titles of earlier ones by chance, as those of columns. */
const MIN_MOVED = 3

/**
 * Finds known articles with a new address and a new guid: a site that moves changes both, and so does a headline that both are
 * made of. They have the exact time of an article that the document no longer shows, and the words of its title, or its name in the
 * address. Where only the day is stated, a long text must be the same too. Where the whole document has new addresses, entries without
 * times are found by title and text, or by title and path, and three and more of other titles also where their times are stated in another way.
 *
 * @param drafts that seem new @param known entries of the document that the store has
 */
export async function findMoved(
  sourceId: string,
  drafts: readonly ItemDraft[],
  known: KnownEntries,
  store: Pick<Store, 'findTwins' | 'listNewest'>,
  now: EpochMs,
): Promise<ReadonlyMap<ItemDraft, KnownEntry>> {
  const dated = drafts.filter(({ publishedAt }) => publishedAt !== now)
  const listed = [...known.byKey.values(), ...known.byEntryKey.values()]
  const shown = new Set(listed.map(({ itemId }) => itemId))
  const moved = new Map<ItemDraft, KnownEntry>()
  const named = dated.map(({ title, publishedAt, url }) => ({ title, publishedAt, name: articleName(url) }))
  const twins = dated.length === 0 ? [] : await store.findTwins(sourceId, named)
  for (const [index, draft] of dated.entries()) {
    const twin = twins[index]
    if (twin === undefined || shown.has(twin.itemId)) continue
    if (!isTitledAlike(draft, twin) && !isNamedAlike(draft, twin)) continue
    if (isDay(draft) && (bytesOf(draft.contentText) < FULL_BYTES || isOtherText(draft, twin))) continue
    shown.add(twin.itemId)
    moved.set(draft, twin)
  }
  const isKnown = listed.some(({ entryHash }) => entryHash !== undefined)
  const others = isKnown ? [] : drafts.filter((draft) => !moved.has(draft))
  // What was shown before, and as many newer ones that it no longer shows.
  const newest = others.length === 0 ? [] : await store.listNewest(sourceId, 2 * drafts.length)
  const before = groupBy(newest, ({ title }) => title)
  const redated = new Map<ItemDraft, KnownEntry>()
  for (const draft of others) {
    const same = before.get(draft.title)?.find((one) => !shown.has(one.itemId) && isReaddressed(draft, one))
    if (same === undefined) continue
    shown.add(same.itemId)
    const isTimed = draft.isTimeStated && draft.publishedAt !== same.publishedAt
    ;(isTimed ? redated : moved).set(draft, same)
  }
  const titles = new Set([...moved.keys(), ...redated.keys()].map(({ title }) => title))
  return titles.size < MIN_MOVED ? moved : new Map([...moved, ...redated])
}

function isTitledAlike({ title }: ItemDraft, before: KnownEntry): boolean {
  return title === before.title || (lettersOf(title) !== '' && lettersOf(title) === lettersOf(before.title))
}

/** Whether two addresses of a site name one article, in other words. */
function isNamedAlike(draft: ItemDraft, { url }: KnownEntry): boolean {
  const name = articleName(draft.url)
  return name !== undefined && name === articleName(url) && publisherOf(draft.url) === publisherOf(url)
}

function isDay({ publishedAt }: Pick<ItemDraft, 'publishedAt'>): boolean {
  return publishedAt % DAY_MS === 0
}

/** Whether an entry of the title of a known article is that article: with the same text, or the same path on another host. */
function isReaddressed(draft: ItemDraft, known: KnownEntry): boolean {
  // A later issue of a column may have the text of an earlier one.
  const laterMs = draft.isTimeStated ? draft.publishedAt - known.publishedAt : 0
  if (laterMs >= (isDay(known) ? DAY_MS : ANOTHER_ISSUE_MS)) return false
  const [path, pathBefore] = [draft.url, known.url].map((url) =>
    canonicalKey(url)?.replace(/^https:\/\/[^/]*/, ''),
  )
  const saysEnough = [draft.title, draft.contentText].some((text) => bytesOf(text) >= SHORT_BYTES)
  return (
    (saysEnough && !isOtherText(draft, known)) ||
    (path === pathBefore && path !== undefined && path.length > 1)
  )
}

/** Zones that are missing or wrong date entries up to a day ahead: such an entry is deleted before it is old by its date. */
const MISDATED_MS = DAY_MS

/**
 * Finds the entries that return though their article was deleted. One that is unchanged and old does not. One returns if the
 * source says something else there than before, or if it is young by its own date: a wrong clock deleted it, or the source
 * dated it anew. Where the earlier text is not known, only the date counts. Entries that would be deleted again at once, since
 * the source has enough newer items, do not return.
 *
 * @returns their keys
 */
async function findReturning(
  sourceId: string,
  identified: readonly Identified[],
  { deleted }: KnownEntries,
  { days, maxItems }: SourceRetention,
  store: Pick<Store, 'listPublishedTimes'>,
  now: EpochMs,
): Promise<readonly string[]> {
  const returning = identified.flatMap((one) => {
    const texts = deleted.get(one.key)
    if (texts === undefined) return []
    const at = statedTime(one.entry, now)
    const isEdited = texts.length > 0 && !texts.includes(one.textHash)
    const isYoung = at !== undefined && at >= now - days * DAY_MS + MISDATED_MS
    return isEdited || isYoung ? [{ key: one.key, at: at ?? now }] : []
  })
  if (returning.length === 0) return []
  const times = await store.listPublishedTimes(sourceId, maxItems)
  const oldestKept = times[maxItems - 1] ?? -Infinity
  return returning.flatMap(({ key, at }) => (at > oldestKept ? [key] : []))
}
