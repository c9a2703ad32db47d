import type { Exchange } from '../model/entry.ts'
import { codeOf, messageOf, tlsReason } from '../model/errors.ts'
import type { VisitError, VisitErrorCode } from '../model/source.ts'
import { BlockedAddressError } from './address-guard.ts'
import { isBotChallenge } from './bot-challenge.ts'
import { RequestError } from './request.ts'

/** A failed request. Its message is for people and has no secrets. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure'
  readonly code: VisitErrorCode
  readonly exchange: Exchange
  /** The start of the body of a status other than `2xx`, which may repeat secrets of the request. */
  readonly page: string

  constructor(error: VisitError, exchange: Exchange, options?: ErrorOptions & { readonly page?: string }) {
    super(error.message, options)
    this.code = error.code
    this.exchange = exchange
    this.page = options?.page ?? ''
  }
}

/** The result of requests; `undefined` if one failed. Other errors are bugs or the caller's abort, and are thrown. */
export async function unlessFailed<T>(requests: Promise<T>): Promise<T | undefined> {
  try {
    return await requests
  } catch (cause) {
    if (cause instanceof HttpFailure) return undefined
    throw cause
  }
}

const UNKNOWN_NAME = new Set(['ENOTFOUND', 'EAI_NODATA', 'ENODATA'])
/** The name server failed or did not answer, so the name may well exist. */
const NO_NAME_SERVER = new Set(['EAI_AGAIN', 'EAI_FAIL', 'ESERVFAIL', 'ETIMEOUT'])
const TIMEOUT = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])
const BROKEN_OFF = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])
const TOO_LARGE = new Set(['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW', 'ERR_BUFFER_TOO_LARGE'])

/**
 * Describes why a request failed.
 *
 * @param host of the request, for the message
 */
export function describeFailure(cause: unknown, host: string): VisitError {
  if (cause instanceof RequestError) return { code: cause.code, message: `${host} ${cause.message}` }
  const code = codeOf(cause) ?? ''
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR')) {
    return { code: 'parse', message: `${host} sent an answer that cannot be decompressed (${code})` }
  }
  return describeNetworkError(cause, host)
}

function describeNetworkError(cause: unknown, host: string): VisitError {
  const reported = innermost(cause)
  const [code, message] = [codeOf(reported) ?? '', messageOf(reported)]
  if (reported instanceof BlockedAddressError) {
    const isNamed = !message.startsWith(host.replace(/^\[|\]?(?::\d+)?$/g, ''))
    return { code: 'blockedAddress', message: isNamed ? `${host}: ${message}` : message }
  }
  const name = host.replace(/:\d+$/, '')
  if (UNKNOWN_NAME.has(code)) return { code: 'dns', message: `the name ${name} could not be found (${code})` }
  if (NO_NAME_SERVER.has(code))
    return { code: 'dns', message: `the name server gave no answer about ${name} (${code})` }
  if (TIMEOUT.has(code)) return { code: 'timeout', message: `${host} did not answer in time (${code})` }
  if (TOO_LARGE.has(code))
    return { code: 'tooLarge', message: `${host} sent more than is accepted (${code})` }
  if (TLS_CODES.test(code))
    return { code: 'tls', message: `no secure connection to ${host}: ${reasonOf(message)}` }
  if (code === 'ECONNREFUSED') return { code: 'refused', message: `${host} refused the connection` }
  if (code === 'EPROXY') return { code: 'refused', message }
  if (code.startsWith('HPE_')) return { code: 'refused', message: `${host} did not answer in HTTP (${code})` }
  if (BROKEN_OFF.has(code))
    return { code: 'refused', message: `${host} closed the connection before it answered (${code})` }
  return { code: 'refused', message: `the connection to ${host} failed (${code === '' ? message : code})` }
}

/** Of OpenSSL and Node.js. @see https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const TLS_CODES =
  /^(?:CERT_|CRL_|ERROR_IN_C|ERR_TLS|ERR_SSL|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)/

function reasonOf(message: string): string {
  if (/alert no application protocol/.test(message)) return 'the server speaks HTTP/2 alone, and not HTTP/1.1'
  // Some certificates name hundreds of hosts.
  return tlsReason(message) ?? message.replace(/(altnames: (?:[^,]+, ){4}).+$/s, '$1…')
}

/** The cause to report. If several addresses failed, the first one's error. */
function innermost(cause: unknown): unknown {
  if (cause instanceof AggregateError && cause.errors.length > 0) return innermost(cause.errors[0])
  return cause instanceof Error && cause.cause instanceof BlockedAddressError ? cause.cause : cause
}

/** Describes a response other than `2xx`. @param page the start of its body */
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
  if (status >= 300 && status < 400)
    return { code: 'badRedirect', message: `${host} redirects to no address (HTTP ${status})` }
  const code: VisitErrorCode = status >= 500 && status < 600 ? 'http5xx' : 'http4xx'
  const [, meaning = MEANINGS[status] ?? ''] =
    BAD_REQUESTS.find(([pattern]) => status === 400 && pattern.test(page)) ?? []
  return { code, message: `${host} answered HTTP ${status}${meaning}` }
}

/** Statuses of bot challenges. Error pages with other statuses may load the same scripts as all pages of their site. */
const CHALLENGED: ReadonlySet<number> = new Set([401, 403, 405, 406, 418, 429, 503])

/** Texts of nginx, Apache, Node.js and Go with status 400. */
const BAD_REQUESTS: readonly (readonly [RegExp, meaning: string])[] = [
  [
    /plain HTTP (?:request )?(?:was sent )?to (?:an )?(?:HTTPS|SSL-enabled)|HTTP request to an HTTPS server/i,
    ': this port takes https:// alone',
  ],
  [/No required SSL certificate was sent/i, ': it asks for a client certificate'],
]

const MEANINGS: Readonly<Record<number, string>> = {
  401: ': login required',
  403: ': access denied',
  404: ': not found',
  410: ': permanently removed',
  500: ': internal error',
  502: ': bad gateway',
  503: ': temporarily unavailable',
  511: ': the network of this machine asks for a login',
}
