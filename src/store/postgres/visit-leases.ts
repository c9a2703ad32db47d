import { randomUUID } from 'node:crypto'
import type { SourceState } from '../../model/source.ts'
import { STATE_COLUMNS } from '../reads/reports.ts'
import { type StateRow, stateOf } from '../rows/source-row.ts'
import { LEASE_MS, type VisitLeases } from '../visit-leases.ts'
import type { PostgresDatabase } from './database.ts'

const DUE = `SELECT ${STATE_COLUMNS} FROM sources WHERE configured = 1 AND enabled = 1
    AND (next_visit_at IS NULL OR next_visit_at <= extract(epoch FROM clock_timestamp()) * 1000)
    AND NOT EXISTS (SELECT 1 FROM inbox WHERE inbox.source_id = sources.id AND set_aside_at IS NULL)`

const UNTIL = `clock_timestamp() + ${LEASE_MS} * interval '1 ms'`

export const LEASE_SQL = {
  due: `${DUE} ORDER BY next_visit_at NULLS FIRST, position`,
  dueOf: `${DUE} AND slug = ANY($1::text[])`,
  taken: 'SELECT site FROM site_leases WHERE owner <> $1 AND until > clock_timestamp()',
  // All statements lock rows in the same order, so that none waits for another that waits for it.
  take: `INSERT INTO site_leases (site, owner, until)
      SELECT site, $2::uuid, ${UNTIL} FROM unnest($1::text[]) asked(site) ORDER BY site
    ON CONFLICT (site) DO UPDATE SET owner = excluded.owner, until = excluded.until
      WHERE site_leases.owner = excluded.owner OR site_leases.until <= clock_timestamp()
    RETURNING site`,
  renew: `UPDATE site_leases l SET until = ${UNTIL}
    FROM (SELECT site FROM site_leases WHERE site = ANY($1::text[]) AND owner = $2 AND until > clock_timestamp()
      ORDER BY site FOR UPDATE) held
    WHERE l.site = held.site`,
  release: 'DELETE FROM site_leases WHERE owner = $1',
} as const

/** Leases in the database. */
export class PostgresVisitLeases implements VisitLeases {
  readonly #db: PostgresDatabase
  /** Names this node. Never used again. */
  readonly #owner = randomUUID()

  constructor(db: PostgresDatabase) {
    this.#db = db
  }

  async listDue(): Promise<SourceState[]> {
    return (await this.#db.outside.rows<StateRow>(LEASE_SQL.due)).map(stateOf)
  }

  async listTaken(): Promise<ReadonlySet<string>> {
    return sitesOf(await this.#db.outside.tuples<SiteRow>(LEASE_SQL.taken, [this.#owner]))
  }

  async take(sites: readonly string[]): Promise<ReadonlySet<string>> {
    return sitesOf(await this.#db.outside.tuples<SiteRow>(LEASE_SQL.take, [sites, this.#owner]))
  }

  async findDue(sourceIds: readonly string[]): Promise<SourceState[]> {
    return (await this.#db.outside.rows<StateRow>(LEASE_SQL.dueOf, [sourceIds])).map(stateOf)
  }

  async renew(sites: readonly string[]): Promise<void> {
    await this.#db.outside.run(LEASE_SQL.renew, [sites, this.#owner])
  }

  async release(): Promise<void> {
    await this.#db.outside.run(LEASE_SQL.release, [this.#owner])
  }
}

type SiteRow = readonly [site: string]

function sitesOf(rows: readonly SiteRow[]): ReadonlySet<string> {
  return new Set(rows.map(([site]) => site))
}
