import type { ArrivedEntry } from '../model/arrival.ts'
import type { FeedInfo } from '../model/entry.ts'
import type { ItemDraft } from '../model/item.ts'
import type { Source } from '../model/source.ts'
import { DAY_MS, type EpochMs } from '../model/time.ts'
import type { KnownEntries } from '../store/store.ts'
import { lettersOf } from '../text/letters.ts'
import { canonicalKey } from '../url/url.ts'
import type { EntryIntent as Intent } from './identify/decide-entries.ts'
import { isOtherText } from './identify/text-hash.ts'
import type { DocumentVisit } from './known-items.ts'
import type { Drafted } from './recognise.ts'

type EntryIntent = Intent<ArrivedEntry>

/** Applies what is known of an entry's article, guid or address: it may be another article, and some facts stay. */
export function resolveKnown(
  stated: EntryIntent,
  draft: ItemDraft,
  known: KnownEntries,
  { source, feed, now }: DocumentVisit,
): Pick<Drafted, 'intent' | 'draft'> {
  const { intent, draft: own } = splitReusedGuid(stated, draft, known, now)
  return { intent, draft: withKnownAddress(intent, withKnownTime(intent, own), source, feed) }
}

/**
 * Keeps a known article's time unless the stated one is better. These are not: a later time without changed text, since
 * a source that dates everything "now" would lead every list; the time of an update, unless the title changed too; an
 * age, or only a day.
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
 * Handles a known guid at another address. The guid was reused for another article, with its own identity, if the
 * document lists the known article too (guids that count positions), or if text and time changed. Without a stated time
 * on both sides, the title decides, since a duplicate does less harm than a replaced article. Otherwise the article
 * moved.
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
 * Keeps a known article's address if its entry no longer has its own: no link, or a shared one. Feeds break like this
 * for a while, and an article that leaves the feed meanwhile would lose its address for ever.
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
