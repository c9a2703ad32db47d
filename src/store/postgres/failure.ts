import { DatabaseError } from 'pg'
import { codeOf, DigestError } from '../../model/errors.ts'

/** Makes the error for anything that the driver throws. Its messages never have a password. */
export function asStoreFailure(error: unknown): unknown {
  if (error instanceof DigestError || !(error instanceof Error)) return error
  return new DigestError('storeFailed', `the store failed: ${reasonOf(error)}`, { cause: error })
}

/** SQLSTATE classes and codes of a refused login or a missing right. */
const FORBIDDEN = /^(?:28|42501)/

/**
 * Makes the error for a database that cannot be opened.
 *
 * @param place the address without user and password
 */
export function asOpenFailure(place: string, error: unknown): unknown {
  if (error instanceof DigestError && error.code !== 'storeFailed') return error
  const cause = error instanceof DigestError && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return error
  if (cause instanceof DigestError) return cause
  const code = FORBIDDEN.test(codeOf(cause) ?? '') ? 'storeForbidden' : 'storeFailed'
  return new DigestError(code, `${place} cannot be opened: ${reasonOf(cause)}`, { cause })
}

function reasonOf(error: Error): string {
  const code = codeOf(error)
  // Where a host has several addresses, the error of each is in `errors`, and the message is empty.
  const message = error.message === '' && error instanceof AggregateError ? messagesOf(error) : error.message
  return error instanceof DatabaseError && code !== undefined ? `${message} (${code})` : message
}

function messagesOf({ errors }: AggregateError): string {
  return (errors as unknown[]).map((one) => (one instanceof Error ? one.message : String(one))).join('; ')
}
