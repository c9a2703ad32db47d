import {
  copyFileSync,
  constants,
  linkSync,
  mkdirSync,
  rmSync,
  statSync,
  closeSync,
  existsSync,
  openSync,
  readSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, DigestError } from '../../model/errors.ts'
import type { Clock, EpochMs } from '../../model/time.ts'
import { Database } from './driver.ts'
import { asStoreFailure } from './failure.ts'
import { migrate, readMigrations, schemaVersion } from './migrations.ts'

export interface SqliteOptions {
  readonly now: Clock
  /** Timeout for locks of other connections; default 10 s. */
  readonly busyTimeoutMs?: number
  /** Stores of fewer items keep no columns in a file; default 20,000. */
  readonly minItemsOfFile?: number
}

const BUSY_TIMEOUT_MS = 10_000

/** How long a store that closes waits for others who are reading. */
const EMPTY_LOG_MS = 1_000

/** Of a new store. An article's text has some 2 kB: of those a page of the usual 4 KiB holds one and is half empty. */
const PAGE_BYTES = 8_192

/** What the write-ahead log holds before a checkpoint: each syncs the disk, and a first collection writes much. */
const CHECKPOINT_BYTES = 40_000_000

/** Page cache of a connection that answers. */
const READ_CACHE_KIB = 64 * 1024
/** Writes are mostly of new pages: a larger cache only takes 40 MB more in a first collection. */
const WRITE_CACHE_KIB = 16 * 1024

/**
 * Opens the database, made first where there is none, and brings its schema up to date.
 *
 * @throws DigestError('storeForeign' | 'storeNewer') with the file untouched, `storeForbidden` where it or its folder
 * may not be written, `storeFailed` where it cannot be opened for another reason
 */
export function openForWriting(file: string, options: SqliteOptions): Database {
  const migrations = readMigrations()
  const newest = migrations.at(-1)?.version ?? 0
  try {
    if (checkFile(file, newest) === 'absent') createFile(file, options.now())
    const db = new Database(file, { timeout: options.busyTimeoutMs ?? BUSY_TIMEOUT_MS, fileMustExist: true })
    try {
      checkIdentity(file, Number(db.pragma('application_id', { simple: true })), schemaVersion(db), newest)
      tune(db, WRITE_CACHE_KIB)
      db.pragma('synchronous = NORMAL')
      db.pragma(`wal_autocheckpoint = ${Math.ceil(CHECKPOINT_BYTES / pageBytes(db))}`)
      if (schemaVersion(db) < newest) {
        migrate(db, migrations)
        // The header of the bare file must have the new version.
        db.pragma('wal_checkpoint(TRUNCATE)')
      }
      return db
    } catch (error) {
      db.close()
      throw error
    }
  } catch (error) {
    throw asOpenFailure(file, error)
  }
}

/** Opens the database for reading only; it must be there and up to date. Errors as `openForWriting`. */
export function openForReading(file: string, options: SqliteOptions): Database {
  const newest = readMigrations().at(-1)?.version ?? 0
  try {
    if (checkFile(file, newest) === 'absent')
      throw new DigestError('storeFailed', `there is no store at ${file}`)
    const db = new Database(file, {
      timeout: options.busyTimeoutMs ?? BUSY_TIMEOUT_MS,
      readonly: true,
      fileMustExist: true,
    })
    try {
      checkIdentity(file, Number(db.pragma('application_id', { simple: true })), schemaVersion(db), newest)
      if (schemaVersion(db) < newest) {
        throw new DigestError(
          'storeFailed',
          `${file} has an older schema; open it for writing once to bring it up to date`,
        )
      }
      tune(db, READ_CACHE_KIB)
      return db
    } catch (error) {
      db.close()
      throw error
    }
  } catch (error) {
    throw asOpenFailure(file, error)
  }
}

/**
 * Moves what the write-ahead log holds into the file, so that the file alone is the whole store. Where that cannot be done, since
 * another connection is reading or the disk is full, nothing is lost: the log stays, and the next close or start moves it.
 */
export function emptyLog(db: Database): void {
  if (!db.open) return
  try {
    db.pragma(`busy_timeout = ${EMPTY_LOG_MS}`)
    db.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
  }
}

function tune(db: Database, cacheKib: number): void {
  db.pragma(`cache_size = -${cacheKib}`)
  db.pragma('temp_store = MEMORY')
}

function pageBytes(db: Database): number {
  return Number(db.pragma('page_size', { simple: true }))
}

/**
 * Makes the empty database under another name and links it into place: no crash leaves half a database, and of two
 * processes that start at once one wins.
 */
function createFile(file: string, now: EpochMs): void {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.new-${process.pid}`
  rmSync(draft, { force: true })
  const db = new Database(draft)
  try {
    db.pragma(`page_size = ${PAGE_BYTES}`)
    db.pragma('journal_mode = WAL')
    db.pragma(`application_id = ${APPLICATION_ID}`)
    migrate(db, readMigrations())
    db.prepare(`INSERT INTO counters (name, value) VALUES ('created', ?)`).run(now)
  } finally {
    db.close()
  }
  // An empty file, as `mktemp` leaves it, is no store yet.
  if (isEmptyFile(file)) rmSync(file)
  linkFile(draft, file)
  rmSync(draft, { force: true })
}

function isEmptyFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.size === 0
}

function linkFile(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    // A file system without hard links.
    copyFileSync(draft, file, constants.COPYFILE_EXCL)
  }
}

/** Error codes of the driver and the file system for missing permission, or a folder in place of a file. */
const FORBIDDEN = /^(?:SQLITE_(?:CANTOPEN|READONLY|PERM)|EACCES|EPERM|EROFS|EISDIR|ENOTDIR)/

/** The error for a file that cannot be opened or is damaged: with the file and the driver's reason. */
export function asOpenFailure(file: string, error: unknown): unknown {
  if (error instanceof DigestError) return error
  if (!(error instanceof Error)) return error
  const code = codeOf(error) ?? ''
  if (FORBIDDEN.test(code)) {
    // SQLite writes beside the file even where it only reads.
    const message = `${file} cannot be opened: it and its folder must be writable (${code})`
    return new DigestError('storeForbidden', message, { cause: error })
  }
  const failure = asStoreFailure(error)
  if (failure instanceof DigestError)
    return new DigestError('storeFailed', `${file} cannot be opened: ${failure.message}`, { cause: error })
  // The driver answers a missing folder with a TypeError.
  if (code !== '' || error instanceof TypeError)
    return new DigestError('storeFailed', `${file} cannot be opened: ${error.message}`, { cause: error })
  return error
}

/** `DiGe` in ASCII: marks a SQLite file as ours (the header's application id). */
const APPLICATION_ID = 0x44694765

/** The header of a file before SQLite opens it; a file that may be open already is left to SQLite. */
type FileKind = 'absent' | 'ours' | 'open'

/**
 * Reads what kind of file this is without SQLite, which would leave its traces beside the file. Not where it has left
 * them: to close a file takes from this process all locks that its connections have on it, and another process would
 * then clear their log away under them.
 *
 * @throws DigestError('storeForeign') where it is not our database, `storeNewer` where its schema is newer than
 * `schemaVersion`, `storeForbidden` where it may not be read
 * @see https://www.sqlite.org/fileformat.html#the_database_header
 * @see https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 */
function checkFile(file: string, schemaVersion: number): FileKind {
  if (existsSync(`${file}-shm`) && existsSync(file)) return 'open'
  const header = readHeader(file)
  if (header === undefined || header.length === 0) return 'absent'
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, 16) !== MAGIC) {
    throw new DigestError('storeForeign', `${file} is not a SQLite database; it was left as it is`)
  }
  checkIdentity(
    file,
    header.readUInt32BE(APPLICATION_ID_AT),
    header.readUInt32BE(USER_VERSION_AT),
    schemaVersion,
  )
  return 'ours'
}

/** Checks the application id and schema version, whether SQLite or `readHeader` read them. */
function checkIdentity(
  file: string,
  applicationId: number,
  userVersion: number,
  schemaVersion: number,
): void {
  if (applicationId !== APPLICATION_ID) {
    throw new DigestError('storeForeign', `${file} is another program's database; it was left as it is`)
  }
  if (userVersion > schemaVersion) {
    throw new DigestError(
      'storeNewer',
      `${file} was written by a newer version of content-digest (schema ${userVersion}, this one knows ${schemaVersion}); it was left as it is`,
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
