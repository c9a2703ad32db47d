import type { Clock } from '../../model/time.ts'
import type { Connection } from '../connection.ts'

/** The time of the database, which all nodes of a store have in common. */
export interface DatabaseClock {
  readonly now: Clock
  /** Compares this machine's clock with that of the database. Until then, and unless that shows a difference, they are the same. */
  set(): Promise<void>
}

export const CLOCK_SQL = {
  read: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8',
} as const

/** @param own the clock of this machine */
export function openDatabaseClock(db: Connection, own: Clock): DatabaseClock {
  let aheadMs = 0
  return {
    now: () => own() + aheadMs,
    async set() {
      const asked = own()
      const [row] = await db.tuples<readonly [number]>(CLOCK_SQL.read)
      if (row === undefined) return
      // It was read at some time before the answer. A thread that was busy shows no difference that is not there.
      const [least, most] = [row[0] - own(), row[0] - asked].map(Math.round)
      aheadMs = Math.min(Math.max(aheadMs, least ?? 0), most ?? 0)
    },
  }
}
