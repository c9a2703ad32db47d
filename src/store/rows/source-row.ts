import {
  type CheckedSource,
  INITIAL_LOCATION,
  type ReportedSourceEvent,
  type Source,
  type SourceEventKind,
  type SourceLocation,
  type SourceReport,
  type SourceState,
  type SourceType,
  type VisitErrorCode,
} from '../../model/source.ts'
import { isPublicUrl, publicUrl } from '../../url/public-url.ts'
import { healthOf } from '../health.ts'

export type ItemCounts = 'itemCount' | 'itemsLast24h' | 'lastItemAt' | 'itemsByDay'

/** Whether a source is unchanged. Writing unchanged sources again would be most of what a start writes. */
export function isAsBefore(
  row: Omit<Source, 'enabled' | 'categoryName'> & SourceRow,
  before: KnownSource,
): boolean {
  return (
    before.configured === 1 &&
    before.position === row.position &&
    before.name === row.name &&
    before.type === row.type &&
    before.url === row.url &&
    before.category === row.category &&
    before.category_name === row.categoryName &&
    before.region === row.region &&
    before.language === row.language &&
    before.weight === row.weight &&
    before.enabled === row.enabled &&
    before.every_ms === row.everyMs
  )
}

/** The values of a source as the store holds them. */
interface SourceRow {
  readonly position: number
  readonly categoryName: string | null
  readonly enabled: number
}

export interface KnownSource extends Omit<SourceRow, 'categoryName'> {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly type: SourceType
  readonly weight: number
  readonly url: string
  readonly category: string
  readonly category_name: string | null
  readonly region: string | null
  readonly language: string | null
  readonly every_ms: number
  readonly configured: number
}

export interface StateRow {
  readonly slug: string
  readonly etag: string | null
  readonly last_modified: string | null
  readonly document_hash: string | null
  readonly rules_hash: string | null
  readonly site_url: string | null
  readonly next_visit_at: number | null
  readonly last_visit_at: number | null
  readonly consecutive_errors: number
  readonly location: string | null
}

export function stateOf(row: StateRow): SourceState {
  return {
    sourceId: row.slug,
    validators: { etag: row.etag, lastModified: row.last_modified },
    documentHash: row.document_hash,
    ...(row.rules_hash === null ? {} : { rulesHash: row.rules_hash }),
    siteUrl: row.site_url,
    nextVisitAt: row.next_visit_at,
    lastVisitAt: row.last_visit_at,
    consecutiveErrors: row.consecutive_errors,
    ...(row.location === null ? {} : { location: locationOf(row.location) }),
  }
}

function locationOf(json: string): SourceLocation {
  // Stores of earlier versions lack the newest fields.
  return { ...INITIAL_LOCATION, ...(JSON.parse(json) as SourceLocation) }
}

export interface ReportRow extends Pick<
  StateRow,
  'slug' | 'site_url' | 'next_visit_at' | 'last_visit_at' | 'consecutive_errors' | 'location'
> {
  readonly name: string
  readonly type: SourceType
  readonly url: string
  readonly category: string
  readonly category_name: string | null
  readonly region: string | null
  readonly language: string | null
  readonly enabled: number
  readonly has_icon: number
  readonly interval_ms: number
  readonly last_success_at: number | null
  readonly last_status: number | null
  readonly latency_ms: number | null
  readonly last_error_code: VisitErrorCode | null
  readonly last_error_message: string | null
  readonly last_error_at: number | null
  readonly success_rate: number | null
}

export function reportOf(row: ReportRow): Omit<SourceReport, ItemCounts> {
  const place = placeOf(row)
  const movedTo = place?.movedTo ?? null
  return {
    name: row.name,
    type: row.type,
    isFeedUrlPublic: isPublicUrl(row.url),
    siteUrl: shownUrl(row.site_url),
    category: row.category,
    categoryName: row.category_name ?? row.category,
    region: row.region,
    language: row.language,
    hasIcon: row.has_icon === 1,
    movedTo: movedTo === null ? null : publicUrl(movedTo),
    ...checkedOf(row),
  }
}

function placeOf({ location }: ReportRow): SourceLocation | undefined {
  return location === null ? undefined : locationOf(location)
}

export function checkedOf(row: ReportRow): CheckedSource {
  const location = placeOf(row)
  const history = {
    enabled: row.enabled === 1,
    isGone: typeof location?.goneSince === 'number',
    lastVisitAt: row.last_visit_at,
    consecutiveErrors: row.consecutive_errors,
    successRate24h: row.success_rate,
  }
  return {
    id: row.slug,
    enabled: history.enabled,
    feedUrl: publicUrl(row.url),
    health: {
      status: healthOf(history),
      lastVisitAt: row.last_visit_at,
      lastSuccessAt: row.last_success_at,
      nextVisitAt: history.enabled ? row.next_visit_at : null,
      intervalSeconds: Math.round(row.interval_ms / 1000),
      consecutiveErrors: row.consecutive_errors,
      successRate24h: history.successRate24h,
      latencyMs: row.latency_ms,
      lastStatus: row.last_status,
      lastError: lastErrorOf(row),
    },
  }
}

function lastErrorOf(row: ReportRow): SourceReport['health']['lastError'] {
  if (row.last_error_code === null || row.last_error_message === null || row.last_error_at === null)
    return null
  return { code: row.last_error_code, message: row.last_error_message, at: row.last_error_at }
}

export interface EventRow {
  readonly id: number
  readonly at: number
  readonly kind: SourceEventKind
  readonly code: VisitErrorCode | null
  readonly message: string
  readonly slug: string
  readonly name: string
  readonly site_url: string | null
}

export function eventOf(row: EventRow): ReportedSourceEvent {
  const { id, at, kind, code, message } = row
  return {
    id,
    at,
    kind,
    code,
    message,
    source: row.slug,
    sourceName: row.name,
    siteUrl: shownUrl(row.site_url),
  }
}

/** A site's address as its feed gives it, without what looks like a token. */
function shownUrl(url: string | null): string | null {
  return url === null || isPublicUrl(url) ? url : publicUrl(url) || null
}
