import { basename } from 'node:path'
import type { Database as Driver } from 'better-sqlite3'
import { DigestError } from '../../model/errors.ts'
import { type OpenEngine, type OpenStore, openedStore } from '../open-store.ts'
import type { ReadStore } from '../read-store.ts'
import { readMethods } from '../reads/read-methods.ts'
import { ITEM_COLUMNS } from '../rows/item-row.ts'
import type { OpenedSearchSource } from '../search-source.ts'
import { readSideFile, writeSideFile } from '../side-file.ts'
import type { Store } from '../store.ts'
import { writeMethods } from '../writes/write-methods.ts'
import { migrateAlone } from './collector-lock.ts'
import { SqliteConnection } from './connection.ts'
import { SqliteDatabase } from './database.ts'
import { databaseBytes } from './inspect.ts'
import { type ContentJsonRow, ITEM_JSON_SQL, type ItemJsonRow, jsonById } from './item-json.ts'
import { schemaVersion } from './migrations.ts'
import { asOpenFailure, emptyLog, openForReading, openForWriting, type SqliteOptions } from './open-file.ts'
import { idOf, realPathOf } from './store-files.ts'

export const PROBE_SQL = {
  newest: `SELECT ${ITEM_COLUMNS} FROM items i LEFT JOIN stories s ON s.id = i.story_id ORDER BY i.id DESC LIMIT 1`,
  following: `SELECT i.id, i.url, i.title, c.html FROM items i LEFT JOIN contents c ON c.item_id = i.id
    WHERE i.id > $1 ORDER BY i.id LIMIT 1`,
} as const

/**
 * Opens the store for reading and writing. Creates it if needed. Columns are built for the first list.
 *
 * @throws DigestError('storeForeign' | 'storeNewer') with the file untouched; `storeForbidden` if a permission is
 *   missing; `storeInUse` if it is older and a service collects into it; `storeFailed` if it cannot be opened for
 *   another reason
 */
export async function openSqliteStore(file: string, options: SqliteOptions): Promise<Store> {
  const driver = openForWriting(file, options, (migrate) => migrateAlone(file, migrate))
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

/** Opens an existing store for reading only, and builds its columns. Same errors as `openSqliteStore`. */
export async function openSqliteReadStore(file: string, options: SqliteOptions): Promise<ReadStore> {
  const store = await connect(openForReading(file), file, options)
  await store.changeFeed.loaded()
  return readMethods(store)
}

/** Opens a store for the indexing thread. Same errors as `openSqliteStore`. */
export async function openSqliteSearchSource(file: string): Promise<OpenedSearchSource> {
  const { searchSource, engine } = await connect(openForReading(file), file, { now: Date.now })
  return { source: searchSource, close: () => engine.close() }
}

async function connect(driver: Driver, file: string, options: SqliteOptions): Promise<OpenStore> {
  try {
    const address = { kind: 'sqlite', file } as const
    // A first read makes SQLite open all its files.
    await new SqliteConnection(driver).rows('SELECT name FROM counters')
    const db = new SqliteDatabase(driver, openedFilesCheck(driver, file))
    return await openedStore({
      db,
      address,
      options,
      engineOf: () => engineOf(driver, file, db),
    })
  } catch (error) {
    driver.close()
    throw asOpenFailure(file, error)
  }
}

function engineOf(driver: Driver, file: string, db: SqliteDatabase): OpenEngine {
  const probe = probeOf(() => openForReading(file))
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
    bytes: async () => databaseBytes(driver) ?? 0,
    async findItemJson(ids) {
      const [row] = await db.tuples<ItemJsonRow>(ITEM_JSON_SQL.list, [ids])
      const found = jsonById(row ?? [null, null])
      return ids.flatMap((id) => {
        const json = found.get(id)
        return json === undefined ? [] : { id, json }
      })
    },
    findContentJson: async (ids) => new Map(await db.tuples<ContentJsonRow>(ITEM_JSON_SQL.contents, [ids])),
    keepLiveStories: (parts) => writeSideFile(liveStories, parts),
    readLiveStories: () => readSideFile(liveStories),
    async close() {
      probe.close()
      await db.close()
    },
  }
}

/**
 * Tests whether items can be read from the file. Its own connection has no page cache: cached pages would still be
 * readable after the file was overwritten.
 */
function probeOf(open: () => Driver) {
  let db: Driver | undefined
  let connection: SqliteConnection | undefined
  /** Each probe reads another item, so that damage anywhere is found over time. */
  let lastId = 0

  function connect(): SqliteConnection {
    db = open()
    db.pragma('cache_size = 0')
    return new SqliteConnection(db)
  }

  return {
    /** Rejects if the store cannot be read. */
    async read(): Promise<void> {
      connection ??= connect()
      await connection.rows(PROBE_SQL.newest)
      const [next] = await connection.rows<{ readonly id: number }>(PROBE_SQL.following, [lastId])
      lastId = next?.id ?? 0
    },
    close: () => void db?.close(),
  }
}

/**
 * Watches the files of an open store. If they are deleted or replaced, SQLite continues with the opened ones, and all
 * that it writes is lost when it closes them.
 *
 * @param db must have read something, so that SQLite has opened all its files
 * @returns throws DigestError('storeFailed') while the opened files are not at their paths
 */
function openedFilesCheck(db: Driver, file: string): () => void {
  const opened = present()
  return () => {
    if (!db.open) return
    const lost = whatIsLost()
    if (lost === undefined) return
    // Writes the log into its own store. After a crash SQLite would apply it to another store at this path.
    if (!db.readonly) emptyLog(db)
    throw new DigestError('storeFailed', lost)
  }

  function whatIsLost(): string | undefined {
    const { store, log, logIndex } = present()
    if (store !== opened.store) {
      const what = store === undefined ? 'was deleted or moved away' : 'was replaced by another file'
      return `${file} ${what} while it was open: nothing is saved. Move the file back that was there; or stop the service, put a store in place (content-digest restore), and start it again`
    }
    if (log === opened.log && logIndex === opened.logIndex) return undefined
    const ending = log === opened.log ? '-shm' : '-wal'
    return `${realPathOf(file)}${ending} was deleted or replaced while the store was open: nothing is saved. Stop the service with SIGTERM, so that it moves what it has into ${basename(file)}, and start it again`
  }

  function present() {
    const real = realPathOf(file)
    return { store: idOf(real), log: idOf(`${real}-wal`), logIndex: idOf(`${real}-shm`) }
  }
}
