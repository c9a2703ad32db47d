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
 * Pages that are replaced repeatedly (a forecast, a current issue) rarely change twice within half a day; corrections
 * do.
 */
const ANOTHER_ISSUE_MS = 12 * HOUR_MS

type Identified = IdentifiedEntry<EntryFacts>

export interface IdentifiedDocument<One extends Identified = IdentifiedEntry> {
  readonly identified: readonly One[]
  /** Without the deleted articles that return. */
  readonly known: KnownEntries
  /** Keys of deleted articles that are added again. */
  readonly returning: ReadonlySet<string>
}

export interface KnownDeps {
  readonly store: Pick<Store, 'findKnown' | 'listPublishedTimes'>
  readonly retention: RetentionPolicy
}

/**
 * Distinguishes the document's entries from earlier articles of the source at the same addresses.
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
 * Whether a known address now has another article: a new guid, another title, and another time or fragment. All three
 * must differ, since corrections often change one of them.
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

/** Whether an entry's guid is its address, perhaps with a version, and so cannot distinguish articles at it. */
function isVersionOfAddress({ key, entryKey }: Identified): boolean {
  const guidAsAddress = canonicalKey(entryKey)
  return guidAsAddress === key || guidAsAddress?.startsWith(`${key}?`) === true
}

/** Fewer entries may share titles with earlier ones by chance, such as titles of columns. */
const MIN_MOVED = 3

/**
 * Finds known articles under a new address and guid: a site that moves changes both, as does an edited headline from
 * which both are made. Such a draft has the exact time of an article that the document no longer lists, and the same
 * words in its title or the same name in its address. If only the day is stated, a long text must be equal too. If no
 * address of the document is known, a draft may also match by title and text, or by title and path, without its time;
 * if the stated time differs, only with three or more titles.
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
  // The newest articles of the source, twice as many as the document has drafts.
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

/** Whether two addresses of one site contain the same article name. */
function isNamedAlike(draft: ItemDraft, { url }: KnownEntry): boolean {
  const name = articleName(draft.url)
  return name !== undefined && name === articleName(url) && publisherOf(draft.url) === publisherOf(url)
}

function isDay({ publishedAt }: Pick<ItemDraft, 'publishedAt'>): boolean {
  return publishedAt % DAY_MS === 0
}

/** Whether a draft with a known article's title is that article: same text, or same path on another host. */
function isReaddressed(draft: ItemDraft, known: KnownEntry): boolean {
  // A later issue of a column may repeat an earlier text.
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

/**
 * Missing or wrong time zones date entries up to a day ahead, so an article may be deleted before its stated date is
 * old.
 */
const MISDATED_MS = DAY_MS

/**
 * Finds the entries whose article was deleted and that return. An entry returns if its text changed since then, or if
 * its own date is young: a wrong clock deleted it, or the source changed its date. If the earlier text is unknown, only
 * the date counts. Entries that retention would delete again at once, since the source has enough newer items, do not
 * return.
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
