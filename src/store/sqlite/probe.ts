import type { Database } from 'better-sqlite3'
import { ITEM_COLUMNS } from '../item-row.ts'
import { type Prepared, prepareAll } from './statements.ts'

export const PROBE_SQL = {
  newest: `SELECT ${ITEM_COLUMNS} FROM items i LEFT JOIN stories s ON s.id = i.story_id ORDER BY i.id DESC LIMIT 1`,
  following: `SELECT i.id, i.url, i.title, c.html FROM items i LEFT JOIN contents c ON c.item_id = i.id
    WHERE i.id > ? ORDER BY i.id LIMIT 1`,
} as const

/**
 * Tests whether items can be read from the file. It has its own connection without a page cache, since cached pages would
 * still be readable after the file was overwritten.
 */
export class Probe {
  readonly #open: () => Database
  #db: Database | undefined
  #sql: Prepared<typeof PROBE_SQL> | undefined
  /** Each probe reads another item, so damage anywhere in the file is found over time. */
  #lastId = 0

  /** @param open opens the store for reading */
  constructor(open: () => Database) {
    this.#open = open
  }

  /** Throws if the store cannot be read. */
  read(): void {
    const sql = this.#statements()
    sql.newest.get()
    const next = (sql.following.get(this.#lastId) ?? sql.following.get(0)) as { id: number } | undefined
    this.#lastId = next?.id ?? 0
  }

  close(): void {
    this.#db?.close()
  }

  #statements(): Prepared<typeof PROBE_SQL> {
    if (this.#sql !== undefined) return this.#sql
    this.#db = this.#open()
    this.#db.pragma('cache_size = 0')
    this.#sql = prepareAll(this.#db, PROBE_SQL)
    return this.#sql
  }
}
