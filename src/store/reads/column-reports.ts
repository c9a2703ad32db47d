import { getOrInsert } from '../../model/get-or-insert.ts'
import { MAX_TIMES, MIN_SILENCE_MS, silentSince } from '../../model/silence.ts'
import type { SourceReport } from '../../model/source-report.ts'
import { DAYS_OF_SOURCE } from '../../model/source.ts'
import type { CategoryReport, NameCount, StoreStats } from '../../model/stats.ts'
import { DAY_MS, type EpochMs } from '../../model/time.ts'
import type { Columns } from '../columns/columns.ts'
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
  newestTimes,
  oldestAt,
  whileUnchanged,
} from '../columns/counts.ts'
import type { Facet } from '../columns/facet.ts'
import type { LeftItems } from '../read-store.ts'
import type { ItemCounts } from '../rows/source-row.ts'

const REPORTED_DAYS = 30

export function countedSources(
  reports: readonly Omit<SourceReport, ItemCounts>[],
  columns: Columns,
  now: EpochMs,
): SourceReport[] {
  const totals = totalsBySource(columns)
  const recent = sums(countFacetsSince(columns, now - DAY_MS), sourcesOf)
  const byDay = countSourcesByDay(columns, DAYS_OF_SOURCE, now)
  const quiet = newestTimes(columns, Math.ceil((now - MIN_SILENCE_MS) / DAY_MS) * DAY_MS, MAX_TIMES)
  return reports.map((report) => {
    const { id, health } = report
    const items = totals.get(id)
    const times = health.status === 'ok' ? quiet.get(id) : undefined
    return {
      ...report,
      itemCount: items?.count ?? 0,
      itemsLast24h: recent.get(id) ?? 0,
      lastItemAt: items?.latestAt ?? null,
      silentSince: silentSince(times ?? [], health.lastSuccessAt ?? now) ?? null,
      itemsByDay: byDay.get(id) ?? Array.from({ length: DAYS_OF_SOURCE }, () => 0),
    }
  })
}

/**
 * Counts items by category, the largest first.
 *
 * @param configured the configured category of each enabled source
 * @param displayNames by slug, for categories whose display name differs from the slug
 */
export function categoryReports(
  columns: Columns,
  configured: readonly { readonly slug: string; readonly category: string }[],
  displayNames: ReadonlyMap<string, string>,
  now: EpochMs,
): CategoryReport[] {
  const totals = totalsByCategory(columns)
  const recent = sums(countFacetsSince(columns, now - DAY_MS), categoryOf)
  const sources = new Map([...sourcesByCategory(columns)].map(([name, slugs]) => [name, new Set(slugs)]))
  for (const { category, slug } of configured)
    sources.set(category, (sources.get(category) ?? new Set()).add(slug))

  return [...sources]
    .map(([name, carriers]) => ({
      name,
      displayName: displayNames.get(name) ?? name,
      count: totals.get(name)?.count ?? 0,
      sourceCount: carriers.size,
      countLast24h: recent.get(name) ?? 0,
      latestAt: totals.get(name)?.latestAt ?? null,
    }))
    .sort(byCount)
}

/** Counts items that no configured source has, and by their sources. */
export function leftItems(columns: Columns, configured: ReadonlySet<string>): LeftItems {
  const left = columns.facets.live().filter(({ facet }) => !facet.sources.some((id) => configured.has(id)))
  const items = left.reduce((sum, { count }) => sum + count, 0)
  return { items, bySource: nameCounts(left, (facet) => facet.sources) }
}

/** The statistics that come from the columns. */
export function columnStats(
  columns: Columns,
  now: EpochMs,
): Omit<StoreStats, 'stories' | 'collector' | 'storage'> {
  const facets = columns.facets.live()
  return {
    items: {
      total: columns.size,
      last24h: countSince(columns, now - DAY_MS),
      last7d: countSince(columns, now - 7 * DAY_MS),
      oldestAt: oldestAt(columns),
      newestAt: newestAt(columns),
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
  }
}

/** Number and latest publication of the items with one name. */
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
    const sources = getOrInsert(byCategory, facet.category, () => new Set())
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
      const total = getOrInsert(byName, name, () => ({ count: 0, latestAt }))
      total.count += count
      total.latestAt = Math.max(total.latestAt, latestAt)
    }
  }
  return byName
}

/** Counts items by name. Omits facets without a name. */
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

function nameCounts(...[facets, namesOf]: Parameters<typeof sums>): NameCount[] {
  return [...sums(facets, namesOf)].map(([name, count]) => ({ name, count })).sort(byCount)
}

/** The largest first, ties by name. */
function byCount(a: NameCount, b: NameCount): number {
  return b.count - a.count || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
}
