import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, DigestError } from '../../model/errors.ts'
import type { ColumnsCacheOptions } from '../columns/columns-cache.ts'
import { APPLICATION_ID, createFile } from './create-file.ts'
import { Database } from './driver.ts'
import { asStoreFailure } from './failure.ts'
import { migrate, NEWEST_VERSION, schemaVersion } from './migrations.ts'
import { realPathOf, refuseHardLinks, sizeOf } from './store-files.ts'

export interface SqliteOptions extends ColumnsCacheOptions {
  /** Timeout of writes for locks of other connections; default 10 s. */
  readonly busyTimeoutMs?: number
}

const BUSY_TIMEOUT_MS = 10_000

/** Time limit for readers that block a checkpoint. */
const EMPTY_LOG_MS = 1_000

/** Log size of a checkpoint. Each checkpoint syncs the disk, and first visits write much. */
const CHECKPOINT_BYTES = 40_000_000

/** Page cache of a reading connection. 64 MiB is no faster, since the system caches too. Setting it finds damage. */
const READ_CACHE_KIB = 16 * 1024
/** Page cache of a writing connection. Most writes add pages, so a larger cache would only take 40 MB more. */
const WRITE_CACHE_KIB = 16 * 1024

/**
 * Opens the database and migrates its schema. Creates it if needed.
 *
 * @param migrating runs the migration of an older schema, or throws
 * @throws DigestError('storeForeign' | 'storeNewer') with the file untouched; `storeForbidden` if the file or its
 *   folder is not writable; `storeFailed` if it cannot be opened for another reason
 */
export function openForWriting(
  file: string,
  { now, busyTimeoutMs = BUSY_TIMEOUT_MS }: SqliteOptions = { now: Date.now },
  migrating: (work: () => void) => void = (work) => work(),
): Database {
  return opening(file, () => {
    if (!isThere(file)) createFile(file, now())
    // SQLite would open a read-only file, and fail at the first write.
    accessSync(file, constants.W_OK)
    return connect(file, { timeout: busyTimeoutMs }, (db) => {
      tune(db, WRITE_CACHE_KIB)
      db.pragma('synchronous = NORMAL')
      db.pragma(`wal_autocheckpoint = ${Math.ceil(CHECKPOINT_BYTES / pageBytes(db))}`)
      if (schemaVersion(db) >= NEWEST_VERSION) return
      migrating(() => migrate(db))
      // `isThere` reads the file's header without the log, so the new version must be in the file.
      db.pragma('wal_checkpoint(TRUNCATE)')
    })
  })
}

/** Opens an existing database of the current schema for reading only. Same errors as `openForWriting`. */
export function openForReading(file: string): Database {
  return openOfAnyVersion(file, (db) => {
    if (schemaVersion(db) < NEWEST_VERSION) {
      throw new DigestError(
        'storeFailed',
        `${file} has an older schema: start 'content-digest serve' or 'collect' of this version once, which brings it up to date`,
      )
    }
    tune(db, READ_CACHE_KIB)
  })
}

/**
 * Opens an existing database of any older schema for reading only. Same errors as `openForWriting`.
 *
 * @param prepare checks or configures it; if it throws, the database is closed
 */
export function openOfAnyVersion(file: string, prepare: (db: Database) => void = () => undefined): Database {
  return opening(file, () => {
    if (!isThere(file)) throw new DigestError('storeFailed', `there is no store at ${file}`)
    return connect(file, { timeout: BUSY_TIMEOUT_MS, readonly: true }, prepare)
  })
}

export function closing<T>(db: Database, use: (db: Database) => T): T {
  try {
    return use(db)
  } finally {
    db.close()
  }
}

function opening<T>(file: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw asOpenFailure(file, error)
  }
}

function connect(
  file: string,
  options: { readonly timeout: number; readonly readonly?: boolean },
  prepare: (db: Database) => void,
): Database {
  const db = new Database(file, { ...options, fileMustExist: true })
  try {
    checkIdentity(file, Number(db.pragma('application_id', { simple: true })), schemaVersion(db))
    prepare(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Checkpoints the write-ahead log, so that the file alone is the whole store. Fails silently if another connection is
 * reading or the disk is full; the next close or start tries again.
 */
export function emptyLog(db: Database): void {
  if (!db.open) return
  const timeoutMs = Number(db.pragma('busy_timeout', { simple: true }))
  try {
    db.pragma(`busy_timeout = ${EMPTY_LOG_MS}`)
    db.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
  } finally {
    db.pragma(`busy_timeout = ${timeoutMs}`)
  }
}

/** Checkpoints the log while the disk has room for it: a log that has filled the disk cannot be checkpointed. */
export function keepRoom(db: Database): void {
  const file = realPathOf(db.name)
  const logBytes = sizeOf(`${file}-wal`) ?? 0
  if (logBytes === 0) return
  const { bavail, bsize } = statfsSync(dirname(file))
  if (logBytes > bavail * bsize) emptyLog(db)
}

function tune(db: Database, cacheKib: number): void {
  db.pragma(`cache_size = -${cacheKib}`)
  db.pragma('temp_store = MEMORY')
}

function pageBytes(db: Database): number {
  return Number(db.pragma('page_size', { simple: true }))
}

/** Error codes of the driver and the file system for missing permissions, or a folder instead of a file. */
const FORBIDDEN = /^(?:SQLITE_(?:CANTOPEN|READONLY|PERM)|EACCES|EPERM|EROFS|EISDIR|ENOTDIR)/

const DAMAGED = /^SQLITE_(?:CORRUPT|NOTADB)/

/** Advice for a damaged store. */
export const WAY_OUT =
  'The file was left as it is: stop the service, move the file away with those beside it, and restore a backup (content-digest restore)'

/** Makes the error of a file that cannot be opened or is damaged, with the file's name and the driver's reason. */
export function asOpenFailure(file: string, error: unknown): unknown {
  if (error instanceof DigestError) return error
  if (!(error instanceof Error)) return error
  const code = codeOf(error) ?? ''
  if (FORBIDDEN.test(code)) {
    // SQLite writes beside the file even when it only reads.
    const message = `${file} cannot be opened: it and its folder must be writable (${code})`
    return new DigestError('storeForbidden', message, { cause: error })
  }
  const failure = asStoreFailure(error)
  if (failure instanceof DigestError) {
    const wayOut = DAMAGED.test(code) ? `. ${WAY_OUT}` : ''
    return new DigestError('storeFailed', `${file} cannot be opened: ${failure.message}${wayOut}`, {
      cause: error,
    })
  }
  // The driver throws a TypeError if the folder is missing.
  if (code !== '' || error instanceof TypeError)
    return new DigestError('storeFailed', `${file} cannot be opened: ${error.message}`, { cause: error })
  return error
}

/**
 * Whether the store exists. Reads the header without SQLite, which would create files beside a foreign database. If
 * SQLite's files exist, this process may have the file open, and it is not read: closing a file drops all POSIX locks
 * of the process on it, and another process could then remove the log in use.
 *
 * @throws DigestError('storeForeign') if it is not our database; `storeNewer` if its schema is newer;
 *   `storeForbidden` if it cannot be read; `storeUnusable` if it has hard links
 * @see https://www.sqlite.org/fileformat.html#the_database_header
 * @see https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 */
function isThere(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isFile() === true) {
    if (found.size === 0) return false
    refuseHardLinks(file)
    if (existsSync(`${realPathOf(file)}-shm`)) return true
  } else if (found !== undefined && !found.isDirectory()) {
    // Reading a pipe would block.
    throw new DigestError('storeForeign', `${file} is a device, pipe or socket; a store is a file`)
  }
  const header = readHeader(file)
  if (header === undefined) return false
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, 16) !== MAGIC) {
    throw new DigestError('storeForeign', `${file} is not a SQLite database. ${WAY_OUT}`)
  }
  checkIdentity(file, header.readUInt32BE(APPLICATION_ID_AT), header.readUInt32BE(USER_VERSION_AT))
  return true
}

function checkIdentity(file: string, applicationId: number, userVersion: number): void {
  if (applicationId !== APPLICATION_ID) {
    throw new DigestError('storeForeign', `${file} is another program's database; it was left as it is`)
  }
  if (userVersion > NEWEST_VERSION) {
    throw new DigestError(
      'storeNewer',
      `${file} was written by a newer version of content-digest (schema ${userVersion}, this one knows ${NEWEST_VERSION}); it was left as it is. Run that version, or restore a backup of this one to another place (content-digest restore)`,
    )
  }
}

const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'
const USER_VERSION_AT = 60
const APPLICATION_ID_AT = 68

function readHeader(file: string): Buffer | undefined {
  try {
    const descriptor = openSync(file, 'r')
    try {
      const header = Buffer.alloc(HEADER_BYTES)
      return header.subarray(0, readSync(descriptor, header, 0, HEADER_BYTES, 0))
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return undefined
    throw new DigestError('storeForbidden', `${file} cannot be read (${String(code)})`, { cause: error })
  }
}
