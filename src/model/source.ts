import type { Rule } from './rule.ts'
import type { EpochMs } from './time.ts'

/** The kinds of sources; each has its own collector. */
export const SOURCE_TYPES = ['feed', 'hacker-news', 'reddit', 'sitemap', 'page', 'json'] as const
export type SourceType = (typeof SOURCE_TYPES)[number]

/**
 * Paths of the entries of a source without a feed, and of the parts of an entry. For a `page` these are
 * CSS selectors, `a.more@href` for an attribute; for `json` paths, `data.items[*]`, `author.name`.
 */
export interface EntryPaths {
  readonly items: string
  readonly id?: string
  readonly title?: string
  readonly url?: string
  readonly publishedAt?: string
  readonly summary?: string
  readonly content?: string
  readonly author?: string
  readonly image?: string
  readonly tags?: string
  readonly points?: string
  readonly comments?: string
}

/**
 * What is read from an article's own page: nothing (`feed`), image and description where the feed has none
 * (`preview`), or its text too (`full`).
 */
export type ContentMode = 'feed' | 'preview' | 'full'

/** CSS selectors that say where on its page an article is. */
export interface PageSelectors {
  /** What makes up the article; where nothing matches it is found as if this were not stated. */
  readonly content?: string | undefined
  /** What is left out. */
  readonly remove?: string | undefined
}

/** A configured place that we collect from, as `digest.yaml` states it, defaults filled in. */
export interface Source {
  /** Slug, `[a-z0-9][a-z0-9-]*`, unique. */
  readonly id: string
  readonly name: string
  /** Whether no name is configured: then `name` is its host, and the store uses the feed's title. */
  readonly isNamedByFeed?: true
  readonly type: SourceType
  readonly url: string
  /** Slug. */
  readonly category: string
  /** The category as the settings write it, the same for all sources that have it; left out where that is the slug. */
  readonly categoryName?: string
  readonly region: string | null
  /** BCP 47, primary subtag; the prior of language detection. */
  readonly language: string | null
  /** How much the source counts in scores, 0.25..4, 1 is ordinary. */
  readonly weight: number
  readonly enabled: boolean
  /** Between visits while all is well. */
  readonly everyMs: number
  /** What a `page` or `json` source is read by. */
  readonly paths?: EntryPaths
  /** Maximum entries of one visit, for kinds that need a request for each: Hacker News; 60. */
  readonly limit?: number
  /** `feed` where left out. */
  readonly content?: ContentMode
  readonly fullText?: PageSelectors
  /** Of this source alone; they come before those for all. */
  readonly rules?: readonly Rule[]
  /** Additional request headers: a key that the source requires. Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Validators of the last response, for conditional requests; stored together with its entries. */
export interface Validators {
  readonly etag: string | null
  readonly lastModified: string | null
}

export const NO_VALIDATORS: Validators = { etag: null, lastModified: null }

export const HEALTH_STATUSES = ['new', 'ok', 'degraded', 'failing', 'gone', 'disabled'] as const
export type HealthStatus = (typeof HEALTH_STATUSES)[number]

/** Why a visit failed: stable names that reach answers. */
export const VISIT_ERROR_CODES = [
  'timeout',
  'dns',
  'tls',
  'refused',
  'http4xx',
  'http5xx',
  'rateLimited',
  'botChallenge',
  'parse',
  'tooLarge',
  'blockedAddress',
  'notAFeed',
  'empty',
] as const
export type VisitErrorCode = (typeof VISIT_ERROR_CODES)[number]

export interface VisitError {
  readonly code: VisitErrorCode
  /** For people: what happened, without secrets. */
  readonly message: string
}

export interface SourceHealth {
  readonly status: HealthStatus
  readonly lastVisitAt: EpochMs | null
  readonly lastSuccessAt: EpochMs | null
  readonly nextVisitAt: EpochMs | null
  readonly intervalSeconds: number
  readonly consecutiveErrors: number
  /** 0..1 over the visits of the last 24 hours; `null` where there were none. */
  readonly successRate24h: number | null
  /** Of the last visit's request. */
  readonly latencyMs: number | null
  /** HTTP status of the last visit; `null` where no answer came. */
  readonly lastStatus: number | null
  readonly lastError: (VisitError & { readonly at: EpochMs }) | null
}

/** Days for which the items of a source are counted. */
export const DAYS_OF_SOURCE = 14

/** What the health of the service is made of. */
export type CheckedSource = Pick<SourceReport, 'enabled' | 'health'>

/** What feeds say of a configured source. */
export type NamedSource = Pick<SourceReport, 'id' | 'name' | 'feedUrl'>

/** A source and its state, as in `/api/sources`. */
export interface SourceReport {
  readonly id: string
  readonly name: string
  readonly type: SourceType
  /** Without credentials or tokens. */
  readonly feedUrl: string
  readonly siteUrl: string | null
  /** Slug. */
  readonly category: string
  /** The category as the settings write it. */
  readonly categoryName: string
  readonly region: string | null
  readonly language: string | null
  readonly enabled: boolean
  /** Whether we have a picture of it to serve. */
  readonly hasIcon: boolean
  readonly itemCount: number
  readonly itemsLast24h: number
  readonly lastItemAt: EpochMs | null
  /** Items published on each of the last `DAYS_OF_SOURCE` UTC days, oldest first, today last. */
  readonly itemsByDay: readonly number[]
  /**
   * The address that is visited instead of `feedUrl`, without credentials or tokens; `null` if it has not
   * moved.
   */
  readonly movedTo: string | null
  readonly health: SourceHealth
}

/** State that the collector needs for the next visit. */
export interface SourceState {
  readonly sourceId: string
  readonly validators: Validators
  /** SHA-256 of the last document: an unchanged one is not parsed again, also without validators. */
  readonly documentHash: string | null
  /** Of the rules that the entries of that document were taken in by; absent where no rule applied. */
  readonly rulesHash?: string
  readonly siteUrl: string | null
  readonly nextVisitAt: EpochMs | null
  readonly lastVisitAt: EpochMs | null
  readonly consecutiveErrors: number
  /** Absent where nothing is known. */
  readonly location?: SourceLocation
}

/**
 *     failing    three visits in a row failed
 *     gone       its server says that it is gone for good, or has said for long that there is nothing
 *     recovered  it answers again after it was failing or gone
 *     moved      it is visited at another address from now on
 */
export type SourceEventKind = 'failing' | 'gone' | 'recovered' | 'moved'

/** An event of a source that matters to operators. */
export interface SourceEvent {
  readonly kind: SourceEventKind
  /** `null` where nothing failed. */
  readonly code: VisitErrorCode | null
  /** For people, without secrets; '' if the kind says everything. */
  readonly message: string
}

/** An event as the store returns it. */
export interface ReportedSourceEvent extends SourceEvent {
  /** Never used again. */
  readonly id: number
  readonly at: EpochMs
  readonly source: string
  readonly sourceName: string
  readonly siteUrl: string | null
}

/**
 * What the service remembers of a source between visits, besides what its requests need: its address, and
 * when it wants to be visited.
 */
export interface SourceLocation {
  /**
   * Visited in place of the configured address: a permanent redirect led there, or it was found on the site.
   * It can contain tokens.
   */
  readonly movedTo: string | null
  /** Where permanent redirects led the last successful visits, and how many visits in a row. */
  readonly movingTo: string | null
  readonly movingVisits: number
  /** Since when every response was 404 or 410, and how many responses that were. */
  readonly missingSince: EpochMs | null
  readonly missingVisits: number
  /** Since when the source counts as gone. */
  readonly goneSince: EpochMs | null
  /** When the feed was looked for on its site; once while visits fail. */
  readonly searchedAt: EpochMs | null
  readonly pollingHints: PollingHints
}

/** What a feed asked for when it was last read. A later response without a document (304) changes nothing. */
export interface PollingHints {
  /** `ttl`, `sy:updatePeriod`. */
  readonly ttlMs: number | null
  /** Hours of the day, UTC, 0..23, in which it does not change. */
  readonly skipHours: readonly number[]
  /** Days of the week, UTC, 0 for Sunday, on which it does not change. */
  readonly skipDays: readonly number[]
}

export const NO_POLLING_HINTS: PollingHints = { ttlMs: null, skipHours: [], skipDays: [] }

/** The location of a source that was never visited. */
export const INITIAL_LOCATION: SourceLocation = {
  movedTo: null,
  movingTo: null,
  movingVisits: 0,
  missingSince: null,
  missingVisits: 0,
  goneSince: null,
  searchedAt: null,
  pollingHints: NO_POLLING_HINTS,
}
