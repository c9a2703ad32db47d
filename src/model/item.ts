import type { Engagement } from './entry.ts'
import type { ItemBody } from './item-body.ts'
import type { Encoded, Timed } from './json-values.ts'
import { type EpochMs, toIso, toIsoOrNull } from './time.ts'

/** Our normalised article, one per canonical URL. It has the fields of the API, with times as numbers. */
export interface Item extends Omit<
  Timed<Encoded<typeof ItemBody>, 'publishedAt' | 'firstSeenAt' | 'updatedAt'>,
  'summary'
> {
  /** Plain text, at most 300 characters; empty if the entry has only a title. */
  readonly summary: string
}

/** An item as JSON of the API. */
export function itemJson(item: Item): Encoded<typeof ItemBody> {
  return {
    ...item,
    summary: item.summary || null,
    publishedAt: toIso(item.publishedAt),
    firstSeenAt: toIso(item.firstSeenAt),
    updatedAt: toIsoOrNull(item.updatedAt),
  }
}

/** One source's view of an item. */
export interface Sighting {
  readonly source: string
  readonly url: string
  readonly seenAt: EpochMs
  readonly commentsUrl: string | null
  readonly engagement: Engagement | null
}

/** Inputs of an item's score (`model/score.ts`). */
export interface ScoreParts {
  /** Source weight w, 0.25..4. */
  readonly weight: number
  /** Items a day of its source around its publication, 1/30..100; 1 if unknown. */
  readonly frequency: number
  /** Text length relative to its source's usual length, 0.25..4; 1 if not meaningful. */
  readonly depth: number
  /** Publishers that report the story, 1..32; syndicated copies count in part. */
  readonly coverage: number
  /** Engagement relative to the source's median, 0..64. */
  readonly engagement: number
  /** Share of its publisher's coverage: 1, or less for a copy. It affects the score only through the coverage. */
  readonly share: number
}

/** The text of an article in both forms. */
export interface Content {
  /** Sanitised. */
  readonly contentHtml: string
  readonly contentText: string
}

export interface ScoreWrite {
  readonly itemId: number
  /** 0..100, one decimal. */
  readonly score: number
  /** Key of `sort=hot`, half-lives since the epoch. */
  readonly hot: number
  readonly parts: ScoreParts
}

/** An item with its text. */
export interface Article extends Content {
  readonly item: Item
  readonly sightings: readonly Sighting[]
  readonly scoreParts: ScoreParts
  /** The time at which it ranks: `publishedAt`, except for an item of unknown age (`rankOfUnknownAge`). */
  readonly rankedAt: EpochMs
  /** The stored hot key. */
  readonly hot: number
}

/** Fields of an item that come from the store, its story or its other sources. */
type StoredField = 'id' | 'source' | 'sourceName' | 'alsoIn' | 'firstSeenAt' | 'updatedAt' | 'score' | 'story'

/** The identity of an entry and its article. */
export interface EntryFingerprint {
  /**
   * Key of the article over all sources: its canonical URL, `URL#…` if several articles share one, `entry:SOURCE:…` if
   * it has none.
   */
  readonly key: string
  /** Key of the entry within its source: its guid if unique in the document, else a hash of link and title. */
  readonly entryKey: string
  /** Hash of the whole entry, to detect changes. */
  readonly entryHash: string
  /** Hash of the entry's text, to detect a new text at a known address. */
  readonly textHash: number
}

/** A normalised entry: all fields of an item that depend on the entry only. */
export interface EntryDraft extends Omit<Item, StoredField> {
  /** Hash of title, summary and content. */
  readonly contentHash: string
  /** The entry's link through a proxy that counts clicks. The item is also found by this address. */
  readonly proxyUrl?: string
  /** The entry's original site, if the feed states it. */
  readonly publisherUrl?: string
  readonly contentHtml: string
  readonly contentText: string
  /** Whether the source states `publishedAt`. */
  readonly isTimeStated: boolean
}

/** A draft with the identity of its entry. */
export interface ItemDraft extends EntryDraft, EntryFingerprint {}

/** Returns the key of a tag, which ignores case. */
export function tagKey(tag: string): string {
  return tag.normalize('NFC').toLowerCase()
}
