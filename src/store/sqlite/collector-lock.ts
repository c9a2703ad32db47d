import { existsSync } from 'node:fs'
import { codeOf, DigestError } from '../../model/errors.ts'
import { createPrivate } from './create-file.ts'
import { Database } from './driver.ts'
import { asOpenFailure } from './open-file.ts'
import { realPathOf, refuseHardLinks } from './store-files.ts'

/** Lock files of this process. */
const held = new Set<string>()

/**
 * Takes the lock for collecting on schedule into a store. One process at a time may have it, since two would visit
 * every publisher twice. It is an exclusive lock on the empty database `FILE-collector`, which the operating system
 * releases with the process. The file is kept: after a deletion, two processes could lock two files with its name. It
 * is beside the real file, so all paths to a store lead to one lock.
 *
 * @param file the store's file; its folder must exist
 * @param refusal message of 'storeInUse'
 * @throws DigestError('storeInUse') if another process has the lock; `storeForbidden` or `storeFailed` if the lock
 *   file cannot be opened; `storeUnusable` if the store has hard links
 */
export function lockForCollecting(
  file: string,
  refusal = `another service collects into ${file}: stop it, or start this one with --no-collect`,
): { release(): void } {
  refuseHardLinks(file)
  const lockFile = lockFileOf(file)
  try {
    // Only SQLite opens an existing file, since closing any handle drops this process's locks on it.
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
 * Migrates a store while no older service collects into it: that one could neither read nor write the new schema.
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
