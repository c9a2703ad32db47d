import { placeOf, type StoreAddress } from '../model/store-address.ts'
import {
  type CachedStore,
  columnsFileOf,
  ColumnsCache,
  type ColumnsCacheOptions,
} from './columns/columns-cache.ts'
import type { EncodedItem } from './columns/item-json-cache.ts'
import { type Connection, type Database, findValue } from './connection.ts'
import { UNFINISHED_COPY, unfinishedCopy } from './copy/tables.ts'
import { ChangeFeed } from './follow/change-feed.ts'
import { storeSearchSource } from './follow/store-search-source.ts'
import { IS_WHOLE_AFTER } from './rows/change-row.ts'
import { StoreNames } from './rows/store-names.ts'
import type { SearchSource, StoreVersion } from './search-source.ts'

export interface OpenStore {
  readonly db: Database
  /** The connection of reads. */
  readonly rows: Connection
  readonly names: StoreNames
  readonly changeFeed: ChangeFeed
  readonly searchSource: SearchSource
  readonly engine: OpenEngine
}

/** What differs between the engines, for an open store. */
export interface OpenEngine {
  readonly name: 'sqlite' | 'postgres'
  readonly schemaVersion: number
  /** Throws if the store's files were replaced since it was opened. */
  check(): void
  /** Reads from the disk or the server. Rejects if that fails. */
  ping(): Promise<void>
  /** In bytes. */
  bytes(): Promise<number>
  /** Returns the JSON of items in the order of `ids`. Deleted items are left out. */
  findItemJson(ids: readonly number[]): Promise<EncodedItem[]>
  /** Like `ReadStore.findContentJson`. */
  findContentJson(ids: readonly number[]): Promise<Map<number, Buffer>>
  /** Saves the live stories in a cache. Never rejects. */
  keepLiveStories(parts: readonly Uint8Array[]): Promise<void>
  readLiveStories(): Promise<Uint8Array | undefined>
  close(): Promise<void>
}

export const OPEN_SQL = {
  unfinished: `SELECT value FROM counters WHERE name = '${UNFINISHED_COPY}'`,
  identity: 'SELECT CAST(id AS text) FROM identity',
  change: `SELECT kind, item_id, story_id, source_id, reasons, at FROM changes WHERE seq = $1 AND ${IS_WHOLE_AFTER}`,
} as const

/** A store whose connections are open. */
interface Opened {
  readonly db: Database
  readonly address: StoreAddress
  readonly options: ColumnsCacheOptions
  /** Makes the engine when the names are loaded. */
  readonly engineOf: (names: StoreNames) => OpenEngine
  /** The connection of reads; default `db`. @param version the version that this process last gave its clients */
  readonly rowsOf?: (version: () => StoreVersion) => Connection
}

/** Loads the state of an open store. @throws DigestError('storeForeign') if it is an unfinished copy */
export async function openedStore({ db, address, options, engineOf, rowsOf }: Opened): Promise<OpenStore> {
  if ((await db.rows(OPEN_SQL.unfinished)).length > 0) throw unfinishedCopy(placeOf(address))
  const names = new StoreNames(db)
  const engine = engineOf(names)
  const cache = new ColumnsCache(cachedStore(db, engine.schemaVersion), options, columnsFileOf(address.file))
  const changeFeed = new ChangeFeed(db, names, cache)
  await names.load()
  await changeFeed.start()
  const reader = rowsOf?.(() => changeFeed.version())
  const searchSource = storeSearchSource({ db, rows: reader ?? db.outside, names, changeFeed, address })
  return { db, rows: reader ?? db, names, changeFeed, searchSource, engine }
}

/** Identifies the store for the columns file. */
export function cachedStore(db: Database, schemaVersion: number): CachedStore {
  return {
    identity: async () => ({ storeId: await storeId(db.outside), schemaVersion }),
    async changeText(seq) {
      const [change] = await db.outside.tuples(OPEN_SQL.change, [seq])
      return change && JSON.stringify(change)
    },
  }
}

/** The permanent id of a store. */
export async function storeId(db: Connection): Promise<string> {
  return (await findValue<string>(db, OPEN_SQL.identity)) ?? ''
}
