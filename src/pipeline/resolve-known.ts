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

/** Decides what an entry of a known article, guid or address changes: another article, and which facts of it stay. */
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
