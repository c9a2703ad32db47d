import type { Database } from 'better-sqlite3'
import type {
  CheckedSource,
  Source,
  SourceReport,
  SourceState,
  SourceType,
  VisitErrorCode,
  SourceLocation,
} from '../../model/source.ts'
import { DAY_MS, type EpochMs } from '../../model/time.ts'
import { publicUrl } from '../../url/public-url.ts'
import { healthOf } from '../health.ts'
import type { Names } from './names.ts'
import { prepareAll } from './statements.ts'
import { recategoriser } from './writes/recategorise.ts'

export const SOURCE_READ_SQL = {
  states: `SELECT slug, etag, last_modified, document_hash, rules_hash, site_url, next_visit_at, last_visit_at, consecutive_errors,
      location
    FROM sources WHERE configured = 1 ORDER BY position`,
  reports: `SELECT slug, name, type, url, site_url, category, category_name, region, language, enabled,
      EXISTS (SELECT 1 FROM icons WHERE source_id = sources.id AND bytes IS NOT NULL) AS has_icon, interval_ms, next_visit_at,
      last_visit_at, last_success_at, last_status, latency_ms, consecutive_errors, last_error_code, last_error_message,
      last_error_at, location, (SELECT 1 - avg(v.failed) FROM visits v WHERE v.source_id = sources.id AND v.at > ?) AS success_rate
    FROM sources WHERE configured = 1 ORDER BY position`,
  categories: 'SELECT slug, category FROM sources WHERE configured = 1 AND enabled = 1',
  categoryNames:
    'SELECT category, category_name FROM sources WHERE configured = 1 AND category_name IS NOT NULL',
} as const

export const SOURCE_WRITE_SQL = {
  known: `SELECT id, slug, name, type, weight, url, category, category_name, region, language, enabled, every_ms, position, configured
    FROM sources`,
  unlist: 'UPDATE sources SET configured = 0 WHERE id = ?',
  add: `INSERT INTO sources (slug, configured, position, name, type, url, category, category_name, region, language, weight,
      enabled, every_ms, interval_ms)
    VALUES (@id, 1, @position, @name, @type, @url, @category, @categoryName, @region, @language, @weight, @enabled, @everyMs, @everyMs)`,
  change: `UPDATE sources SET configured = 1, position = @position, name = @name, type = @type, url = @url,
      category = @category, category_name = @categoryName, region = @region, language = @language, weight = @weight, enabled = @enabled,
      every_ms = @everyMs
    WHERE slug = @id`,
  // Validators, hashes and locations of the old address are not valid for the new one.
  startAnew: `UPDATE sources SET etag = NULL, last_modified = NULL, document_hash = NULL, rules_hash = NULL, site_url = NULL,
      icon_url = NULL, next_visit_at = NULL, interval_ms = every_ms, last_visit_at = NULL, last_success_at = NULL,
      last_status = NULL, latency_ms = NULL, consecutive_errors = 0, last_error_code = NULL, last_error_message = NULL,
      last_error_at = NULL, location = NULL
    WHERE id = ?`,
  forgetIcon: 'DELETE FROM icons WHERE source_id = ?',
  forgetVisits: 'DELETE FROM visits WHERE source_id = ?',
  hasten: `UPDATE sources SET interval_ms = every_ms, next_visit_at = min(next_visit_at, last_visit_at + every_ms)
    WHERE id = ?`,
  changed: `INSERT INTO changes (kind, source_id, at) VALUES ('source', ?, ?)`,
} as const

/** The state of each configured source that the collector needs. */
export function sourceStates(db: Database): () => SourceState[] {
  const sql = prepareAll(db, SOURCE_READ_SQL)
  return () => (sql.states.all() as StateRow[]).map(stateOf)
}

/** The report of each configured source without counts of items, which are counted in memory. */
export function sourceReports(db: Database): (now: EpochMs) => Omit<SourceReport, ItemCounts>[] {
  const sql = prepareAll(db, SOURCE_READ_SQL)
  return (now) => (sql.reports.all(now - DAY_MS) as ReportRow[]).map(reportOf)
}

/** The health of each configured source. */
export function sourceHealths(db: Database): (now: EpochMs) => CheckedSource[] {
  const sql = prepareAll(db, SOURCE_READ_SQL)
  return (now) => (sql.reports.all(now - DAY_MS) as ReportRow[]).map((row) => checkedOf(row, placeOf(row)))
}

/** The configured category of each enabled source. */
export function sourceCategories(db: Database): () => { readonly slug: string; readonly category: string }[] {
  const sql = prepareAll(db, SOURCE_READ_SQL)
  return () => sql.categories.all() as { readonly slug: string; readonly category: string }[]
}

/** Names of the categories whose name differs from the slug. */
export function categoryNames(db: Database): () => ReadonlyMap<string, string> {
  const sql = prepareAll(db, SOURCE_READ_SQL)
  return () => {
    const rows = sql.categoryNames.all() as { readonly category: string; readonly category_name: string }[]
    return new Map(rows.map(({ category, category_name }) => [category, category_name]))
  }
}

export type ItemCounts = 'itemCount' | 'itemsLast24h' | 'lastItemAt' | 'itemsByDay'

/** Makes `sources` the configured ones, in this order. Items follow their source to another category or region. */
export function sourceSync(db: Database, names: Names): (sources: readonly Source[], now: EpochMs) => void {
  const sql = prepareAll(db, SOURCE_WRITE_SQL)
  const recategorise = recategoriser(db, names)

  const sync = db.transaction((sources: readonly Source[], now: EpochMs) => {
    const known = new Map((sql.known.all() as KnownSource[]).map((row) => [row.slug, row]))
    for (const [position, source] of sources.entries()) {
      const before = known.get(source.id)
      known.delete(source.id)
      // The name from the feed stays until a name or another address is configured.
      const keepsName = source.isNamedByFeed === true && before?.url === source.url
      const name = keepsName ? before.name : source.name
      const row = {
        ...source,
        name,
        position,
        categoryName: source.categoryName ?? null,
        enabled: source.enabled ? 1 : 0,
      }
      if (before === undefined) {
        sql.changed.run(sql.add.run(row).lastInsertRowid, now)
        continue
      }
      if (isAsBefore(row, before)) continue
      sql.change.run(row)
      if (before.url !== source.url) {
        sql.startAnew.run(before.id)
        sql.forgetVisits.run(before.id)
        sql.forgetIcon.run(before.id)
      } else if (before.every_ms !== source.everyMs) {
        sql.hasten.run(before.id)
      }
      if (before.category !== source.category || before.region !== source.region) {
        recategorise(before.id, before, source, now)
      }
      const isReportedAlike =
        before.name === name &&
        before.category_name === row.categoryName &&
        before.weight === source.weight &&
        before.url === source.url &&
        before.configured === 1
      if (!isReportedAlike) sql.changed.run(before.id, now)
    }
    for (const left of known.values()) {
      if (left.configured === 0) continue
      sql.unlist.run(left.id)
      sql.changed.run(left.id, now)
    }
  })
  return (sources, now) => sync.immediate(sources, now)
}

/** Whether a source is unchanged. Writing unchanged sources again would be most of what a start writes. */
function isAsBefore(row: Omit<Source, 'enabled' | 'categoryName'> & SourceRow, before: KnownSource): boolean {
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

/** The values of a source as SQLite stores them. */
interface SourceRow {
  readonly position: number
  readonly categoryName: string | null
  readonly enabled: number
}

interface KnownSource extends Omit<SourceRow, 'categoryName'> {
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

interface StateRow {
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

function stateOf(row: StateRow): SourceState {
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
  return JSON.parse(json) as SourceLocation
}

interface ReportRow extends Pick<
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

function reportOf(row: ReportRow): Omit<SourceReport, ItemCounts> {
  const place = placeOf(row)
  const movedTo = place?.movedTo ?? null
  return {
    id: row.slug,
    name: row.name,
    type: row.type,
    feedUrl: publicUrl(row.url),
    siteUrl: row.site_url,
    category: row.category,
    categoryName: row.category_name ?? row.category,
    region: row.region,
    language: row.language,
    hasIcon: row.has_icon === 1,
    movedTo: movedTo === null ? null : publicUrl(movedTo),
    ...checkedOf(row, place),
  }
}

function placeOf({ location }: ReportRow): SourceLocation | undefined {
  return location === null ? undefined : locationOf(location)
}

function checkedOf(row: ReportRow, location: SourceLocation | undefined): CheckedSource {
  const history = {
    enabled: row.enabled === 1,
    isGone: typeof location?.goneSince === 'number',
    lastVisitAt: row.last_visit_at,
    consecutiveErrors: row.consecutive_errors,
    successRate24h: row.success_rate,
  }
  return {
    enabled: history.enabled,
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
