import { existsSync } from 'node:fs'
import { codeOf, DigestError } from '../../model/errors.ts'
import { createPrivate } from './create-file.ts'
import { Database } from './driver.ts'
import { asOpenFailure } from './open-file.ts'
import { realPathOf, refuseHardLinks } from './store-files.ts'

/**
 * Takes the lock for collecting on schedule into a store. Only one process may have it, since two would visit every
 * publisher twice. It is an exclusive lock on the empty database `FILE-collector`, so the operating system releases it with
 * the process. The file stays: if it were deleted, two processes could lock two files of the same name. It is beside the
 * real file, so that all paths to a store lead to one lock.
 *
 * @param file the store's file; its folder must exist
 * @throws DigestError('storeInUse') if another process has the lock; `storeForbidden` or `storeFailed` if the lock's file
 *   cannot be opened; `storeUnusable` if the store has hard links
 */
export function lockForCollecting(file: string): { release(): void } {
  refuseHardLinks(file)
  const lockFile = `${realPathOf(file)}-collector`
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
    return { release: () => void lock.close() }
  } catch (cause) {
    if (codeOf(cause) !== 'SQLITE_BUSY') throw asOpenFailure(lockFile, cause)
    const message = `another service collects into ${file}: stop it, or start this one with --no-collect`
    throw new DigestError('storeInUse', message, { cause })
  }
}
