import { Database } from './driver.ts'
import { DigestError } from '../../domain/errors.ts'

/** Runs work on the engine; what the driver throws becomes `storeFailed`, anything else is a bug and stays itself. */
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
  // The driver answers a call on a closed connection with a TypeError.
  if (error instanceof TypeError && error.message === 'The database connection is not open') {
    return new DigestError('storeFailed', 'the store is closed', { cause: error })
  }
  return error
}
