import type { Validators, VisitError } from './source.ts'
import type { EpochMs } from './time.ts'

/** A media file of an entry. */
export interface Enclosure {
  readonly url: string
  readonly mimeType: string | null
  readonly bytes: number | null
}

/** Counts that a source reports of its readers' interest. */
export interface Engagement {
  readonly points: number | null
  readonly comments: number | null
}

/** What a source published, parsed, in its own words; nothing in it is trusted or sanitised yet. */
export interface Entry {
  /** RSS `guid`, Atom `id`, JSON Feed `id`. */
  readonly guid: string | undefined
  /** Absolute, http or https; `undefined` where the entry links nowhere. */
  readonly url: string | undefined
  /** The link in the feed, if it leads to `url` through a proxy that counts clicks. */
  readonly proxyUrl?: string
  /** HTML: plain text of the source is escaped; may be empty. */
  readonly title: string
  readonly summaryHtml: string | undefined
  readonly contentHtml: string | undefined
  readonly author: string | undefined
  readonly tags: readonly string[]
  readonly publishedAt: EpochMs | undefined
  readonly updatedAt: EpochMs | undefined
  readonly imageUrl: string | undefined
  readonly commentsUrl: string | undefined
  readonly enclosures: readonly Enclosure[]
  readonly engagement: Engagement | undefined
  /** As the entry or its feed states it, BCP 47. */
  readonly language: string | undefined
}

/** Metadata of a feed. */
export interface FeedInfo {
  readonly title: string | undefined
  readonly siteUrl: string | undefined
  readonly language: string | undefined
  readonly iconUrl: string | undefined
  /** What the feed asks for between visits (`ttl`, `sy:updatePeriod`). */
  readonly ttlMs: number | undefined
  /** Hours of the day, UTC, 0..23, in which the feed does not change (`skipHours`); absent where it does not say. */
  readonly skipHours?: readonly number[]
  /** Days of the week, 0 for Sunday, on which it does not change (`skipDays`). */
  readonly skipDays?: readonly number[]
}

/** Facts of the request, whatever its result. */
export interface Exchange {
  /** HTTP status of the last answer; `null` where none came. */
  readonly status: number | null
  readonly latencyMs: number
  /** Final address after redirects. */
  readonly finalUrl: string
  /** Target of redirects if all are permanent (301, 308); absent if there were none. */
  readonly permanentUrl?: string
  /** Freshness lifetime of the response (`Cache-Control`, `Expires`), 1 ms to 24 h. */
  readonly freshForMs?: number
  /** Address of the feed that was read because a page at the source's address names it. */
  readonly foundFeedUrl?: string
  /** Whether the feed was looked for on its site, because there was none at its address. */
  readonly searched?: boolean
  /** `Retry-After` as a delay. */
  readonly retryAfterMs: number | undefined
  readonly bytes: number
}

/** Result of one collection attempt; a source that is down is a value, not an exception. */
export type FetchResult =
  | {
      readonly kind: 'entries'
      readonly feed: FeedInfo
      readonly entries: readonly Entry[]
      readonly validators: Validators
      /** SHA-256 of the decoded document, hex. */
      readonly documentHash: string
      readonly exchange: Exchange
    }
  | {
      readonly kind: 'unchanged'
      readonly validators: Validators
      readonly exchange: Exchange
    }
  | {
      readonly kind: 'failed'
      readonly error: VisitError
      readonly exchange: Exchange
    }
