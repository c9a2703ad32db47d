import type { Arrival } from '../../model/arrival.ts'
import { DAY_MS, type EpochMs } from '../../model/time.ts'
import type { Inbox, InboxBacklog, WaitingArrival } from '../inbox.ts'
import type { PostgresDatabase } from './database.ts'

const KEPT_ASIDE_MS = 7 * DAY_MS

export const INBOX_SQL = {
  // The lock on the source's row makes the statement wait for a digester that is saving a visit of the source. It then
  // sees the new time of the next visit, and appends nothing.
  append: `WITH source AS (
      SELECT id FROM sources WHERE slug = $1 AND configured = 1 AND next_visit_at IS NOT DISTINCT FROM $2::bigint FOR SHARE)
    INSERT INTO inbox (source_id, arrival) SELECT id, $3 FROM source
    ON CONFLICT (source_id) WHERE set_aside_at IS NULL DO NOTHING`,
  ready: `SELECT i.id, s.slug, i.arrival, i.attempts FROM inbox i JOIN sources s ON s.id = i.source_id
    WHERE i.set_aside_at IS NULL AND (i.retry_at IS NULL OR i.retry_at <= clock_timestamp()) ORDER BY i.id LIMIT $1`,
  remove: 'DELETE FROM inbox WHERE source_id = (SELECT source_id FROM inbox WHERE id = $1) AND id <= $1',
  countAttempt: 'UPDATE inbox SET attempts = attempts + 1 WHERE id = ANY($1::bigint[])',
  retryLater: `UPDATE inbox SET retry_at = clock_timestamp() + $2::float8 * interval '1 ms' WHERE id = $1`,
  // After a failover the clock may be another one.
  backlog: `SELECT count(*)::int AS arrivals,
      greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(appended_at)) * 1000, 0))::float8 AS "oldestMs"
    FROM inbox WHERE set_aside_at IS NULL`,
  setAside: `UPDATE inbox SET set_aside_at = clock_timestamp(), reason = $2 WHERE id = $1`,
  forget: `DELETE FROM inbox WHERE set_aside_at < clock_timestamp() - ${KEPT_ASIDE_MS} * interval '1 ms'
    OR (set_aside_at IS NOT NULL AND source_id = (SELECT source_id FROM inbox WHERE id = $1) AND id < $1)`,
} as const

/**
 * The inbox of all nodes. A transaction that commits late may add a lower id than those that were listed before. It is not
 * missed, because each list begins with the lowest id, and only what was digested is removed.
 */
export class PostgresInbox implements Inbox {
  readonly #db: PostgresDatabase

  constructor(db: PostgresDatabase) {
    this.#db = db
  }

  /** Takes no lock of writers, so collectors do not wait for the digester. */
  async append(arrival: Arrival, dueAt: EpochMs | null): Promise<boolean> {
    const values = [arrival.sourceId, dueAt, JSON.stringify(arrival)]
    return (await this.#db.outside.run(INBOX_SQL.append, values)) > 0
  }

  async listReady(limit: number): Promise<WaitingArrival[]> {
    const rows = await this.#db.outside.tuples<ReadyRow>(INBOX_SQL.ready, [limit])
    return rows.map(([id, sourceId, json, attempts]) => ({ id, sourceId, json, attempts }))
  }

  async remove(id: number): Promise<void> {
    await this.#db.run(INBOX_SQL.remove, [id])
  }

  async countAttempt(ids: readonly number[]): Promise<void> {
    await this.#db.outside.run(INBOX_SQL.countAttempt, [ids])
  }

  async retryLater(id: number, retryMs: number): Promise<void> {
    await this.#db.outside.run(INBOX_SQL.retryLater, [id, retryMs])
  }

  async backlog(): Promise<InboxBacklog> {
    const [backlog] = await this.#db.outside.rows<InboxBacklog>(INBOX_SQL.backlog)
    return backlog ?? { arrivals: 0, oldestMs: 0 }
  }

  /** Of each source, the last one is kept. */
  async setAside(id: number, reason: string): Promise<void> {
    await this.#db.run(INBOX_SQL.setAside, [id, reason])
    await this.#db.run(INBOX_SQL.forget, [id])
  }
}

type ReadyRow = readonly [id: number, slug: string, arrival: string, attempts: number]
