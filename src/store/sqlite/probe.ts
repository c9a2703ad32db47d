import { ITEM_COLUMNS } from '../rows/item-row.ts'
import { SqliteConnection } from './connection.ts'
import type { Database } from './driver.ts'

export const PROBE_SQL = {
  newest: `SELECT ${ITEM_COLUMNS} FROM items i LEFT JOIN stories s ON s.id = i.story_id ORDER BY i.id DESC LIMIT 1`,
  following: `SELECT i.id, i.url, i.title, c.html FROM items i LEFT JOIN contents c ON c.item_id = i.id
    WHERE i.id > $1 ORDER BY i.id LIMIT 1`,
} as const

/**
 * Tests whether items can be read from the file. It has its own connection without a page cache, since cached pages would
 * still be readable after the file was overwritten.
 */
export class Probe {
  readonly #open: () => Database
  #db: Database | undefined
  #connection: SqliteConnection | undefined
  /** Each probe reads another item, so damage anywhere in the file is found over time. */
  #lastId = 0

  /** @param open opens the store for reading */
  constructor(open: () => Database) {
    this.#open = open
  }

  /** Rejects if the store cannot be read. */
  async read(): Promise<void> {
    const connection = (this.#connection ??= this.#connect())
    await connection.rows(PROBE_SQL.newest)
    const [next] = await connection.rows<{ readonly id: number }>(PROBE_SQL.following, [this.#lastId])
    this.#lastId = next?.id ?? 0
  }

  close(): void {
    this.#db?.close()
  }

  #connect(): SqliteConnection {
    this.#db = this.#open()
    this.#db.pragma('cache_size = 0')
    return new SqliteConnection(this.#db)
  }
}
