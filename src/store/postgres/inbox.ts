import type { Arrival } from '../../model/arrival.ts'
import type { Inbox, WaitingArrival } from '../inbox.ts'
import type { Database } from './database.ts'

const INBOX_SQL = {
  append: `INSERT INTO inbox (source, arrival)
    SELECT source, arrival FROM unnest($1::text[], $2::text[]) WITH ORDINALITY x(source, arrival, place) ORDER BY place`,
  oldest: 'SELECT id, arrival FROM inbox ORDER BY id LIMIT $1',
  remove: 'DELETE FROM inbox WHERE id = ANY($1::bigint[])',
} as const

/**
 * The inbox of all nodes. A transaction that commits late may add a lower id than those that were listed before. It is not
 * missed, because each list begins with the lowest id, and only what was digested is removed.
 */
export class PostgresInbox implements Inbox {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** One statement, so all or none. It takes no lock of writers, so collectors do not wait for the digester. */
  async append(arrivals: readonly Arrival[]): Promise<void> {
    if (arrivals.length === 0) return
    const sources = arrivals.map(({ sourceId }) => sourceId)
    const texts = arrivals.map((arrival) => JSON.stringify(arrival))
    await this.#db.outside.run(INBOX_SQL.append, [sources, texts])
  }

  async listOldest(limit: number): Promise<WaitingArrival[]> {
    const rows = await this.#db.tuples<readonly [number, string]>(INBOX_SQL.oldest, [limit])
    return rows.map(([id, arrival]) => ({ id, arrival: JSON.parse(arrival) as Arrival }))
  }

  async remove(ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await this.#db.run(INBOX_SQL.remove, [ids])
  }
}
