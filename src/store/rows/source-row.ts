import { parseJson } from '../../model/json-object.ts'
import type { CheckedSource, SourceHealth, SourceReport } from '../../model/source-report.ts'
import {
  INITIAL_LOCATION,
  NO_POLLING_HINTS,
  type SourceLocation,
  type SourceState,
  type Validators,
  type VisitErrorCode,
} from '../../model/source.ts'
import { isPublicUrl, publicUrl } from '../../url/public-url.ts'
import { healthOf } from '../health.ts'

export type ItemCounts = 'itemCount' | 'itemsLast24h' | 'lastItemAt' | 'silentSince' | 'itemsByDay'

export const STATE_COLUMNS = `slug AS "sourceId", etag, last_modified AS "lastModified", document_hash AS "documentHash",
  rules_hash AS "rulesHash", site_url AS "siteUrl", next_visit_at AS "nextVisitAt", last_visit_at AS "lastVisitAt",
  consecutive_errors AS "consecutiveErrors", location`

export interface StateRow extends Validators, Omit<SourceState, 'validators' | 'rulesHash' | 'location'> {
  readonly rulesHash: string | null
  readonly location: string | null
}

export function stateOf({ etag, lastModified, rulesHash, location, ...row }: StateRow): SourceState {
  return {
    ...row,
    validators: { etag, lastModified },
    ...(rulesHash === null ? {} : { rulesHash }),
    ...(location === null ? {} : { location: locationOf(location) }),
  }
}

function locationOf(json: string): SourceLocation {
  // Older stores lack the newest fields. A damaged value is learned again.
  const stored = (parseJson(json) ?? {}) as Partial<SourceLocation>
  return {
    ...INITIAL_LOCATION,
    ...stored,
    pollingHints: { ...NO_POLLING_HINTS, ...stored.pollingHints },
  }
}

type Reported = 'id' | 'name' | 'type' | 'siteUrl' | 'category' | 'region' | 'language'
type Health = Pick<
  SourceHealth,
  | 'lastVisitAt'
  | 'lastSuccessAt'
  | 'nextVisitAt'
  | 'consecutiveErrors'
  | 'successRate24h'
  | 'latencyMs'
  | 'lastStatus'
>

export interface ReportRow extends Pick<SourceReport, Reported>, Health {
  readonly url: string
  readonly categoryName: string | null
  readonly enabled: number
  readonly hasIcon: number
  readonly intervalMs: number
  readonly location: string | null
  readonly errorCode: VisitErrorCode | null
  readonly errorMessage: string | null
  readonly errorAt: number | null
}

export function reportOf(row: ReportRow): Omit<SourceReport, ItemCounts> {
  const { name, type, category, region, language } = row
  const movedTo = row.location === null ? null : locationOf(row.location).movedTo
  return {
    name,
    type,
    isFeedUrlPublic: isPublicUrl(row.url),
    siteUrl: shownUrl(row.siteUrl),
    category,
    categoryName: row.categoryName ?? category,
    region,
    language,
    hasIcon: row.hasIcon === 1,
    movedTo: movedTo === null ? null : publicUrl(movedTo),
    ...checkedOf(row),
  }
}

export function checkedOf(row: ReportRow): CheckedSource {
  const { lastVisitAt, consecutiveErrors, successRate24h, errorCode, errorMessage, errorAt } = row
  const enabled = row.enabled === 1
  const isGone = row.location !== null && typeof locationOf(row.location).goneSince === 'number'
  const isKnownError = errorCode !== null && errorMessage !== null && errorAt !== null
  return {
    id: row.id,
    enabled,
    feedUrl: publicUrl(row.url),
    health: {
      status: healthOf({ enabled, isGone, lastVisitAt, consecutiveErrors, successRate24h }),
      lastVisitAt,
      lastSuccessAt: row.lastSuccessAt,
      nextVisitAt: enabled ? row.nextVisitAt : null,
      intervalSeconds: Math.round(row.intervalMs / 1000),
      consecutiveErrors,
      successRate24h,
      latencyMs: row.latencyMs,
      lastStatus: row.lastStatus,
      lastError: isKnownError ? { code: errorCode, message: errorMessage, at: errorAt } : null,
    },
  }
}

/** A site's address, without what may be a token. */
export function shownUrl(url: string | null): string | null {
  return url === null || isPublicUrl(url) ? url : publicUrl(url) || null
}
