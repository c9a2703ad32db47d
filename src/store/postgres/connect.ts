import { type PostgresAddress, placeOf } from '../../model/store-address.ts'
import type { Clock } from '../../model/time.ts'
import { type CachedStore, columnsFileOf, ColumnsCache } from '../columns-cache.ts'
import { UNFINISHED_COPY, unfinishedCopy } from '../copy/tables.ts'
import { ChangeFeed } from './change-feed.ts'
import type { Connection } from './connection.ts'
import { Database, type ReadLimits } from './database.ts'
import { asOpenFailure } from './failure.ts'
import { type Listener, listenForChanges } from './listener.ts'
import { NEWEST_VERSION } from './migrations.ts'
import { Names } from './names.ts'
import { RowReader } from './replicas.ts'
import { PostgresSearchSource } from './search-source.ts'

export interface PostgresOptions {
  readonly now: Clock
  /** Whether the store refreshes itself when another node has written; default false. `refresh` works in any case. */
  readonly listens?: boolean
  /** Stores of fewer items keep no columns in a file; default 20,000. */
  readonly minItemsOfFile?: number
}

export const CONNECT_SQL = {
  unfinished: `SELECT value FROM counters WHERE name = '${UNFINISHED_COPY}'`,
  identity: 'SELECT id::text AS id FROM identity',
  changeText: `SELECT json_build_array(kind, item_id, story_id, source_id, at)::text AS text FROM changes WHERE seq = $1`,
} as const

/** What reads and writes of an open store need. */
export interface Connected {
  readonly db: Database
  /** Where rows are read. */
  readonly rows: Connection
  readonly names: Names
  readonly changeFeed: ChangeFeed
  readonly searchSource: PostgresSearchSource
  readonly close: () => Promise<void>
}

/**
 * Opens the connections of a store, and what follows its changes.
 *
 * @param prepare checks or migrates the tables
 * @param limits of a store that only serves. Replicas answer its reads too
 * @throws DigestError as `openPostgresStore` does; nothing stays open then
 */
export async function connect(
  address: PostgresAddress,
  options: PostgresOptions,
  prepare: (db: Database, place: string) => Promise<void>,
  limits?: ReadLimits,
): Promise<Connected> {
  const place = placeOf(address)
  const db = new Database(address.url, limits)
  try {
    await db.requireSessions(place)
    await prepare(db, place)
    if ((await db.rows(CONNECT_SQL.unfinished)).length > 0) throw unfinishedCopy(place)
    const names = new Names(db)
    const cache = new ColumnsCache(cachedStore(db), options, columnsFileOf(address.file))
    const changeFeed = new ChangeFeed(db, names, cache)
    await names.load()
    await changeFeed.start()
    const reader = limits && new RowReader(db.outside, address.readUrls, limits, () => changeFeed.version())
    const listener: Listener | undefined = options.listens
      ? listenForChanges(address.url, () => void changeFeed.refresh().catch(() => undefined))
      : undefined
    return {
      db,
      rows: reader ?? db,
      names,
      changeFeed,
      searchSource: new PostgresSearchSource({ db, rows: reader ?? db.outside, names, changeFeed, address }),
      async close() {
        await listener?.close()
        await reader?.close()
        await db.close()
      },
    }
  } catch (error) {
    await db.close()
    throw asOpenFailure(place, error)
  }
}

/** What the columns' file is tied to. */
function cachedStore(db: Database): CachedStore {
  return {
    identity: async () => ({ storeId: await storeId(db.outside), schemaVersion: NEWEST_VERSION }),
    async changeText(seq) {
      const [change] = await db.outside.rows<{ readonly text: string }>(CONNECT_SQL.changeText, [seq])
      return change?.text
    },
  }
}

export async function storeId(db: Connection): Promise<string> {
  const [identity] = await db.rows<{ readonly id: string }>(CONNECT_SQL.identity)
  return identity?.id ?? ''
}
