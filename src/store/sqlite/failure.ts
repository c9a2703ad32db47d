import { DigestError } from '../../model/errors.ts'
import { Database } from './driver.ts'

/** Runs work on the database. Driver errors become `storeFailed`; any other error is a bug and is rethrown. */
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
  // The driver throws a TypeError for a closed connection.
  if (error instanceof TypeError && error.message === 'The database connection is not open') {
    return new DigestError('storeFailed', 'the store is closed', { cause: error })
  }
  return error
}
