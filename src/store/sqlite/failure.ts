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

/** Methods that may return their results at once. */
type Unguarded<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (...given: infer Given) => Promise<infer Result>
    ? (...given: Given) => Result | Promise<Result>
    : never
}

/** Makes each of the methods asynchronous. They fail like `guarded`. */
export function guardedMethods<Methods extends object>(methods: Unguarded<Methods>): Methods {
  const entries = Object.entries<(...given: readonly unknown[]) => unknown>(methods)
  // The type of `Object.fromEntries` lacks the names, which are those of `methods`.
  return Object.fromEntries(
    entries.map(([name, method]) => [
      name,
      (...given: readonly unknown[]) => guarded(() => method(...given)),
    ]),
  ) as Methods
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
