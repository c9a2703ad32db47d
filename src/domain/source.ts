import type { EpochMs } from './time.ts'

/** What kind of place a source is; each kind has its own collector. */
export type SourceType = 'feed'

/** A configured place that we collect from, as `digest.yaml` states it, defaults filled in. */
export interface Source {
  /** Slug, `[a-z0-9][a-z0-9-]*`, unique. */
  readonly id: string
  readonly name: string
  readonly type: SourceType
  readonly url: string
  readonly category: string
  readonly region: string | null
  /** BCP 47, primary subtag; the prior of language detection. */
  readonly language: string | null
  /** How much the source counts in scores, 0.25..4, 1 is ordinary. */
  readonly weight: number
  readonly enabled: boolean
  /** Between visits while all is well. */
  readonly everyMs: number
}

/** What a server said that makes the next request conditional; stored with what that answer brought. */
export interface Validators {
  readonly etag: string | null
  readonly lastModified: string | null
}

export const NO_VALIDATORS: Validators = { etag: null, lastModified: null }

export type HealthStatus = 'new' | 'ok' | 'degraded' | 'failing' | 'gone' | 'disabled'

/** Why a visit failed: stable names that reach answers. */
export type VisitErrorCode =
  | 'timeout'
  | 'dns'
  | 'tls'
  | 'refused'
  | 'http4xx'
  | 'http5xx'
  | 'rateLimited'
  | 'botChallenge'
  | 'parse'
  | 'tooLarge'
  | 'blockedAddress'
  | 'notAFeed'
  | 'empty'

export interface VisitError {
  readonly code: VisitErrorCode
  /** For people: what happened, with no secret in it. */
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

/** A source with what is known of it, as `/api/sources` tells it. */
export interface SourceReport {
  readonly id: string
  readonly name: string
  readonly type: SourceType
  /** Without credentials or tokens. */
  readonly feedUrl: string
  readonly siteUrl: string | null
  readonly category: string
  readonly region: string | null
  readonly language: string | null
  readonly enabled: boolean
  readonly iconUrl: string | null
  readonly itemCount: number
  readonly itemsLast24h: number
  readonly lastItemAt: EpochMs | null
  readonly health: SourceHealth
}

/** What the collector must know of a source before it visits it. */
export interface SourceState {
  readonly sourceId: string
  readonly validators: Validators
  /** SHA-256 of the last document read: an unchanged one needs no parsing where a server has no validators. */
  readonly documentHash: string | null
  readonly siteUrl: string | null
  readonly nextVisitAt: EpochMs | null
  readonly lastVisitAt: EpochMs | null
  readonly consecutiveErrors: number
}
