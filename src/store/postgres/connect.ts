import { fieldsJson } from '../../model/fields-json.ts'
import { itemJson } from '../../model/item.ts'
import type { PostgresAddress } from '../../model/store-address.ts'
import type { ColumnsCacheOptions } from '../columns/columns-cache.ts'
import type { EncodedItem } from '../columns/item-json-cache.ts'
import { findValue } from '../connection.ts'
import { type OpenStore, openedStore } from '../open-store.ts'
import { itemReads } from '../reads/items.ts'
import { type AnswerLimits, openDatabase, type PostgresDatabase } from './database.ts'
import { type Listener, listenForChanges } from './listener.ts'
import { CURRENT_SCHEMA, NEWEST_VERSION } from './migrations.ts'
import { RowReader } from './replicas.ts'

export interface PostgresOptions extends ColumnsCacheOptions {
  /** Whether the store refreshes when another node writes; default false. `refresh` always works. */
  readonly listens?: boolean
}

export const ENGINE_SQL = {
  newest: 'SELECT id, url, title FROM items ORDER BY id DESC LIMIT 1',
  bytes: `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint AS bytes FROM pg_class c
    WHERE c.relnamespace = ${CURRENT_SCHEMA} AND c.relkind = 'r'`,
  keepCache: `INSERT INTO caches (name, bytes) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes`,
  readCache: 'SELECT bytes FROM caches WHERE name = $1',
} as const

const LIVE_STORIES = 'live-stories'

/**
 * Opens a store's connections and its change feed.
 *
 * @throws DigestError like `openPostgresStore`; nothing stays open then
 */
export function connect(
  address: PostgresAddress,
  options: PostgresOptions,
  prepare: (db: PostgresDatabase, place: string) => Promise<void>,
  limits: AnswerLimits,
  readUrls: readonly string[] = [],
): Promise<OpenStore & { readonly db: PostgresDatabase }> {
  return openDatabase(address, limits, async (db, place) => {
    await prepare(db, place)
    let reader: RowReader | undefined
    let listener: Listener | undefined
    const store = await openedStore({
      db,
      address,
      options,
      ...(readUrls.length > 0 && {
        rowsOf: (version) => (reader = new RowReader(db.outside, readUrls, limits, version)),
      }),
      engineOf: (names) => ({
        name: 'postgres',
        schemaVersion: NEWEST_VERSION,
        check: () => undefined,
        ping: async () => void (await (reader ?? db).rows(ENGINE_SQL.newest)),
        bytes: async () => (await findValue<number>(reader ?? db, ENGINE_SQL.bytes)) ?? 0,
        async findItemJson(ids): Promise<EncodedItem[]> {
          const items = await itemReads(reader ?? db, names).findItems(ids)
          return items.map((item) => ({ id: item.id, json: Buffer.from(JSON.stringify(itemJson(item))) }))
        },
        async findContentJson(ids) {
          const contents = await itemReads(reader ?? db, names).findContents(ids)
          return new Map([...contents].map(([id, content]) => [id, fieldsJson(content)]))
        },
        async keepLiveStories(parts) {
          await db.outside
            .run(ENGINE_SQL.keepCache, [LIVE_STORIES, Buffer.concat(parts)])
            .catch(() => undefined)
        },
        readLiveStories: () =>
          findValue<Buffer>(db.outside, ENGINE_SQL.readCache, [LIVE_STORIES]).catch(() => undefined),
        async close() {
          await listener?.close()
          await reader?.close()
          await db.close()
        },
      }),
    })
    if (options.listens === true)
      listener = listenForChanges(address.url, () => void store.changeFeed.refresh().catch(() => undefined))
    return { ...store, db }
  })
}
