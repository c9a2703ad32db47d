import { existsSync } from 'node:fs'
import { codeOf, DigestError } from '../../model/errors.ts'
import { createPrivate } from './create-file.ts'
import { Database } from './driver.ts'
import { asOpenFailure } from './open-file.ts'
import { realPathOf, refuseHardLinks } from './store-files.ts'

/** The files of the locks that this process holds. */
const held = new Set<string>()

/**
 * Takes the lock for collecting on schedule into a store. Only one process may have it, since two would visit every
 * publisher twice. It is an exclusive lock on the empty database `FILE-collector`, so the operating system releases it with
 * the process. The file stays: if it were deleted, two processes could lock two files of the same name. It is beside the
 * real file, so that all paths to a store lead to one lock.
 *
 * @param file the store's file; its folder must exist
 * @param refusal what the error says
 * @throws DigestError('storeInUse') if another process has the lock; `storeForbidden` or `storeFailed` if the lock's file
 *   cannot be opened; `storeUnusable` if the store has hard links
 */
export function lockForCollecting(
  file: string,
  refusal = `another service collects into ${file}: stop it, or start this one with --no-collect`,
): { release(): void } {
  refuseHardLinks(file)
  const lockFile = lockFileOf(file)
  try {
    // Closing a file drops the locks that this process has on it, so one that exists is opened by SQLite alone.
    if (!existsSync(lockFile)) createPrivate(lockFile)
    const lock = new Database(lockFile, { timeout: 0 })
    try {
      lock.exec('BEGIN EXCLUSIVE')
    } catch (error) {
      lock.close()
      throw error
    }
    held.add(lockFile)
    return {
      release() {
        lock.close()
        held.delete(lockFile)
      },
    }
  } catch (cause) {
    if (codeOf(cause) !== 'SQLITE_BUSY') throw asOpenFailure(lockFile, cause)
    throw new DigestError('storeInUse', refusal, { cause })
  }
}

/**
 * Migrates a store. A service that collects into it has an older version, and could neither save nor read what is newer.
 *
 * @throws DigestError('storeInUse') if another process collects into the store
 */
export function migrateAlone(file: string, migrate: () => void): void {
  const lockFile = lockFileOf(file)
  if (held.has(lockFile) || !existsSync(lockFile)) return migrate()
  const lock = lockForCollecting(
    file,
    `a service of an older version collects into ${file}: stop it before a newer one changes the store's schema`,
  )
  try {
    migrate()
  } finally {
    lock.release()
  }
}

function lockFileOf(file: string): string {
  return `${realPathOf(file)}-collector`
}
