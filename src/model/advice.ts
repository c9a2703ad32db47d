import { FAILURES, type FailureKind, type RefinedKind } from './failure-texts.ts'
import { CUT_CODE, type HealthStatus, type VisitErrorCode } from './source.ts'

/** The parts of a failure that advice depends on. */
interface SourceFailure {
  readonly code: VisitErrorCode
  /** HTTP status of the last response; `null` if there was none. */
  readonly status: number | null
  /** The visit's message, which distinguishes failures with the same code. */
  readonly message: string
}

/** Returns the kind of a failure, which selects its texts in any language. */
export function failureKind({ code, status, message }: SourceFailure): FailureKind {
  const isStatus = (code === 'http4xx' || code === 'http5xx') && status !== null
  const byStatus = isStatus ? KINDS_BY_STATUS[status] : undefined
  if (byStatus !== undefined) return byStatus
  const found = KINDS_BY_MESSAGE.find(({ codes, pattern }) => codes.includes(code) && pattern.test(message))
  return found?.kind ?? code
}

/** The last error of a source, if it is current: a source that works again keeps it for the record. */
export function presentError<E extends { readonly code: VisitErrorCode }>(health: {
  readonly status: HealthStatus
  readonly lastError: E | null
}): E | null {
  const { status, lastError } = health
  return status !== 'ok' || lastError?.code === CUT_CODE ? lastError : null
}

/** Advice for operators about a failing source. */
export function adviceFor(failure: SourceFailure): string {
  return FAILURES[failureKind(failure)].advice
}

/** Codes of failures that this machine's network may cause. */
const OF_NETWORK: ReadonlySet<string> = new Set<VisitErrorCode>(['dns', 'refused', 'timeout', 'tls'])

export const NETWORK_ADVICE = 'Check its connection, DNS, proxy and clock.'

/** Minimum number of sources that do not fail at once by chance. */
export const MIN_UNREACHED = 3

/** Whether this machine's network may be the cause of a failure. */
export function isOfNetwork({ code }: { readonly code: string | null }): boolean {
  return code !== null && OF_NETWORK.has(code)
}

/** Number of sources that could not be reached, if so many of `total` that this machine's network is the cause. */
export function unreachedByAll(
  failures: readonly { readonly code: string | null }[],
  total: number,
): number | undefined {
  const unreached = failures.filter(isOfNetwork).length
  return unreached < MIN_UNREACHED || unreached <= total / 2 ? undefined : unreached
}

/**
 * Advice if most sources could not be reached; `undefined` otherwise.
 *
 * @param total number of visited sources
 */
export function networkAdvice(
  failures: readonly { readonly code: string | null }[],
  total: number,
): string | undefined {
  const unreached = unreachedByAll(failures, total)
  if (unreached === undefined) return undefined
  return `${unreached} of ${total} sources could not be reached: that is mostly the network of this machine. ${NETWORK_ADVICE}`
}

const KINDS_BY_STATUS: Readonly<Record<number, RefinedKind>> = {
  401: 'loginRequired',
  402: 'paymentRequired',
  403: 'forbidden',
  404: 'notFound',
  406: 'notAcceptable',
  410: 'gone',
  451: 'blockedByLaw',
  511: 'networkLogin',
}

/** Matches messages of `page` and `json` sources whose paths matched nothing. */
const PATHS_FAILED = /^(?:no element of the page|nothing stands|what (?:matches|stands))/

/** Kinds by message: OpenSSL's and Node.js's about certificates, and ours. */
const KINDS_BY_MESSAGE: readonly {
  readonly codes: readonly VisitErrorCode[]
  readonly pattern: RegExp
  readonly kind: RefinedKind
}[] = [
  { codes: ['tls'], pattern: /expired/i, kind: 'tlsExpired' },
  { codes: ['tls'], pattern: /not yet valid/i, kind: 'tlsNotYetValid' },
  { codes: ['tls'], pattern: /altnames/i, kind: 'tlsOtherHost' },
  { codes: ['tls'], pattern: /self.signed|unable to (?:verify|get)/i, kind: 'tlsUntrusted' },
  { codes: ['tls'], pattern: /wrong version number|packet length too long/i, kind: 'tlsMissing' },
  { codes: ['tls'], pattern: /protocol version|unsupported protocol/i, kind: 'tlsOutdated' },
  { codes: ['http4xx'], pattern: /client certificate/, kind: 'clientCertificate' },
  { codes: ['dns'], pattern: /^the name server gave no answer/, kind: 'nameServer' },
  { codes: ['refused'], pattern: /robots\.txt/, kind: 'robots' },
  { codes: ['refused'], pattern: /^the proxy did not connect/, kind: 'proxy' },
  { codes: ['refused'], pattern: /closed the connection before it answered/, kind: 'brokenOff' },
  { codes: ['refused'], pattern: /did not answer in HTTP/, kind: 'notHttp' },
  { codes: ['http4xx'], pattern: /takes https:\/\/ alone/, kind: 'httpsOnly' },
  { codes: ['notAFeed'], pattern: /kind 'opml'/, kind: 'opml' },
  { codes: ['notAFeed'], pattern: /kind '(?:urlset|sitemapindex)'/, kind: 'sitemap' },
  { codes: ['empty', 'parse'], pattern: PATHS_FAILED, kind: 'paths' },
  { codes: ['parse'], pattern: /could not be digested/, kind: 'undigested' },
]
