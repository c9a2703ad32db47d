import type { Database } from 'better-sqlite3'
import {
  DAYS_OF_SOURCE,
  type SourceReport,
  type VisitErrorCode,
  type SourceEventKind,
  type ReportedSourceEvent,
} from '../../../model/source.ts'
import { DAY_MS, type EpochMs } from '../../../model/time.ts'
import type { Columns } from '../../columns/columns.ts'
import {
  type FacetCount,
  countByDay,
  countByHourOfWeek,
  countFacets,
  countSince,
  countSourcesByDay,
  newestAt,
  oldestAt,
} from '../../columns/counts.ts'
import type { CategoryReport, NameCount, StoreStats } from '../../read-store.ts'
import { schemaVersion } from '../migrations.ts'
import { categoryNames, sourceCategories, sourceReports } from '../source-rows.ts'
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

const REPORTED_DAYS = 30

/** Counts over the whole collection: items from the columns, the rest from small tables and indexes. */
export class Reports {
  readonly #db: Database
  readonly #sql
  readonly #sources
  readonly #categories
  readonly #categoryNames

  constructor(db: Database) {
    this.#db = db
    this.#sql = prepareAll(db, REPORT_SQL)
    for (const name of ['stories', 'aliases', 'multiSource', 'pages'] as const) this.#sql[name].pluck()
    this.#sources = sourceReports(db)
    this.#categories = sourceCategories(db)
    this.#categoryNames = categoryNames(db)
  }

  listSources(columns: Columns, now: EpochMs): SourceReport[] {
    const counts = tally(countFacets(columns, now - DAY_MS), (facet) => facet.sources)
    const byDay = countSourcesByDay(columns, DAYS_OF_SOURCE, now)
    return this.#sources(now).map((report) => {
      const items = counts.get(report.id)
      return {
        ...report,
        itemCount: items?.count ?? 0,
        itemsLast24h: items?.recent ?? 0,
        lastItemAt: items?.latestAt ?? null,
        itemsByDay: byDay.get(report.id) ?? Array.from({ length: DAYS_OF_SOURCE }, () => 0),
      }
    })
  }

  listCategories(columns: Columns, now: EpochMs): CategoryReport[] {
    const facets = countFacets(columns, now - DAY_MS)
    const counts = tally(facets, (facet) => [facet.category])
    const sources = new Map<string, Set<string>>()
    const addSource = (category: string, source: string): void => {
      const known = sources.get(category) ?? new Set()
      sources.set(category, known.add(source))
    }
    for (const { facet } of facets) for (const source of facet.sources) addSource(facet.category, source)
    for (const { category, slug } of this.#categories()) addSource(category, slug)

    const displayNames = this.#categoryNames()
    return [...sources]
      .map(([name, carriers]) => ({
        name,
        displayName: displayNames.get(name) ?? name,
        count: counts.get(name)?.count ?? 0,
        sourceCount: carriers.size,
        countLast24h: counts.get(name)?.recent ?? 0,
        latestAt: counts.get(name)?.latestAt ?? null,
      }))
      .sort((a, b) => b.count - a.count || compareText(a.name, b.name))
  }

  /** Of the categories that are written otherwise than their slug. */
  categoryNames(): ReadonlyMap<string, string> {
    return this.#categoryNames()
  }

  stats(columns: Columns, now: EpochMs): StoreStats {
    const facets = columns.facets.live()
    const visits = this.#sql.visits.get({ from: now - DAY_MS }) as VisitSums
    return {
      items: {
        total: columns.size,
        last24h: countSince(columns, now - DAY_MS),
        last7d: countSince(columns, now - 7 * DAY_MS),
        oldestAt: oldestAt(columns),
        newestAt: newestAt(columns),
      },
      stories: {
        total: Number(this.#sql.stories.get()) - Number(this.#sql.aliases.get()),
        multiSource: Number(this.#sql.multiSource.get()),
      },
      duplicatesMerged: facets.reduce((sum, { facet, count }) => sum + count * (facet.sources.length - 1), 0),
      byCategory: nameCounts(facets, (facet) => [facet.category]),
      byRegion: nameCounts(facets, (facet) => [facet.region]),
      byLanguage: nameCounts(facets, (facet) => [facet.language]),
      bySource: nameCounts(facets, (facet) => facet.sources),
      byDay: countByDay(columns, REPORTED_DAYS).map(({ date, count, facets }) => ({
        date,
        count,
        byCategory: nameCounts(facets, (facet) => [facet.category]),
      })),
      byHourOfWeek: countByHourOfWeek(columns),
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

interface Tally {
  count: number
  recent: number
  latestAt: EpochMs
}

/** Adds facets up by the names that each counts for. */
function tally(
  facets: readonly FacetCount[],
  namesOf: (facet: FacetCount['facet']) => readonly string[],
): Map<string, Tally> {
  const tallies = new Map<string, Tally>()
  for (const { facet, count, recent, latestAt } of facets) {
    for (const name of namesOf(facet)) {
      const sum = tallies.get(name)
      if (sum === undefined) {
        tallies.set(name, { count, recent, latestAt })
      } else {
        sum.count += count
        sum.recent += recent
        sum.latestAt = Math.max(sum.latestAt, latestAt)
      }
    }
  }
  return tallies
}

/** The largest first; items without a name count for none. */
function nameCounts(
  facets: readonly Pick<FacetCount, 'facet' | 'count'>[],
  namesOf: (facet: FacetCount['facet']) => readonly (string | null)[],
): NameCount[] {
  const counts = new Map<string, number>()
  for (const { facet, count } of facets) {
    for (const name of namesOf(facet)) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + count)
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || compareText(a.name, b.name))
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
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

interface EventRow {
  readonly id: number
  readonly at: number
  readonly kind: SourceEventKind
  readonly code: VisitErrorCode | null
  readonly message: string
  readonly slug: string
  readonly name: string
  readonly site_url: string | null
}

function eventOf(row: EventRow): ReportedSourceEvent {
  const { id, at, kind, code, message } = row
  return { id, at, kind, code, message, source: row.slug, sourceName: row.name, siteUrl: row.site_url }
}
