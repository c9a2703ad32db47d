import type { Database } from 'better-sqlite3'
import type { CheckedSource, ReportedSourceEvent, SourceReport } from '../../../model/source.ts'
import { DAY_MS, type EpochMs } from '../../../model/time.ts'
import type { Columns } from '../../columns/columns.ts'
import type { CategoryReport, StoreStats } from '../../read-store.ts'
import { categoryReports, columnStats, countedSources } from '../../reports.ts'
import { type EventRow, eventOf } from '../../source-row.ts'
import { schemaVersion } from '../migrations.ts'
import { categoryNames, sourceCategories, sourceHealths, sourceReports } from '../source-rows.ts'
import { prepareAll } from '../statements.ts'

export const REPORT_SQL = {
  stories: 'SELECT count(*) FROM stories',
  aliases: 'SELECT count(*) FROM stories WHERE alias_of IS NOT NULL',
  multiSource: 'SELECT count(*) FROM stories WHERE source_count > 1',
  visits: `SELECT ifnull(sum(t.visits), 0) AS visits, ifnull(sum(t.failed), 0) AS failed, ifnull(sum(t.added), 0) AS added,
      max(t.last_visit_at) AS last
    FROM (SELECT last_visit_at,
      (SELECT count(*) FROM visits v WHERE v.source_id = sources.id AND v.at > @from) AS visits,
      (SELECT sum(v.failed) FROM visits v WHERE v.source_id = sources.id AND v.at > @from) AS failed,
      (SELECT sum(v.added) FROM visits v WHERE v.source_id = sources.id AND v.at > @from) AS added
      FROM sources) t`,
  pages: 'SELECT page_count * page_size FROM pragma_page_count, pragma_page_size',
} as const

/** Counts over the whole collection. Items are counted in the columns, the rest in small tables and indexes. */
export class Reports {
  readonly #db: Database
  readonly #sql
  readonly #sources
  readonly #health
  readonly #categories
  readonly #categoryNames

  constructor(db: Database) {
    this.#db = db
    this.#sql = prepareAll(db, REPORT_SQL)
    for (const name of ['stories', 'aliases', 'multiSource', 'pages'] as const) this.#sql[name].pluck()
    this.#sources = sourceReports(db)
    this.#health = sourceHealths(db)
    this.#categories = sourceCategories(db)
    this.#categoryNames = categoryNames(db)
  }

  listSources(columns: Columns, now: EpochMs): SourceReport[] {
    return countedSources(this.#sources(now), columns, now)
  }

  listSourceHealth(now: EpochMs): CheckedSource[] {
    return this.#health(now)
  }

  listCategories(columns: Columns, now: EpochMs): CategoryReport[] {
    return categoryReports(columns, this.#categories(), this.#categoryNames(), now)
  }

  /** Display names by slug, only for categories whose display name differs from the slug. */
  categoryNames(): ReadonlyMap<string, string> {
    return this.#categoryNames()
  }

  stats(columns: Columns, now: EpochMs): StoreStats {
    const visits = this.#sql.visits.get({ from: now - DAY_MS }) as VisitSums
    return {
      ...columnStats(columns, now),
      stories: {
        total: Number(this.#sql.stories.get()) - Number(this.#sql.aliases.get()),
        multiSource: Number(this.#sql.multiSource.get()),
      },
      collector: {
        visitsLast24h: visits.visits,
        failedLast24h: visits.failed,
        itemsAddedLast24h: visits.added,
        lastVisitAt: visits.last,
      },
      storage: {
        engine: 'sqlite',
        bytes: Number(this.#sql.pages.get()),
        schemaVersion: schemaVersion(this.#db),
      },
    }
  }
}

interface VisitSums {
  readonly visits: number
  readonly failed: number
  readonly added: number
  readonly last: number | null
}

export const SOURCE_EVENT_SQL = {
  newest: `SELECT e.id, e.at, e.kind, e.code, e.message, s.slug, s.name, s.site_url
    FROM source_events e CROSS JOIN sources s ON s.id = e.source_id AND s.configured = 1
    ORDER BY e.id DESC LIMIT ?`,
} as const

/** Events of the configured sources, newest first. */
export function sourceEvents(db: Database): (limit: number) => ReportedSourceEvent[] {
  const sql = prepareAll(db, SOURCE_EVENT_SQL)
  return (limit) => (sql.newest.all(limit) as EventRow[]).map(eventOf)
}
