import type { VisitError, VisitErrorCode } from '../../domain/source.ts'
import { isBotChallenge } from './bot-challenge.ts'

/** Names what an answer other than `2xx` means. @param page the start of its body */
export function describeStatus(
  status: number,
  headers: ReadonlyMap<string, string>,
  page: string,
  host: string,
): VisitError {
  if (isBotChallenge(headers, CHALLENGED.has(status) ? page : '')) {
    return { code: 'botChallenge', message: `${host} asks for proof that a person is there (HTTP ${status})` }
  }
  if (status === 429) return { code: 'rateLimited', message: `${host} asks for fewer requests (HTTP 429)` }
  const code: VisitErrorCode = status >= 500 ? 'http5xx' : 'http4xx'
  return { code, message: `${host} answered HTTP ${status}${MEANINGS[status] ?? ''}` }
}

/**
 * Statuses of pages that ask for proof; other errors' pages may load a check's scripts as every page of their
 * site does.
 */
const CHALLENGED: ReadonlySet<number> = new Set([401, 403, 405, 406, 418, 429, 503])

const MEANINGS: Readonly<Record<number, string>> = {
  401: ': it asks for a login',
  403: ': it does not let us in',
  404: ': there is nothing at this address',
  410: ': what was at this address is gone for good',
  500: ': it is broken at the moment',
  502: ': what stands behind it does not answer',
  503: ': it is not available at the moment',
}
