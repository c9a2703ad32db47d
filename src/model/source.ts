import type { Rule } from './rule.ts'
import type { EpochMs } from './time.ts'

/** Kinds of sources. Each has its own collector. */
export const SOURCE_TYPES = ['feed', 'hacker-news', 'reddit', 'sitemap', 'page', 'json'] as const
export type SourceType = (typeof SOURCE_TYPES)[number]

/**
 * Paths to the entries of a source without a feed, and to the parts of each entry: CSS selectors for `page`
 * (`a.more@href` for an attribute), JSON paths for `json` (`data.items[*]`, `author.name`).
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
 * Parts read from an article's own page: none (`feed`), image and description if the feed has none (`preview`), or also
 * the text (`full`).
 */
export type ContentMode = 'feed' | 'preview' | 'full'

/** CSS selectors for an article's page. */
export interface PageSelectors {
  /** The elements of the article. If none matches, the article is extracted without selectors. */
  readonly content?: string | undefined
  /** Elements to leave out. */
  readonly remove?: string | undefined
}

/** A configured place that we collect from: the settings of `digest.yaml` with defaults. */
export interface Source {
  /** Slug, `[a-z0-9][a-z0-9-]*`, unique. */
  readonly id: string
  readonly name: string
  /** Set if no name is configured. Then `name` is the id, and the store uses the feed's title. */
  readonly isNamedByFeed?: true
  readonly type: SourceType
  readonly url: string
  /** Slug. */
  readonly category: string
  /** The category as in the settings, the same for all its sources; absent if equal to the slug. */
  readonly categoryName?: string
  readonly region: string | null
  /** Primary subtag of BCP 47. Language detection prefers it. */
  readonly language: string | null
  /** Weight of the source in scores, 0.25..4; default 1. */
  readonly weight: number
  readonly enabled: boolean
  /** Interval between successful visits. */
  readonly everyMs: number
  /** For `page` and `json` sources. */
  readonly paths?: EntryPaths
  /** Maximum entries per visit, for kinds with a request per entry (Hacker News, default 60). */
  readonly limit?: number
  /** Default `feed`. */
  readonly content?: ContentMode
  readonly fullText?: PageSelectors
  /** Its own retention limits. */
  readonly retention?: { readonly days?: number | undefined; readonly maxItems?: number | undefined }
  /** Rules for this source only, applied before those for all sources. */
  readonly rules?: readonly Rule[]
  /** Additional request headers, such as a key that the source requires. Names are in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** Its own proxy, optionally with user and password; `false` for none. Default: that of all sources. */
  readonly proxy?: string | false
}

/** Validators of the last response, for conditional requests. Stored together with its entries. */
export interface Validators {
  readonly etag: string | null
  readonly lastModified: string | null
}

export const NO_VALIDATORS: Validators = { etag: null, lastModified: null }

export const HEALTH_STATUSES = ['new', 'ok', 'degraded', 'failing', 'gone', 'disabled'] as const
export type HealthStatus = (typeof HEALTH_STATUSES)[number]

/** Why a visit failed, or `CUT_CODE`. Stable names: they appear in API responses. */
export const VISIT_ERROR_CODES = [
  'timeout',
  'dns',
  'tls',
  'refused',
  'truncated',
  'badRedirect',
  'http4xx',
  'http5xx',
  'rateLimited',
  'botChallenge',
  'parse',
  'tooLarge',
  'blockedAddress',
  'notAFeed',
  'empty',
  'tooManyEntries',
] as const
export type VisitErrorCode = (typeof VISIT_ERROR_CODES)[number]

/** Error of a successful visit that left out entries. It stays the last error until a document has no surplus. */
export const CUT_CODE = 'tooManyEntries' satisfies VisitErrorCode

export interface VisitError {
  readonly code: VisitErrorCode
  /** For people, without secrets. */
  readonly message: string
}

/** Whether no request was sent because the host had asked to wait. This says nothing about the source. */
export function isPutOff(error: VisitError | undefined, status: number | null): boolean {
  return error?.code === 'rateLimited' && status === null
}

/** Number of days for which items are counted per source. */
export const DAYS_OF_SOURCE = 14

/** State for the next visit. */
export interface SourceState {
  readonly sourceId: string
  readonly validators: Validators
  /** SHA-256 of the last document. An unchanged document is not parsed again, even without validators. */
  readonly documentHash: string | null
  /** Hash of the rules applied to the entries of that document; absent if no rule applied. */
  readonly rulesHash?: string
  readonly siteUrl: string | null
  readonly nextVisitAt: EpochMs | null
  readonly lastVisitAt: EpochMs | null
  readonly consecutiveErrors: number
  /** Absent before anything is known. */
  readonly location?: SourceLocation
}

/**
 *     failing    three visits in a row failed
 *     gone       its server answered 410, or 404 for two days
 *     recovered  a visit succeeded after it was failing or gone
 *     moved      later visits go to another address
 */
export type SourceEventKind = 'failing' | 'gone' | 'recovered' | 'moved'

/** An event of a source for operators. */
export interface SourceEvent {
  readonly kind: SourceEventKind
  /** `null` if nothing failed. */
  readonly code: VisitErrorCode | null
  /** For people, without secrets; '' if the kind says everything. */
  readonly message: string
}

export interface ReportedSourceEvent extends SourceEvent {
  /** Never reused. */
  readonly id: number
  readonly at: EpochMs
  readonly source: string
  readonly sourceName: string
  readonly siteUrl: string | null
}

/** Where a source is read, and its server's state. Kept between visits. */
export interface SourceLocation {
  /**
   * The address visited instead of the configured one: the target of permanent redirects, or a feed found on the site.
   * May contain tokens.
   */
  readonly movedTo: string | null
  /** When a moved source's configured address was last requested. */
  readonly askedAt: EpochMs | null
  /** Target of permanent redirects in the last successful visits, and the number of these visits in a row. */
  readonly movingTo: string | null
  readonly movingVisits: number
  /** Start of the current series of 404 and 410 responses, and their number. */
  readonly missingSince: EpochMs | null
  readonly missingVisits: number
  readonly goneSince: EpochMs | null
  /** When the feed was last searched on the source's site, once per series of failures. */
  readonly searchedAt: EpochMs | null
  /** The address of the validators. Redirects may lead elsewhere at the next visit. */
  readonly validatedUrl: string | null
  /** Start of the current series of 304 responses, and their number. */
  readonly notModifiedSince: EpochMs | null
  readonly notModifiedVisits: number
  /** Whether news came under old validators. Requests then carry none until news come under others. */
  readonly hasStaleValidators: boolean
  readonly pollingHints: PollingHints
}

/** Polling hints of the last document. Responses without a document (304) do not change them. */
export interface PollingHints {
  /** Interval from `ttl` or `sy:updatePeriod`. */
  readonly ttlMs: number | null
  /** Hours of the day, UTC, 0..23, without changes. */
  readonly skipHours: readonly number[]
  /** Days of the week, UTC, 0 for Sunday, without changes. */
  readonly skipDays: readonly number[]
  /** Number of entries in the document. */
  readonly entryCount?: number
}

export const NO_POLLING_HINTS: PollingHints = { ttlMs: null, skipHours: [], skipDays: [] }

/** The location of a source that was never visited. */
export const INITIAL_LOCATION: SourceLocation = {
  movedTo: null,
  askedAt: null,
  movingTo: null,
  movingVisits: 0,
  missingSince: null,
  missingVisits: 0,
  goneSince: null,
  searchedAt: null,
  validatedUrl: null,
  notModifiedSince: null,
  notModifiedVisits: 0,
  hasStaleValidators: false,
  pollingHints: NO_POLLING_HINTS,
}
