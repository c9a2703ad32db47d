import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { codeOf, DigestError, messageOf } from '../../model/errors.ts'
import { draftOf, placeFile, PRIVATE_MODE, removeAbandoned } from '../side-file.ts'
import { inspectFile } from '../sqlite/inspect.ts'
import { databaseFiles } from '../sqlite/store-files.ts'
import type { StoreSummary } from '../summary.ts'
import { type Archived, pack, unpack } from './archive.ts'

/** Writes a snapshot of a store to a SQLite file, which must not exist. */
export type CopyTo = (file: string, signal?: AbortSignal) => Promise<void>

interface BackupReport extends Archived {
  readonly summary: StoreSummary
}

/**
 * Writes a backup to a new file: a snapshot of the store, checked, compressed, and read again. Needs room for the
 * snapshot and the backup. After a failure nothing is left.
 *
 * @throws DigestError('parameterInvalid') if the file exists; 'storeFailed' if the store is damaged or the backup
 *   cannot be written; the abort reason after an abort
 */
export async function writeBackup(copyTo: CopyTo, file: string, signal?: AbortSignal): Promise<BackupReport> {
  const draft = draftOf(file)
  if (existsSync(file)) throw alreadyThere(file)
  try {
    return await withCopy(copyTo, file, signal, async (copy, summary) => {
      const archived = await pack(
        copy,
        createWriteStream(draft, { flags: 'wx', flush: true, mode: PRIVATE_MODE }),
        signal,
      )
      const written = await unpack(createReadStream(draft), undefined, signal)
      if (written.sha256 !== archived.sha256 || written.contentSha256 !== archived.contentSha256)
        throw new DigestError('storeFailed', `${file} cannot be read as it was written: check the disk`)
      await placeFile(draft, file)
      return { ...archived, summary }
    })
  } catch (cause) {
    await rm(draft, { force: true })
    signal?.throwIfAborted()
    if (cause instanceof DigestError) throw cause
    if (codeOf(cause) === 'EEXIST') throw alreadyThere(file)
    throw new DigestError('storeFailed', `the backup to ${file} failed: ${messageOf(cause)}`, { cause })
  }
}

/** Writes a backup to a stream, and closes it. It is not read again. @param name start of the name of the temporary snapshot */
export async function streamBackup(
  copyTo: CopyTo,
  name: string,
  to: Writable,
  signal?: AbortSignal,
): Promise<BackupReport> {
  return withCopy(copyTo, name, signal, async (file, summary) => ({
    ...(await pack(file, to, signal)),
    summary,
  }))
}

async function withCopy<T>(
  copyTo: CopyTo,
  name: string,
  signal: AbortSignal | undefined,
  work: (copy: string, summary: StoreSummary) => Promise<T>,
): Promise<T> {
  await removeAbandoned(name).catch(() => undefined)
  const copy = `${draftOf(name)}.db`
  try {
    await copyTo(copy, signal)
    return await work(copy, inspectCopy(copy))
  } finally {
    await removeDatabase(copy)
  }
}

/** A fault of the copy is a fault of the store, so errors name the store. */
function inspectCopy(copy: string): StoreSummary {
  try {
    return inspectFile(copy)
  } catch (cause) {
    if (!(cause instanceof DigestError)) throw cause
    const message = `no backup was made: ${cause.message.replaceAll(copy, 'the store')}. See content-digest doctor --deep`
    throw new DigestError(cause.code, message, { cause })
  }
}

/** Deletes a closed database, with SQLite's files beside it. */
export async function removeDatabase(file: string): Promise<void> {
  for (const name of databaseFiles(file)) await rm(name, { force: true })
}

function alreadyThere(file: string): DigestError {
  return new DigestError('parameterInvalid', `${file} is there already; it was left as it is`)
}
