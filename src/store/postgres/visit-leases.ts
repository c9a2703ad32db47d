import { randomUUID } from 'node:crypto'
import type { SourceState } from '../../model/source.ts'
import { listValues } from '../connection.ts'
import { STATE_COLUMNS, type StateRow, stateOf } from '../rows/source-row.ts'
import type { DatabaseClock } from './clock.ts'
import type { PostgresDatabase } from './database.ts'

/** Lifetime of a lease that is not renewed. */
export const LEASE_MS = 10_000

const DUE = `SELECT ${STATE_COLUMNS} FROM sources WHERE configured = 1 AND enabled = 1
    AND (next_visit_at IS NULL OR next_visit_at <= extract(epoch FROM clock_timestamp()) * 1000)
    AND NOT EXISTS (SELECT 1 FROM inbox WHERE inbox.source_id = sources.id AND set_aside_at IS NULL)`

const UNTIL = `clock_timestamp() + ${LEASE_MS} * interval '1 ms'`

export const LEASE_SQL = {
  due: `${DUE} ORDER BY next_visit_at NULLS FIRST, position`,
  dueOf: `${DUE} AND slug = ANY($1::text[])`,
  taken: 'SELECT site FROM site_leases WHERE owner <> $1 AND until > clock_timestamp()',
  // All statements lock rows in the same order, against deadlocks.
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

/**
 * Divides the sites of due sources among nodes. A site belongs to one node at a time, so that its rate limits hold. A
 * lease expires unless it is renewed, by the database's clock.
 */
export function openVisitLeases({ outside }: PostgresDatabase, clock: DatabaseClock) {
  /** Identifies this node. Never reused. */
  const owner = randomUUID()
  return {
    /** Lists sources that are due by the database's clock and have no waiting arrival, the longest overdue first. */
    async listDue(): Promise<SourceState[]> {
      await clock.set()
      return (await outside.rows<StateRow>(LEASE_SQL.due)).map(stateOf)
    },
    /** Lists the sites leased by other nodes. */
    listTaken: async () => new Set(await listValues<string>(outside, LEASE_SQL.taken, [owner])),
    /** Leases those of the sites that no other node has. @returns the leased sites */
    take: async (sites: readonly string[]) =>
      new Set(await listValues<string>(outside, LEASE_SQL.take, [sites, owner])),
    /** Returns which of the sources are due now. Call it after `take`: another node may have visited them before. */
    findDue: async (sourceIds: readonly string[]) =>
      (await outside.rows<StateRow>(LEASE_SQL.dueOf, [sourceIds])).map(stateOf),
    async renew(sites: readonly string[]): Promise<void> {
      await outside.run(LEASE_SQL.renew, [sites, owner])
    },
    async release(): Promise<void> {
      await outside.run(LEASE_SQL.release, [owner])
    },
  }
}

export type VisitLeases = ReturnType<typeof openVisitLeases>
