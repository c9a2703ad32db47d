import { DigestError } from '../../model/errors.ts'
import { Database } from './driver.ts'

/** Runs work on the database. Rejects with `storeFailed` if the driver throws. Any other error is a bug and is passed on. */
export async function guarded<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asStoreFailure(error)
  }
}

export function asStoreFailure(error: unknown): unknown {
  if (error instanceof Database.SqliteError) {
    return new DigestError('storeFailed', `the store failed: ${error.message} (${error.code})`, {
      cause: error,
    })
  }
  // For a call on a closed connection the driver throws a TypeError.
  if (error instanceof TypeError && error.message === 'The database connection is not open') {
    return new DigestError('storeFailed', 'the store is closed', { cause: error })
  }
  return error
}
