import { randomInt, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, DigestError } from '../../model/errors.ts'
import { LAST_CHANGE, LAST_SEQ } from '../rows/change-row.ts'
import { draftOf, placeFile, removeAbandoned } from '../side-file.ts'
import { inspectFile, summarize } from '../sqlite/inspect.ts'
import { closing, openForReading, openForWriting, WAY_OUT } from '../sqlite/open-file.ts'
import { databaseFiles, realPathOf } from '../sqlite/store-files.ts'
import type { StoreSummary } from '../summary.ts'
import { type Archived, unpack } from './archive.ts'
import { removeDatabase } from './write-backup.ts'

/**
 * Minimum for the ids and change numbers that a restore skips; the number is random, up to ten times as many. A large
 * collection takes three months for a million items. Sets of ids grow by 1 MB at most.
 */
const MIN_IDS_LEFT_OUT = 1e6

/** A backup that was read completely. */
export interface OpenedBackup extends Archived {
  /** Before any migration. */
  readonly summary: StoreSummary
}

/** Opens a backup only when it is read: a file stream that fails before it is used ends the process. */
export type OpenBackup = () => AsyncIterable<Buffer>

/**
 * Decompresses a backup into a draft, checks every page, and passes it to `work`. Deletes the draft at the end.
 *
 * @param draft a file that does not exist yet
 * @throws DigestError('storeFailed') if the backup is damaged; 'storeForeign' if it is not a store; 'storeNewer'
 */
export async function withUnpacked<T>(
  open: OpenBackup,
  draft: string,
  work: (backup: OpenedBackup) => T | Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    const archived = await unpack(open(), draft, signal)
    return await work({ ...archived, summary: inspectBackup(draft, archived.contentBytes) })
  } finally {
    await removeDatabase(draft)
  }
}

/**
 * Restores a backup to a file. The store gets its name in the last step, so a crash leaves no store or a whole one.
 *
 * @throws DigestError('storeForeign') with nothing changed if the file exists, or a file of SQLite beside it; also
 *   the errors of `withUnpacked`
 */
export async function restoreToFile(
  open: OpenBackup,
  file: string,
  signal?: AbortSignal,
): Promise<OpenedBackup> {
  refuseTaken(file)
  await mkdir(dirname(file), { recursive: true })
  await removeAbandoned(file).catch(() => undefined)
  const draft = draftOf(file)
  return withUnpacked(
    open,
    draft,
    async (backup) => {
      beginAnotherCourse(draft)
      signal?.throwIfAborted()
      refuseTaken(file)
      await placeFile(draft, file).catch((cause: unknown) => {
        throw codeOf(cause) === 'EEXIST' ? taken(file) : cause
      })
      if (!isSame(closing(openForReading(file), summarize), backup.summary))
        throw new DigestError(
          'storeFailed',
          `${file} differs from the backup: check the disk, and restore again`,
        )
      return backup
    },
    signal,
  )
}

/**
 * Migrates a restored store and starts a new change sequence, so that clients notice that changes after the backup are
 * lost. Skips their numbers: a client that continues from one is refused. Also skips the ids that the lost store
 * assigned after the backup: links, copies and feed readers use them for other items, stories and events.
 */
export function beginAnotherCourse(file: string): void {
  closing(openForWriting(file), (db) => {
    const last = db.prepare(LAST_CHANGE).pluck().get() as number
    const leftOut = randomInt(MIN_IDS_LEFT_OUT, 10 * MIN_IDS_LEFT_OUT)
    db.transaction(() => {
      db.prepare('UPDATE identity SET history = ?').run(randomUUID())
      db.prepare(`UPDATE counters SET value = value + ? WHERE name IN ('item', 'story')`).run(leftOut)
      const note = db.prepare('INSERT OR REPLACE INTO counters (name, value) VALUES (?, ?)')
      note.run('lostAfter', db.prepare(`SELECT ${LAST_SEQ}`).pluck().get())
      note.run('lostUntil', last + leftOut)
      // The table has no row before the first event.
      const events = db.prepare(`UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'source_events'`)
      if (events.run(leftOut).changes === 0)
        db.prepare(`INSERT INTO sqlite_sequence (name, seq) VALUES ('source_events', ?)`).run(leftOut)
    })()
  })
}

/** Errors name the backup, not the draft. */
function inspectBackup(draft: string, bytes: number): StoreSummary {
  try {
    return inspectFile(draft, bytes)
  } catch (cause) {
    if (!(cause instanceof DigestError)) throw cause
    const message =
      cause.code === 'storeForeign'
        ? "this is no backup of a store: name a file that 'content-digest backup' wrote"
        : cause.message.replaceAll(draft, 'the backup').replace(WAY_OUT, 'Restore another one')
    throw new DigestError(cause.code, message, { cause })
  }
}

/** SQLite would apply the write-ahead log of an earlier database to the restored one, and damage it. */
function refuseTaken(file: string): void {
  const found = databaseFiles(realPathOf(file)).find((each) => existsSync(each))
  if (found !== undefined) throw taken(found)
}

function taken(file: string): DigestError {
  const message = `${file} is there already, and was left as it is: a backup is restored only to where no store is. Stop the service and move the old files away, or name another place`
  return new DigestError('storeForeign', message)
}

function isSame(one: StoreSummary, other: StoreSummary): boolean {
  return (['items', 'stories', 'sources', 'asOf'] as const).every((name) => one[name] === other[name])
}
