import type { Enclosure, Engagement } from './entry.ts'
import type { EpochMs } from './time.ts'

/** The story an item belongs to, as every item names it. */
interface StoryRef {
  readonly id: number
  readonly itemCount: number
  readonly sourceCount: number
}

/** Our normalised article, one per canonical URL: the shape of the API, with times as numbers. */
export interface Item {
  readonly id: number
  readonly url: string
  readonly title: string
  /** Plain text, at most 300 characters; empty where nothing is said but the title. */
  readonly summary: string
  readonly author: string | null
  /** Id of the source that had it first. */
  readonly source: string
  readonly sourceName: string
  /** Ids of the other sources that carry it, in order of sighting. */
  readonly alsoIn: readonly string[]
  readonly category: string
  readonly region: string | null
  /** Primary subtag of BCP 47: `en`, `de`, `zh`. */
  readonly language: string | null
  readonly tags: readonly string[]
  readonly publishedAt: EpochMs
  readonly firstSeenAt: EpochMs
  readonly updatedAt: EpochMs | null
  readonly imageUrl: string | null
  readonly commentsUrl: string | null
  readonly enclosures: readonly Enclosure[]
  readonly engagement: Engagement | null
  readonly wordCount: number
  readonly readingMinutes: number
  /** 0..100, one decimal. */
  readonly score: number
  readonly story: StoryRef
}

/** One source's view of an item. */
export interface Sighting {
  readonly source: string
  readonly url: string
  readonly seenAt: EpochMs
  readonly commentsUrl: string | null
  readonly engagement: Engagement | null
}

/** The values behind an item's score, which `model/score.ts` computes. */
export interface ScoreParts {
  /** Source weight w, 0.25..4. */
  readonly weight: number
  /** Publishers that report the story, 1..32; syndicated copies count in part. */
  readonly coverage: number
  /** Engagement over the source's median, 0..64. */
  readonly engagement: number
}

/** An item with its text. */
export interface Article {
  readonly item: Item
  /** Sanitised. */
  readonly contentHtml: string
  readonly contentText: string
  readonly sightings: readonly Sighting[]
  readonly scoreParts: ScoreParts
  /** `publishedAt`, but for an item of unknown age (`rankOfUnknownAge`). */
  readonly rankedAt: EpochMs
}

/** Result of normalising an entry: all fields of an item that depend on the entry only. */
export interface ItemDraft {
  /** Canonical URL, or `entry:SOURCE:…` where the entry links nowhere: the article's identity. */
  readonly key: string
  /** Identity within its source: its guid where that is unique in the feed, else a hash of link and title. */
  readonly entryKey: string
  /** Hash of the whole entry: if equal, there is nothing to do. */
  readonly entryHash: string
  /** Hash of title, summary and content: when it changes, `updatedAt` moves. */
  readonly contentHash: string
  readonly url: string
  /** The entry's link through a proxy that counts clicks; the item is also found by it. */
  readonly proxyUrl?: string
  readonly title: string
  readonly summary: string
  readonly contentHtml: string
  readonly contentText: string
  readonly author: string | null
  readonly category: string
  readonly region: string | null
  readonly language: string | null
  readonly tags: readonly string[]
  readonly publishedAt: EpochMs
  /** Whether that is what the source states. */
  readonly isTimeStated: boolean
  readonly imageUrl: string | null
  readonly commentsUrl: string | null
  readonly enclosures: readonly Enclosure[]
  readonly engagement: Engagement | null
  readonly wordCount: number
  readonly readingMinutes: number
}

/** The comparison key of a tag: tags that differ only in case are equal. */
export function tagKey(tag: string): string {
  return tag.normalize('NFC').toLowerCase()
}
