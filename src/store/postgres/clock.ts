import type { Clock } from '../../model/time.ts'
import type { Connection } from '../connection.ts'

/** The clock of the database, which all nodes share. */
export interface DatabaseClock {
  readonly now: Clock
  /** Measures the difference between this machine's clock and the database's. It is 0 until then. */
  set(): Promise<void>
}

export const CLOCK_SQL = {
  read: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8',
} as const

/** @param own this machine's clock */
export function openDatabaseClock(db: Connection, own: Clock): DatabaseClock {
  let aheadMs = 0
  return {
    now: () => own() + aheadMs,
    async set() {
      const asked = own()
      const [row] = await db.tuples<readonly [number]>(CLOCK_SQL.read)
      if (row === undefined) return
      // The database read its clock between request and response: both bounds allow for a busy thread.
      const [least, most] = [row[0] - own(), row[0] - asked].map(Math.round)
      aheadMs = Math.min(Math.max(aheadMs, least ?? 0), most ?? 0)
    },
  }
}
