import { randomUUID } from 'node:crypto'
import type { SourceState } from '../../model/source.ts'
import { listValues } from '../connection.ts'
import { STATE_COLUMNS, type StateRow, stateOf } from '../rows/source-row.ts'
import type { DatabaseClock } from './clock.ts'
import type { PostgresDatabase } from './database.ts'

/** Time until a lease ends that is not renewed. */
export const LEASE_MS = 10_000

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

/**
 * Divides the sites of due sources among nodes. A site belongs to one node at a time, so that its limits hold. A lease ends
 * unless it is renewed, by the clock of the store.
 */
export function openVisitLeases({ outside }: PostgresDatabase, clock: DatabaseClock) {
  /** Names this node. Never used again. */
  const owner = randomUUID()
  return {
    /** Sources that are due and have no arrival that waits, the longest overdue first, by the clock of the store. */
    async listDue(): Promise<SourceState[]> {
      await clock.set()
      return (await outside.rows<StateRow>(LEASE_SQL.due)).map(stateOf)
    },
    /** The sites that other nodes have. */
    listTaken: async () => new Set(await listValues<string>(outside, LEASE_SQL.taken, [owner])),
    /** Leases these sites, as far as no other node has them. @returns those that now belong to this node */
    take: async (sites: readonly string[]) =>
      new Set(await listValues<string>(outside, LEASE_SQL.take, [sites, owner])),
    /** Those of the sources that are due now. Ask after `take`: another node may have visited them before. */
    findDue: async (sourceIds: readonly string[]) =>
      (await outside.rows<StateRow>(LEASE_SQL.dueOf, [sourceIds])).map(stateOf),
    /** Renews leases that this node still has. */
    async renew(sites: readonly string[]): Promise<void> {
      await outside.run(LEASE_SQL.renew, [sites, owner])
    },
    /** Returns all leases of this node. */
    async release(): Promise<void> {
      await outside.run(LEASE_SQL.release, [owner])
    },
  }
}

export type VisitLeases = ReturnType<typeof openVisitLeases>
