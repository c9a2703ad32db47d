import type { ReportedSourceEvent, SourceState } from '../../model/source.ts'
import type { StoreStats } from '../../model/stats.ts'
import { DAY_MS, type EpochMs } from '../../model/time.ts'
import { urlOf } from '../../url/path.ts'
import { canonicalKey } from '../../url/url.ts'
import type { OpenStore } from '../open-store.ts'
import {
  checkedOf,
  reportOf,
  type ReportRow,
  shownUrl,
  STATE_COLUMNS,
  stateOf,
  type StateRow,
} from '../rows/source-row.ts'
import { categoryReports, columnStats, countedSources, leftItems } from './column-reports.ts'

export const REPORT_SQL = {
  states: `SELECT ${STATE_COLUMNS} FROM sources WHERE configured = 1 ORDER BY position`,
  reports: `SELECT slug AS id, name, type, url, site_url AS "siteUrl", category, category_name AS "categoryName", region, language,
      enabled, (SELECT count(*) FROM icons WHERE source_id = sources.id AND bytes IS NOT NULL) AS "hasIcon",
      interval_ms AS "intervalMs", next_visit_at AS "nextVisitAt", last_visit_at AS "lastVisitAt",
      last_success_at AS "lastSuccessAt", last_status AS "lastStatus", latency_ms AS "latencyMs",
      consecutive_errors AS "consecutiveErrors", last_error_code AS "errorCode", last_error_message AS "errorMessage",
      last_error_at AS "errorAt", location,
      (SELECT 1 - avg(CAST(v.failed AS float8)) FROM visits v WHERE v.source_id = sources.id AND v.at > $1) AS "successRate24h"
    FROM sources WHERE configured = 1 ORDER BY position`,
  places: `SELECT url, ${STATE_COLUMNS} FROM sources WHERE configured = 1 AND enabled = 1 ORDER BY position`,
  categories: 'SELECT slug, category FROM sources WHERE configured = 1 AND enabled = 1',
  categoryNames:
    'SELECT category, category_name FROM sources WHERE configured = 1 AND category_name IS NOT NULL ORDER BY id',
  events: `SELECT e.id, e.at, e.kind, e.code, e.message, s.slug AS source, s.name AS "sourceName", s.site_url AS "siteUrl"
    FROM source_events e CROSS JOIN sources s WHERE s.id = e.source_id AND s.configured = 1 ORDER BY e.id DESC LIMIT $1`,
  stories: `SELECT (SELECT count(*) FROM stories) - (SELECT count(*) FROM stories WHERE alias_of IS NOT NULL) AS total,
      (SELECT count(*) FROM stories WHERE source_count > 1) AS "multiSource"`,
  // By source, since the primary key of visits starts with it.
  visits: `SELECT CAST(coalesce(sum(t.visits), 0) AS bigint) AS "visitsLast24h",
      CAST(coalesce(sum(t.failed), 0) AS bigint) AS "failedLast24h",
      CAST(coalesce(sum(t.added), 0) AS bigint) AS "itemsAddedLast24h", max(t.last) AS "lastVisitAt"
    FROM (SELECT s.last_visit_at AS last,
        (SELECT count(*) FROM visits v WHERE v.source_id = s.id AND v.at > $1) AS visits,
        (SELECT sum(v.failed) FROM visits v WHERE v.source_id = s.id AND v.at > $1) AS failed,
        (SELECT sum(v.added) FROM visits v WHERE v.source_id = s.id AND v.at > $1) AS added
      FROM sources s) t`,
} as const

/** Reads over the whole collection. Items are counted in the columns, the rest in small tables and indexes. */
export function reportReads({ rows: db, changeFeed, engine }: OpenStore) {
  const readReports = (now: EpochMs) => db.rows<ReportRow>(REPORT_SQL.reports, [now - DAY_MS])
  const categoryNames = async (): Promise<ReadonlyMap<string, string>> =>
    new Map(await db.tuples<readonly [string, string]>(REPORT_SQL.categoryNames))

  return {
    categoryNames,
    // Reads the reports first, so the items are at least as new as the visits. While the primary is away, they come from
    // a replica that has the same changes as the columns.
    async listSources(now: EpochMs) {
      const uncounted = (await readReports(now)).map(reportOf)
      await changeFeed.refresh().catch(() => undefined)
      return countedSources(uncounted, await changeFeed.loaded(), now)
    },
    listSourceHealth: async (now: EpochMs) => (await readReports(now)).map(checkedOf),
    countLeftItems: async (configured: readonly string[]) =>
      leftItems(await changeFeed.loaded(), new Set(configured)),
    async listDuplicateSources() {
      const rows = await db.rows<StateRow & { readonly url: string }>(REPORT_SQL.places)
      return duplicateSources(rows.map((row) => ({ ...stateOf(row), id: row.sourceId, url: row.url })))
    },
    async listSourceEvents(limit: number): Promise<ReportedSourceEvent[]> {
      const rows = await db.rows<ReportedSourceEvent>(REPORT_SQL.events, [limit])
      return rows.map((row) => ({ ...row, siteUrl: shownUrl(row.siteUrl) }))
    },
    async listCategories(now: EpochMs) {
      const columns = await changeFeed.loaded()
      const configured = await db.rows<{ slug: string; category: string }>(REPORT_SQL.categories)
      return categoryReports(columns, configured, await categoryNames(), now)
    },
    async stats(now: EpochMs): Promise<StoreStats> {
      const columns = await changeFeed.loaded()
      const [stories = NO_STORIES] = await db.rows<StoreStats['stories']>(REPORT_SQL.stories)
      const [collector = NO_VISITS] = await db.rows<StoreStats['collector']>(REPORT_SQL.visits, [
        now - DAY_MS,
      ])
      const { name, schemaVersion } = engine
      const storage = { engine: name, bytes: await engine.bytes(), schemaVersion }
      return { ...columnStats(columns, now), stories, collector, storage }
    },
  }
}

const NO_STORIES = { total: 0, multiSource: 0 }
const NO_VISITS = { visitsLast24h: 0, failedLast24h: 0, itemsAddedLast24h: 0, lastVisitAt: null }

/** A source, with the address and the hash of its last document. */
export interface ReadSource extends Pick<SourceState, 'documentHash' | 'location'> {
  readonly id: string
  readonly url: string
}

/** Groups sources that are one feed: read at one address, or with equal last documents. */
export function duplicateSources(sources: readonly ReadSource[]): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>()
  const owners = new Map<string, string>()
  for (const source of sources) {
    const keys = keysOf(source)
    const owner = keys.map((key) => owners.get(key)).find((id) => id !== undefined) ?? source.id
    groups.set(owner, [...(groups.get(owner) ?? []), source.id])
    for (const key of keys) if (!owners.has(key)) owners.set(key, owner)
  }
  return [...groups.values()].filter(({ length }) => length > 1)
}

function keysOf({ url, location, documentHash }: ReadSource): readonly string[] {
  const address = location?.movedTo ?? url
  // The fragment selects the stories of a Hacker News list.
  return [
    `at ${canonicalKey(address) ?? address}${urlOf(url)?.hash ?? ''}`,
    ...(documentHash === null || documentHash === '' ? [] : [documentHash]),
  ]
}
