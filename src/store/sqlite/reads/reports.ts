import type { Database } from 'better-sqlite3'
import {
  DAYS_OF_SOURCE,
  type CheckedSource,
  type SourceReport,
  type VisitErrorCode,
  type SourceEventKind,
  type ReportedSourceEvent,
} from '../../../model/source.ts'
import { DAY_MS, type EpochMs } from '../../../model/time.ts'
import type { Columns } from '../../columns/columns.ts'
import {
  type FacetCount,
  type FacetTotal,
  countByDay,
  countByHourOfWeek,
  countFacets,
  countFacetsSince,
  countSince,
  countSourcesByDay,
  newestAt,
  oldestAt,
  whileUnchanged,
} from '../../columns/counts.ts'
import type { Facet } from '../../columns/facet-table.ts'
import type { CategoryReport, NameCount, StoreStats } from '../../read-store.ts'
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

const REPORTED_DAYS = 30

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
    const totals = totalsBySource(columns)
    const recent = sums(countFacetsSince(columns, now - DAY_MS), sourcesOf)
    const byDay = countSourcesByDay(columns, DAYS_OF_SOURCE, now)
    return this.#sources(now).map((report) => {
      const items = totals.get(report.id)
      return {
        ...report,
        itemCount: items?.count ?? 0,
        itemsLast24h: recent.get(report.id) ?? 0,
        lastItemAt: items?.latestAt ?? null,
        itemsByDay: byDay.get(report.id) ?? Array.from({ length: DAYS_OF_SOURCE }, () => 0),
      }
    })
  }

  listSourceHealth(now: EpochMs): CheckedSource[] {
    return this.#health(now)
  }

  listCategories(columns: Columns, now: EpochMs): CategoryReport[] {
    const totals = totalsByCategory(columns)
    const recent = sums(countFacetsSince(columns, now - DAY_MS), categoryOf)
    const sources = new Map([...sourcesByCategory(columns)].map(([name, slugs]) => [name, new Set(slugs)]))
    for (const { category, slug } of this.#categories())
      sources.set(category, (sources.get(category) ?? new Set()).add(slug))

    const displayNames = this.#categoryNames()
    return [...sources]
      .map(([name, carriers]) => ({
        name,
        displayName: displayNames.get(name) ?? name,
        count: totals.get(name)?.count ?? 0,
        sourceCount: carriers.size,
        countLast24h: recent.get(name) ?? 0,
        latestAt: totals.get(name)?.latestAt ?? null,
      }))
      .sort((a, b) => b.count - a.count || compareText(a.name, b.name))
  }

  /** Display names by slug, only for categories whose display name differs from the slug. */
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

/** The number and the latest publication of the items of one name. */
interface Total {
  count: number
  latestAt: EpochMs
}

const sourcesOf = ({ sources }: Facet): readonly string[] => sources
const categoryOf = ({ category }: Facet): readonly string[] => [category]

const totalsBySource = whileUnchanged((columns) => totalsOf(countFacets(columns), sourcesOf))
const totalsByCategory = whileUnchanged((columns) => totalsOf(countFacets(columns), categoryOf))
const sourcesByCategory = whileUnchanged((columns): ReadonlyMap<string, ReadonlySet<string>> => {
  const byCategory = new Map<string, Set<string>>()
  for (const { facet } of columns.facets.live()) {
    const sources = byCategory.get(facet.category) ?? new Set()
    byCategory.set(facet.category, sources)
    for (const source of facet.sources) sources.add(source)
  }
  return byCategory
})

/** Sums the counts of facets by name. A facet counts for each of its names. */
function totalsOf(
  facets: readonly FacetTotal[],
  namesOf: (facet: Facet) => readonly string[],
): ReadonlyMap<string, Total> {
  const byName = new Map<string, Total>()
  for (const { facet, count, latestAt } of facets) {
    for (const name of namesOf(facet)) {
      const total = byName.get(name) ?? { count: 0, latestAt }
      byName.set(name, total)
      total.count += count
      total.latestAt = Math.max(total.latestAt, latestAt)
    }
  }
  return byName
}

/** Counts items by name. Facets without a name are left out. */
function sums(
  facets: readonly FacetCount[],
  namesOf: (facet: Facet) => readonly (string | null)[],
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { facet, count } of facets) {
    for (const name of namesOf(facet)) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + count)
  }
  return counts
}

/** Counts by name, the largest first. */
function nameCounts(...[facets, namesOf]: Parameters<typeof sums>): NameCount[] {
  return [...sums(facets, namesOf)]
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
