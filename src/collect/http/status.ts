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
    return { code: 'botChallenge', message: `${host} shows a CAPTCHA or bot check (HTTP ${status})` }
  }
  if (status === 429)
    return { code: 'rateLimited', message: `${host} limits the number of requests (HTTP 429)` }
  const code: VisitErrorCode = status >= 500 ? 'http5xx' : 'http4xx'
  return { code, message: `${host} answered HTTP ${status}${MEANINGS[status] ?? ''}` }
}

/**
 * Statuses of pages that ask for proof; other errors' pages may load a check's scripts as every page of their
 * site does.
 */
const CHALLENGED: ReadonlySet<number> = new Set([401, 403, 405, 406, 418, 429, 503])

const MEANINGS: Readonly<Record<number, string>> = {
  401: ': login required',
  403: ': access denied',
  404: ': not found',
  410: ': permanently removed',
  500: ': internal error',
  502: ': bad gateway',
  503: ': temporarily unavailable',
}
