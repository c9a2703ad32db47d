import type { ArrivedEntry } from '../model/arrival.ts'
import type { FeedInfo } from '../model/entry.ts'
import { groupBy } from '../model/group-by.ts'
import type { ItemDraft } from '../model/item.ts'
import type { Source } from '../model/source.ts'
import { DAY_MS, type EpochMs } from '../model/time.ts'
import type { ItemEdit } from '../store/records.ts'
import type { KnownEntries, KnownEntry, Store } from '../store/store.ts'
import { lettersOf } from '../text/fold.ts'
import { canonicalKey } from '../url/url.ts'
import { awaitedPage, readsPages } from './article-pages.ts'
import type { EngagementRatio } from './engagement.ts'
import type { EntryIntent as Intent } from './identify/decide-entries.ts'
import { findMoved } from './identify/identify-known.ts'
import { findSame } from './identify/same-article.ts'
import { isOtherText } from './identify/text-hash.ts'
import { statedTime } from './normalise/normalise.ts'
import type { Rerating, Revision } from './stories/score-changes.ts'

type EntryIntent = Intent<ArrivedEntry>

/** The visit that brought a document. */
export interface DocumentVisit {
  readonly source: Source
  readonly feed: FeedInfo
  readonly now: EpochMs
  /** From when retention counts for what it brought: now, unless this clock is behind. */
  readonly retainedFrom: EpochMs
  /** Whether no document of the source was read before. */
  readonly isFirstVisit: boolean
}

/** An intent with the draft of its entry after the rules. */
export interface Drafted {
  readonly intent: EntryIntent
  readonly draft: ItemDraft
  /** Replaces the weight of the source; `undefined` if no rule sets it. */
  readonly weight: number | undefined
}

/** Known items whose text, time or address changes. */
export function editsOf(
  drafted: readonly Drafted[],
  { byEntryKey }: KnownEntries,
  visit: DocumentVisit,
): ItemEdit[] {
  return drafted.flatMap(({ intent, draft }): ItemEdit[] => {
    if (intent.kind !== 'edit' && intent.kind !== 'moved') return []
    const { known } = intent
    // Text from a page that was read later is no change of the article, nor is markup, such as a signed address of a picture.
    const hasOtherWords = readsPages(visit.source) || isOtherText(draft, known)
    const changed = hasOtherWords && draft.contentHash !== known.contentHash && !awaitedPage(intent)
    // An article of several addresses keeps its first one, unless the entry moves.
    const before = byEntryKey.get(draft.entryKey)
    const isOtherAddress = canonicalKey(intent.known.url) !== draft.key
    const stays = isOtherAddress && before !== undefined && canonicalKey(before.url) === draft.key
    const url = stays ? intent.known.url : draft.url
    const renewedAt = renewalOf(intent, draft, visit)
    const edit = {
      itemId: intent.known.itemId,
      draft: { ...draft, url },
      updatedAt: changed ? visit.now : undefined,
    }
    return [renewedAt === undefined ? edit : { ...edit, renewedAt }]
  })
}

/** From when retention counts after an edit: from now for a new text, from its date for an unchanged text that is dated anew. */
function renewalOf(
  { identified, known }: Exclude<EntryIntent, { kind: 'add' }>,
  draft: ItemDraft,
  { now, retainedFrom }: DocumentVisit,
): EpochMs | undefined {
  if (isOtherText(draft, known)) return retainedFrom
  const statedAt = statedTime(identified.entry, now)
  return statedAt !== undefined && statedAt > known.publishedAt ? statedAt : undefined
}

/** Known items whose text or time changes. */
export function revisionsOf(drafted: readonly Drafted[]): Revision[] {
  return drafted.flatMap(({ intent, draft }): Revision[] => {
    if (intent.kind !== 'edit' && intent.kind !== 'moved') return []
    const { itemId, storyId, publishedAt, contentHash } = intent.known
    const isChanged = draft.publishedAt !== publishedAt || draft.contentHash !== contentHash
    return isChanged ? [{ itemId, storyId, draft }] : []
  })
}

/** Known items whose engagement this document updates. */
export function reratingsOf(drafted: readonly Drafted[], ratio: EngagementRatio): Rerating[] {
  return drafted.flatMap(({ intent, draft }): Rerating[] => {
    if (intent.kind === 'add' || draft.engagement === null) return []
    const { itemId, storyId } = intent.known
    return [{ itemId, storyId, ratio: ratio(draft.engagement) }]
  })
}

/** Decides what an entry of a known article, guid or address changes: another article, and which facts of it stay. */
export function resolveKnown(
  stated: EntryIntent,
  draft: ItemDraft,
  known: KnownEntries,
  { source, feed, now }: DocumentVisit,
): Pick<Drafted, 'intent' | 'draft'> {
  const split = splitReusedGuid(stated, draft, known, now)
  const intent: EntryIntent =
    split.intent.kind === 'edit' && losesText(split.draft, split.intent.known)
      ? { ...split.intent, kind: 'sight' }
      : split.intent
  return { intent, draft: withKnownAddress(intent, withKnownTime(intent, split.draft), source, feed) }
}

/**
 * Whether nothing changed but that the text is gone. Programs that make feeds of pages leave it out where they could not read the
 * page, and an article that leaves the feed meanwhile would have none for ever.
 */
function losesText({ contentHtml, contentHash, title }: ItemDraft, known: KnownEntry): boolean {
  return (
    contentHtml === '' && contentHash !== known.contentHash && lettersOf(title) === lettersOf(known.title)
  )
}

/**
 * Keeps the time of a known article where the stated one is no better: a later one without changed text, since a source that
 * dates everything "now" would lead every list; that of an update, unless the title changed with it; an age, or the day alone.
 */
function withKnownTime(intent: EntryIntent, draft: ItemDraft): ItemDraft {
  if (intent.kind === 'add') return draft
  const { contentHash, publishedAt, title } = intent.known
  const { updatedAt, isTimeRelative } = intent.identified.entry
  const isUpdate = draft.publishedAt === updatedAt && lettersOf(draft.title) === lettersOf(title)
  const isNoNews = draft.publishedAt > publishedAt && (isUpdate || draft.contentHash === contentHash)
  const isVague = isTimeRelative === true || draft.publishedAt === publishedAt - (publishedAt % DAY_MS)
  return isNoNews || isVague ? { ...draft, publishedAt, isTimeStated: false } : draft
}

/**
 * Handles a known guid under another address. The source reused it for another article, which gets its own identity, if the
 * document shows the known one too (guids that count positions), or if text and time changed. Without a time that the source
 * stated for both, the title decides: an article that is kept twice harms less than one that replaces another. Otherwise the
 * article moved.
 */
function splitReusedGuid(
  intent: EntryIntent,
  draft: ItemDraft,
  { byKey }: KnownEntries,
  now: EpochMs,
): Pick<Drafted, 'intent' | 'draft'> {
  if (intent.kind !== 'moved') return { intent, draft }
  const { known: before, identified } = intent
  const isOther =
    before.owned && draft.isTimeStated && identified.entry.isTimeRelative !== true
      ? draft.publishedAt !== before.publishedAt
      : lettersOf(draft.title) !== lettersOf(before.title)
  const isReused =
    (isOther && isOtherText(draft, before)) ||
    [...byKey.values()].some(({ itemId }) => itemId === before.itemId)
  if (!isReused) return { intent: before.owned ? intent : { ...intent, kind: 'sight' }, draft }
  const known = byKey.get(identified.key)
  return {
    intent:
      known === undefined
        ? { kind: 'add', identified }
        : { kind: known.owned ? 'edit' : 'sight', identified, known },
    draft: {
      ...draft,
      publishedAt: draft.isTimeStated ? draft.publishedAt : (known?.publishedAt ?? now),
      entryKey: `${draft.entryKey} ${draft.key}`,
    },
  }
}

/**
 * Keeps the address of a known article whose entry has none of its own any more: no link, or one that it shares with others.
 * Feeds break in this way for a while, and an article that leaves them meanwhile would have no address for ever.
 */
function withKnownAddress(
  intent: EntryIntent,
  draft: ItemDraft,
  source: Pick<Source, 'url'>,
  { siteUrl }: Pick<FeedInfo, 'siteUrl'>,
): ItemDraft {
  const page = canonicalKey(draft.url)
  if (intent.kind === 'add' || page === draft.key || draft.url.includes('#')) return draft
  const isShared =
    draft.key.startsWith(`${page}#`) ||
    [siteUrl, source.url].some((url) => url !== undefined && canonicalKey(url) === page)
  const { url } = intent.known
  return isShared && canonicalKey(url) !== page ? { ...draft, url } : draft
}

/**
 * Recognises entries that only seem new: they have moved, with a new guid, or are known at another address.
 *
 * @returns `repeats`: drafts of articles that the document has under several addresses, by the draft that stays
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
      const publishedAt = one.draft.isTimeStated ? one.draft.publishedAt : before.publishedAt
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
