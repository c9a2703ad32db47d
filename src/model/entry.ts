import type { EnclosureBody, EngagementBody } from './item-body.ts'
import type { Encoded } from './json-values.ts'
import type { Validators, VisitError } from './source.ts'
import type { EpochMs } from './time.ts'

/** A media file of an entry. */
export type Enclosure = Encoded<typeof EnclosureBody>

/** Counts of readers' interest that a source reports. */
export type Engagement = NonNullable<Encoded<typeof EngagementBody>>

/** A parsed entry of a source, in its own words. Nothing in it is trusted or sanitised. */
export interface Entry {
  /** RSS `guid`, Atom `id`, JSON Feed `id`. */
  readonly guid: string | undefined
  /** Absolute http or https URL; `undefined` if the entry has no link. */
  readonly url: string | undefined
  /** The feed's link, if it leads to `url` through a proxy that counts clicks. */
  readonly proxyUrl?: string
  /** The entry's original site, as Google News states it; absolute. */
  readonly publisherUrl?: string
  /** HTML; plain text of the source is escaped. May be empty. */
  readonly title: string
  readonly summaryHtml: string | undefined
  readonly contentHtml: string | undefined
  readonly author: string | undefined
  readonly tags: readonly string[]
  readonly publishedAt: EpochMs | undefined
  readonly updatedAt: EpochMs | undefined
  /** Whether `publishedAt` was derived from an age ("2 hours ago"): each document then gives another time. */
  readonly isTimeRelative?: boolean | undefined
  readonly imageUrl: string | undefined
  readonly commentsUrl: string | undefined
  readonly enclosures: readonly Enclosure[]
  readonly engagement: Engagement | undefined
  /** BCP 47 tag from the entry or its feed. */
  readonly language: string | undefined
}

/** The parts of an entry that are compared with its source's earlier entries. */
export type EntryFacts = Pick<
  Entry,
  'url' | 'title' | 'publishedAt' | 'updatedAt' | 'isTimeRelative' | 'commentsUrl'
>

export interface FeedInfo {
  readonly title?: string | undefined
  readonly siteUrl?: string | undefined
  readonly language?: string | undefined
  readonly iconUrl?: string | undefined
  /** Requested interval between visits (`ttl`, `sy:updatePeriod`). */
  readonly ttlMs?: number | undefined
  /** The feed's new address (`itunes:new-feed-url`, `redirect`). */
  readonly newFeedUrl?: string | undefined
  /** Hours of the day, UTC, 0..23, without changes (`skipHours`); absent if not stated. */
  readonly skipHours?: readonly number[] | undefined
  /** Days of the week, 0 for Sunday, without changes (`skipDays`). */
  readonly skipDays?: readonly number[] | undefined
}

/** Facts about the request, whatever its result. */
export interface Exchange {
  /** HTTP status of the last response; `null` if there was none. */
  readonly status: number | null
  readonly latencyMs: number
  /** After redirects. */
  readonly finalUrl: string
  /** Target of the redirects if all are permanent (301, 308); absent if there were none. */
  readonly permanentUrl?: string | undefined
  /** Freshness lifetime of the response (`Cache-Control`, `Expires`), 1 ms to 24 h. */
  readonly freshForMs?: number | undefined
  /** Time of the server's clock in its response; absent if it stated none. */
  readonly serverAt?: EpochMs | undefined
  /** Address of the feed, if the source's address is a page that names it. */
  readonly foundFeedUrl?: string
  /** Result of requesting a moved source's configured address; absent if it was not requested. */
  readonly configured?: 'read' | 'failed'
  /** Whether the feed was searched on its site, because there was none at its address. */
  readonly searched?: boolean
  /** `Retry-After` as a delay. */
  readonly retryAfterMs: number | undefined
  readonly bytes: number
}

/**
 * Result of a collection attempt. A source that is down is a value, not an exception.
 *
 * @typeParam E form of the entries
 */
export type FetchResult<E = Entry> =
  | {
      readonly kind: 'entries'
      readonly feed: FeedInfo
      readonly entries: readonly E[]
      /** Number of older entries beyond those read of a document; absent if there are none. */
      readonly leftOut?: number
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
