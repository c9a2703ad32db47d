import type { Database as Driver } from 'better-sqlite3'
import { type OpenEngine, type OpenStore, openedStore } from '../open-store.ts'
import type { ReadStore } from '../read-store.ts'
import { readMethods } from '../reads/read-methods.ts'
import type { SearchSource } from '../search-source.ts'
import { readSideFile, writeSideFile } from '../side-file.ts'
import type { Store } from '../store.ts'
import { writeMethods } from '../writes/write-methods.ts'
import { SqliteConnection } from './connection.ts'
import { SqliteDatabase } from './database.ts'
import { type ContentJsonRow, ITEM_JSON_SQL, type ItemJsonRow, jsonById } from './item-json.ts'
import { schemaVersion } from './migrations.ts'
import { asOpenFailure, emptyLog, openForReading, openForWriting, type SqliteOptions } from './open-file.ts'
import { OpenedFiles } from './opened-files.ts'
import { Probe } from './probe.ts'

export type { SqliteOptions }

/**
 * Opens the store for reading and writing. Creates it if there is none. The columns in memory are built when a list is
 * first read, so a thread that only writes never builds them.
 *
 * @throws DigestError('storeForeign' | 'storeNewer') with the file untouched; `storeForbidden` if a permission is missing;
 *   `storeFailed` if it cannot be opened for another reason
 */
export async function openSqliteStore(file: string, options: SqliteOptions): Promise<Store> {
  const driver = openForWriting(file, options)
  const store = await connect(driver, file, options)
  const methods = { ...readMethods(store), ...writeMethods(store, options.now) }
  return {
    ...methods,
    async close() {
      emptyLog(driver)
      await methods.close()
    },
  }
}

/** Opens an existing store for reading only and builds its columns. Same errors as `openSqliteStore`. */
export async function openSqliteReadStore(file: string, options: SqliteOptions): Promise<ReadStore> {
  const store = await connect(openForReading(file, options), file, options)
  await store.changeFeed.loaded()
  return readMethods(store)
}

/** Opens a store for the thread that indexes it. Same errors as `openSqliteStore`. */
export async function openSqliteSearchSource(file: string): Promise<{
  readonly source: SearchSource
  readonly close: () => Promise<void>
}> {
  const options = { now: Date.now }
  const { searchSource, engine } = await connect(openForReading(file, options), file, options)
  return { source: searchSource, close: () => engine.close() }
}

async function connect(driver: Driver, file: string, options: SqliteOptions): Promise<OpenStore> {
  try {
    const address = { kind: 'sqlite', file } as const
    // SQLite has all its files open once it has read something.
    await new SqliteConnection(driver).rows('SELECT name FROM counters')
    const files = new OpenedFiles(driver, file)
    const db = new SqliteDatabase(driver, () => files.check())
    return await openedStore({
      db,
      address,
      options,
      engineOf: () => engineOf(driver, file, options, db),
    })
  } catch (error) {
    driver.close()
    throw asOpenFailure(file, error)
  }
}

function engineOf(driver: Driver, file: string, options: SqliteOptions, db: SqliteDatabase): OpenEngine {
  const probe = new Probe(() => openForReading(file, options))
  const liveStories = `${driver.name}-stories`
  return {
    name: 'sqlite',
    schemaVersion: schemaVersion(driver),
    check: () => db.check(),
    async ping() {
      db.check()
      await db.rows('SELECT 1 AS answer')
      await probe.read()
    },
    bytes: async () =>
      Number(driver.pragma('page_count', { simple: true })) *
      Number(driver.pragma('page_size', { simple: true })),
    async findItemJson(ids) {
      const [row] = await db.tuples<ItemJsonRow>(ITEM_JSON_SQL.list, [ids])
      const found = jsonById(row ?? [null, null])
      return ids.flatMap((id) => {
        const json = found.get(id)
        return json === undefined ? [] : { id, json }
      })
    },
    findContentJson: async (ids) => new Map(await db.tuples<ContentJsonRow>(ITEM_JSON_SQL.contents, [ids])),
    keepLiveStories: (bytes) => writeSideFile(liveStories, bytes),
    readLiveStories: () => readSideFile(liveStories),
    async close() {
      probe.close()
      await db.close()
    },
  }
}
