import type { CheckedSource, ReportedSourceEvent, SourceReport, SourceState } from '../../model/source.ts'
import { DAY_MS, type EpochMs } from '../../model/time.ts'
import { canonicalKey } from '../../url/url.ts'
import type { Columns } from '../columns/columns.ts'
import type { Connection } from '../connection.ts'
import type { CategoryReport, StoreStats } from '../read-store.ts'
import {
  checkedOf,
  type EventRow,
  eventOf,
  type ItemCounts,
  reportOf,
  type ReportRow,
  stateOf,
  type StateRow,
} from '../rows/source-row.ts'
import { categoryReports, columnStats } from './column-reports.ts'

/** The columns of a `StateRow`. */
export const STATE_COLUMNS = `slug, etag, last_modified, document_hash, rules_hash, site_url, next_visit_at, last_visit_at,
  consecutive_errors, location`

export const REPORT_SQL = {
  states: `SELECT ${STATE_COLUMNS} FROM sources WHERE configured = 1 ORDER BY position`,
  reports: `SELECT slug, name, type, url, site_url, category, category_name, region, language, enabled,
      (SELECT count(*) FROM icons WHERE source_id = sources.id AND bytes IS NOT NULL) AS has_icon, interval_ms,
      next_visit_at, last_visit_at, last_success_at, last_status, latency_ms, consecutive_errors, last_error_code,
      last_error_message, last_error_at, location,
      (SELECT 1 - avg(CAST(v.failed AS float8)) FROM visits v WHERE v.source_id = sources.id AND v.at > $1) AS success_rate
    FROM sources WHERE configured = 1 ORDER BY position`,
  places: `SELECT url, ${STATE_COLUMNS} FROM sources WHERE configured = 1 AND enabled = 1 ORDER BY position`,
  categories: 'SELECT slug, category FROM sources WHERE configured = 1 AND enabled = 1',
  categoryNames:
    'SELECT category, category_name FROM sources WHERE configured = 1 AND category_name IS NOT NULL ORDER BY id',
  events: `SELECT e.id, e.at, e.kind, e.code, e.message, s.slug, s.name, s.site_url
    FROM source_events e CROSS JOIN sources s WHERE s.id = e.source_id AND s.configured = 1 ORDER BY e.id DESC LIMIT $1`,
  stories: `SELECT (SELECT count(*) FROM stories) - (SELECT count(*) FROM stories WHERE alias_of IS NOT NULL) AS stories,
      (SELECT count(*) FROM stories WHERE source_count > 1) AS several`,
  // Source by source, as the primary key of visits is.
  visits: `SELECT max(t.last) AS last, CAST(coalesce(sum(t.visits), 0) AS bigint) AS visits,
      CAST(coalesce(sum(t.failed), 0) AS bigint) AS failed, CAST(coalesce(sum(t.added), 0) AS bigint) AS added
    FROM (SELECT s.last_visit_at AS last,
        (SELECT count(*) FROM visits v WHERE v.source_id = s.id AND v.at > $1) AS visits,
        (SELECT sum(v.failed) FROM visits v WHERE v.source_id = s.id AND v.at > $1) AS failed,
        (SELECT sum(v.added) FROM visits v WHERE v.source_id = s.id AND v.at > $1) AS added
      FROM sources s) t`,
} as const

/** Counts over the whole collection. Items are counted in the columns, the rest in small tables and indexes. */
export class Reports {
  readonly #db: Connection
  readonly #storage: () => Promise<StoreStats['storage']>

  /** @param storage what the engine says of its storage */
  constructor(db: Connection, storage: () => Promise<StoreStats['storage']>) {
    this.#db = db
    this.#storage = storage
  }

  async listSourceStates(): Promise<SourceState[]> {
    return (await this.#db.rows<StateRow>(REPORT_SQL.states)).map(stateOf)
  }

  /** The reports of sources without counts of items. */
  async readSources(now: EpochMs): Promise<Omit<SourceReport, ItemCounts>[]> {
    return (await this.#reports(now)).map(reportOf)
  }

  async listSourceHealth(now: EpochMs): Promise<CheckedSource[]> {
    return (await this.#reports(now)).map(checkedOf)
  }

  async listDuplicateSources(): Promise<readonly (readonly string[])[]> {
    const rows = await this.#db.rows<StateRow & { readonly url: string }>(REPORT_SQL.places)
    return duplicateSources(rows.map((row) => ({ ...stateOf(row), id: row.slug, url: row.url })))
  }

  async listSourceEvents(limit: number): Promise<ReportedSourceEvent[]> {
    return (await this.#db.rows<EventRow>(REPORT_SQL.events, [limit])).map(eventOf)
  }

  async listCategories(columns: Columns, now: EpochMs): Promise<CategoryReport[]> {
    const configured = await this.#db.rows<{ readonly slug: string; readonly category: string }>(
      REPORT_SQL.categories,
    )
    return categoryReports(columns, configured, await this.categoryNames(), now)
  }

  /** Display names by slug, only for categories whose display name differs from the slug. */
  async categoryNames(): Promise<ReadonlyMap<string, string>> {
    return new Map(await this.#db.tuples<readonly [string, string]>(REPORT_SQL.categoryNames))
  }

  async stats(columns: Columns, now: EpochMs): Promise<StoreStats> {
    const [counts = NO_STORIES] = await this.#db.rows<StoryCounts>(REPORT_SQL.stories)
    const [visits = NO_VISITS] = await this.#db.rows<VisitCounts>(REPORT_SQL.visits, [now - DAY_MS])
    return {
      ...columnStats(columns, now),
      stories: { total: counts.stories, multiSource: counts.several },
      collector: {
        visitsLast24h: visits.visits,
        failedLast24h: visits.failed,
        itemsAddedLast24h: visits.added,
        lastVisitAt: visits.last,
      },
      storage: await this.#storage(),
    }
  }

  #reports(now: EpochMs): Promise<ReportRow[]> {
    return this.#db.rows<ReportRow>(REPORT_SQL.reports, [now - DAY_MS])
  }
}

interface StoryCounts {
  readonly stories: number
  readonly several: number
}

interface VisitCounts {
  readonly visits: number
  readonly failed: number
  readonly added: number
  readonly last: number | null
}

const NO_STORIES: StoryCounts = { stories: 0, several: 0 }
const NO_VISITS: VisitCounts = { visits: 0, failed: 0, added: 0, last: null }

/** A source, where it is read, and what it brought. */
export interface ReadSource extends Pick<SourceState, 'documentHash' | 'location'> {
  readonly id: string
  /** As configured. */
  readonly url: string
}

/** Groups sources that became one feed: they are read at the same address, or their last documents have the same bytes. */
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
  // The fragment says which stories of a list of Hacker News count.
  const hash = URL.canParse(url) ? new URL(url).hash : ''
  return [
    `at ${canonicalKey(address) ?? address}${hash}`,
    ...(documentHash === null || documentHash === '' ? [] : [documentHash]),
  ]
}
