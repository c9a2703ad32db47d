import { placeOf, type PostgresAddress } from '../../model/store-address.ts'
import type { CheckConnection, CheckedStore } from '../check/checked-store.ts'
import type { Connection } from '../connection.ts'
import { PostgresDatabase } from './database.ts'
import { asOpenFailure } from './failure.ts'
import { checkUpToDate } from './migrations.ts'
import { CHANGE_CHANNEL } from './transaction.ts'

/** Opens a store for checks. Same errors as `openPostgresReadStore`. */
export async function openCheckedPostgres(address: PostgresAddress): Promise<CheckedStore> {
  const db = new PostgresDatabase(address.url)
  try {
    await checkUpToDate(db, placeOf(address))
  } catch (error) {
    await db.close()
    throw asOpenFailure(placeOf(address), error)
  }
  return {
    engine: 'postgres',
    // The server checks its own files: data checksums and pg_amcheck.
    engineFaults: () => Promise.resolve([]),
    rebuildIndexes: () => Promise.resolve(),
    read: (work) => db.snapshot((connection) => work(checkedOn(connection))),
    write: (work) =>
      db.write(async (tx) => {
        const result = await work(checkedOn(tx))
        await tx.run(`SELECT pg_notify('${CHANGE_CHANNEL}', '')`)
        return result
      }),
    close: () => db.close(),
  }
}

function checkedOn(connection: Connection): CheckConnection {
  return {
    rows: (sql, values) => connection.rows(sql, values),
    async run(sql, values) {
      await connection.run(sql, values)
    },
  }
}
