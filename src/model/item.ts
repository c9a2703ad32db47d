import type { Engagement } from './entry.ts'
import type { ItemBody } from './item-body.ts'
import type { Encoded, Timed } from './json-values.ts'
import { type EpochMs, toIso, toIsoOrNull } from './time.ts'

/** Our normalised article, one for each canonical URL. It has the fields of the API, with times as numbers. */
export interface Item extends Omit<
  Timed<Encoded<typeof ItemBody>, 'publishedAt' | 'firstSeenAt' | 'updatedAt'>,
  'summary'
> {
  /** Plain text, at most 300 characters; empty if the entry has only a title. */
  readonly summary: string
}

/** An item as it leaves the service. */
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

/** The values from which `model/score.ts` computes an item's score. */
export interface ScoreParts {
  /** Source weight w, 0.25..4. */
  readonly weight: number
  /** Items a day of its source around its publication, 1/30..100; 1 if that is not known. */
  readonly frequency: number
  /** Length of its text over what is usual for its source, 0.25..4; 1 if that says nothing. */
  readonly depth: number
  /** Publishers that report the story, 1..32; syndicated copies count in part. */
  readonly coverage: number
  /** Engagement over the source's median, 0..64. */
  readonly engagement: number
  /** What its publisher adds to the coverage by this item: 1, or less for a copy. Decides no score by itself. */
  readonly share: number
}

/** The text of an article in both of its forms. */
export interface Content {
  /** Sanitised. */
  readonly contentHtml: string
  readonly contentText: string
}

/** A score of an item to write to the store. */
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

/** Fields of an item that the store gives it, or its story and its other sources. */
type StoredField = 'id' | 'source' | 'sourceName' | 'alsoIn' | 'firstSeenAt' | 'updatedAt' | 'score' | 'story'

/** What identifies an entry and its article. */
export interface EntryFingerprint {
  /**
   * Of the article, over all sources: its canonical URL, `URL#…` where several articles share one, `entry:SOURCE:…` where it
   * has none.
   */
  readonly key: string
  /** Of the entry, within its source: its guid where that is unique in the document, else a hash of link and title. */
  readonly entryKey: string
  /** Hash of the whole entry. If it is equal, the entry is unchanged. */
  readonly entryHash: string
  /** Hash of the entry's text. It tells whether a source says something new at a known address. */
  readonly textHash: number
}

/** Result of normalising an entry: all fields of an item that depend on the entry only. */
export interface EntryDraft extends Omit<Item, StoredField> {
  /** Hash of title, summary and content. */
  readonly contentHash: string
  /** The entry's link through a proxy that counts clicks. The item is found by this address too. */
  readonly proxyUrl?: string
  /** Site that the entry was taken from, where the feed states it. */
  readonly publisherUrl?: string
  readonly contentHtml: string
  readonly contentText: string
  /** Whether the source states `publishedAt`. */
  readonly isTimeStated: boolean
}

/** A draft with the identity of its entry. */
export interface ItemDraft extends EntryDraft, EntryFingerprint {}

/** Gives the comparison key of a tag. Tags that differ only in case have the same key. */
export function tagKey(tag: string): string {
  return tag.normalize('NFC').toLowerCase()
}
