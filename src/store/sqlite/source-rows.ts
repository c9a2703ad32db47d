import type { Database } from 'better-sqlite3'
import type { CheckedSource, Source, SourceReport, SourceState } from '../../model/source.ts'
import { DAY_MS, type EpochMs } from '../../model/time.ts'
import {
  checkedOf,
  isAsBefore,
  type ItemCounts,
  type KnownSource,
  reportOf,
  type ReportRow,
  stateOf,
  type StateRow,
} from '../source-row.ts'
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
  return (now) => (sql.reports.all(now - DAY_MS) as ReportRow[]).map((row) => checkedOf(row))
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
