import type { Arrival } from '../../model/arrival.ts'
import { codeOf, DigestError } from '../../model/errors.ts'
import { DAY_MS, type EpochMs } from '../../model/time.ts'
import type { DatabaseClock } from './clock.ts'
import type { PostgresDatabase } from './database.ts'

const KEPT_ASIDE_MS = 7 * DAY_MS

/**
 * SQLSTATE classes and codes of a server that is full, read-only, being administered or failing, of a missing
 * privilege, and of a lock held by another writer.
 */
const SERVER_STATE = /^(?:53|57P|58|25006|42501|55P03)/

/** Whether saving an arrival failed because of the server's state, and not because of its content. */
export function isOfServer(failure: unknown): boolean {
  return failure instanceof DigestError && SERVER_STATE.test(codeOf(failure.cause) ?? '')
}

export const INBOX_SQL = {
  // The row lock makes the statement wait for a digester that saves a visit of the source. It then sees the new time of
  // the next visit, and appends nothing.
  append: `WITH source AS (
      SELECT id FROM sources WHERE slug = $1 AND configured = 1 AND next_visit_at IS NOT DISTINCT FROM $2::bigint FOR SHARE)
    INSERT INTO inbox (source_id, arrival) SELECT id, $3 FROM source
    ON CONFLICT (source_id) WHERE set_aside_at IS NULL DO NOTHING`,
  ready: `SELECT i.id, s.slug AS "sourceId", i.arrival AS json, i.attempts FROM inbox i JOIN sources s ON s.id = i.source_id
    WHERE i.set_aside_at IS NULL AND (i.retry_at IS NULL OR i.retry_at <= clock_timestamp()) ORDER BY i.id LIMIT $1`,
  remove: 'DELETE FROM inbox WHERE source_id = (SELECT source_id FROM inbox WHERE id = $1) AND id <= $1',
  countAttempt: 'UPDATE inbox SET attempts = attempts + 1 WHERE id = ANY($1::bigint[])',
  retryLater: `UPDATE inbox SET retry_at = clock_timestamp() + $2::float8 * interval '1 ms', attempts = attempts - $3::int
    WHERE id = $1`,
  // After a failover the clock may differ.
  backlog: `SELECT count(*)::int AS arrivals,
      greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(appended_at)) * 1000, 0))::float8 AS "oldestMs"
    FROM inbox WHERE set_aside_at IS NULL`,
  setAside: `UPDATE inbox SET set_aside_at = clock_timestamp(), reason = $2 WHERE id = $1`,
  forget: `DELETE FROM inbox WHERE set_aside_at < clock_timestamp() - ${KEPT_ASIDE_MS} * interval '1 ms'
    OR (set_aside_at IS NOT NULL AND source_id = (SELECT source_id FROM inbox WHERE id = $1) AND id < $1)`,
} as const

/** An arrival in the inbox. */
export interface WaitingArrival {
  /** Never reused. */
  readonly id: number
  readonly sourceId: string
  /** The arrival as JSON, possibly written by another version of this program. */
  readonly json: string
  /** Number of started attempts to digest it. */
  readonly attempts: number
}

/** How far the digester is behind. */
export interface InboxBacklog {
  /** Waiting arrivals, including those to be retried. */
  readonly arrivals: number
  /** Waiting time of the oldest; 0 if there is none. */
  readonly oldestMs: number
}

/**
 * Arrivals between the two halves of a visit. Collectors append them; one digester takes them in order. A source has at
 * most one waiting arrival. A transaction that commits late may add a lower id than those already listed. It is not
 * missed: each list starts at the lowest id, and only digested arrivals are removed.
 */
export function openInbox(db: PostgresDatabase, clock: DatabaseClock) {
  return {
    /**
     * Appends an arrival, unless the source was visited by others since it was due at `dueAt`, has a waiting arrival,
     * or is no longer configured. Does not take the writers' lock, so collectors do not wait for the digester.
     *
     * @param dueAt `nextVisitAt` in the state that the visit started from
     */
    async append(arrival: Arrival, dueAt: EpochMs | null): Promise<boolean> {
      const values = [arrival.sourceId, dueAt, JSON.stringify(arrival)]
      return (await db.outside.run(INBOX_SQL.append, values)) > 0
    },
    /** Lists arrivals, the oldest first, without those to be retried later. They stay until they are removed. */
    async listReady(limit: number): Promise<WaitingArrival[]> {
      await clock.set()
      return db.outside.rows<WaitingArrival>(INBOX_SQL.ready, [limit])
    },
    /**
     * Removes a digested arrival, and the arrivals of its source that were set aside. Within `Store.together` this is
     * part of the transaction.
     */
    async remove(id: number): Promise<void> {
      await db.run(INBOX_SQL.remove, [id])
    },
    /** Counts a started attempt for each arrival. It is committed at once, so it counts even if the process crashes. */
    async countAttempt(ids: readonly number[]): Promise<void> {
      await db.outside.run(INBOX_SQL.countAttempt, [ids])
    },
    /** Delays an arrival by `retryMs`. @param isCounted whether the last attempt stays counted */
    async retryLater(id: number, retryMs: number, isCounted: boolean): Promise<void> {
      await db.outside.run(INBOX_SQL.retryLater, [id, retryMs, isCounted ? 0 : 1])
    },
    /** Cheap: reads an index with at most one row per source. */
    async backlog(): Promise<InboxBacklog> {
      const [backlog] = await db.outside.rows<InboxBacklog>(INBOX_SQL.backlog)
      return backlog ?? { arrivals: 0, oldestMs: 0 }
    },
    /**
     * Sets aside an arrival that cannot be digested, for 7 days, for inspection: only the last one per source. It does
     * not wait any more. Within `Store.together` this is part of the transaction.
     */
    async setAside(id: number, reason: string): Promise<void> {
      await db.run(INBOX_SQL.setAside, [id, reason])
      await db.run(INBOX_SQL.forget, [id])
    },
  }
}

export type Inbox = ReturnType<typeof openInbox>
