import { codeOf, DigestError } from '../../model/errors.ts'
import { asOpenFailure } from './database.ts'
import { Database } from './driver.ts'

/** The lock for collecting on schedule into a store. */
export interface CollectorLock {
  /** Releases the lock. The end of the process also releases it. */
  release(): void
}

/**
 * Takes the right to collect on schedule into a store, which one process at a time has: two would visit every publisher
 * twice. It is an exclusive lock on `FILE-collector`, an empty database, so the operating system ends it with the process.
 * The file stays: deleting it would let two processes lock two files of the same name.
 *
 * @param file of the store; its folder must exist
 * @throws DigestError('storeInUse') where another process has it; `storeForbidden`, `storeFailed` where the lock's file cannot be
 * opened
 */
export function lockForCollecting(file: string): CollectorLock {
  const lockFile = `${file}-collector`
  try {
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
