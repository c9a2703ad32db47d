import type { ArrivedEntry } from '../model/arrival.ts'
import type { FeedInfo } from '../model/entry.ts'
import type { ItemDraft } from '../model/item.ts'
import type { Source } from '../model/source.ts'
import { DAY_MS, type EpochMs } from '../model/time.ts'
import type { ItemEdit } from '../store/records.ts'
import type { KnownEntries, KnownEntry } from '../store/store.ts'
import { canonicalKey } from '../url/url.ts'
import { awaitedPage, readsPages } from './article-pages.ts'
import type { EngagementRatio } from './engagement.ts'
import type { EntryIntent } from './identify/decide-entries.ts'
import { isOtherText } from './identify/text-hash.ts'
import { statedTime } from './normalise/normalise.ts'
import type { Drafted } from './recognise.ts'
import type { Rerating, Revision } from './stories/score-changes.ts'

export interface DocumentVisit {
  readonly source: Source
  readonly feed: FeedInfo
  readonly now: EpochMs
  /** From when retention counts for its items: now, unless this clock is behind. */
  readonly retainedFrom: EpochMs
  /** Whether no document of the source was read before. */
  readonly isFirstVisit: boolean
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
    // Text from a page that was read later is not an edit, and neither is a change of markup, such as a signed image
    // address.
    const hasOtherWords = readsPages(visit.source) || isOtherText(draft, known)
    const isOther = draft.contentHash !== known.contentHash
    const changed = hasOtherWords && isOther && !awaitedPage(intent) && !isBack(draft, known, visit.now)
    // An article with several addresses keeps its first, unless the entry moves.
    const before = byEntryKey.get(draft.entryKey)
    const isOtherAddress = canonicalKey(known.url) !== draft.key
    const stays = isOtherAddress && before !== undefined && canonicalKey(before.url) === draft.key
    const url = stays ? known.url : draft.url
    return [
      {
        itemId: known.itemId,
        draft: { ...draft, url },
        updatedAt: changed ? visit.now : undefined,
        renewedAt: renewalOf(intent, draft, visit),
        ...(isOther && isOtherText(draft, known) ? { earlierTexts: textsUntil(known) } : {}),
      },
    ]
  })
}

/**
 * Whether a text that was replaced less than a day ago is back. A site's servers that are out of sync show old and new
 * texts in turn, which would be an edit at each visit.
 */
function isBack({ textHash }: ItemDraft, { earlierTexts, updatedAt }: KnownEntry, now: EpochMs): boolean {
  return earlierTexts?.includes(textHash) === true && updatedAt !== null && now - updatedAt < DAY_MS
}

/** Earlier texts remembered per article. */
const MAX_EARLIER = 8

function textsUntil({ earlierTexts = [], textHash }: KnownEntry): number[] {
  const texts = textHash === undefined ? earlierTexts : [...earlierTexts, textHash]
  return [...new Set(texts.toReversed())].slice(0, MAX_EARLIER).toReversed()
}

/** When retention starts after an edit: now for a new text, the new date for an unchanged text. */
function renewalOf(
  { identified, known }: Exclude<EntryIntent<ArrivedEntry>, { kind: 'add' }>,
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
