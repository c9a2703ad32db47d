import { DatabaseError } from 'pg'
import { codeOf, DigestError } from '../../model/errors.ts'

/** SQLSTATE classes and codes of a refused login or a missing privilege. */
const FORBIDDEN = /^(?:28|42501)/

/** Converts anything that the driver throws. The driver's messages never contain a password. */
export function asStoreFailure(error: unknown): unknown {
  if (error instanceof DigestError || !(error instanceof Error)) return error
  const code = isForbidden(error) ? 'storeForbidden' : 'storeFailed'
  return new DigestError(code, `the store failed: ${reasonOf(error)}`, { cause: error })
}

/** Makes the error of a database that cannot be opened. */
export function asOpenFailure(place: string, error: unknown): unknown {
  const cause = error instanceof DigestError ? error.cause : error
  if (!(cause instanceof Error) || cause instanceof DigestError) return error
  const code = isForbidden(cause) ? 'storeForbidden' : 'storeUnusable'
  return new DigestError(code, `${place} cannot be opened: ${reasonOf(cause)}`, { cause })
}

function isForbidden(error: Error): boolean {
  return FORBIDDEN.test(codeOf(error) ?? '')
}

function reasonOf(error: Error): string {
  const code = codeOf(error)
  // If a host has several addresses, the message is empty and `errors` has one error per address.
  const message = error.message === '' && error instanceof AggregateError ? messagesOf(error) : error.message
  // The driver's message if the server requires a password and the address has none.
  if (/client password must be/.test(message))
    return 'the server asks for a password: set PGPASSWORD, or write it into the address'
  return error instanceof DatabaseError && code !== undefined ? `${message} (${code})` : message
}

function messagesOf({ errors }: AggregateError): string {
  return (errors as unknown[]).map((one) => (one instanceof Error ? reasonOf(one) : String(one))).join('; ')
}
