import type { VisitErrorCode } from '../model/source.ts'
import { decodeLeniently } from '../url/path.ts'
import type { CookieJar } from './cookies.ts'

export interface HttpRequest {
  readonly url: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Headers that may be secret: sent only to the address's own origin. */
  readonly ownHeaders?: Readonly<Record<string, string>> | undefined
  /** Validators of an earlier response: sent only to the address that gave them. */
  readonly conditions?: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
  /** Cookies of the visit; default: only those of this request and its redirects. */
  readonly cookies?: CookieJar
  /** Maximum size of this body, besides the client's own limit. */
  readonly maxBytes?: number
}

export interface PostRequest extends Pick<HttpRequest, 'url' | 'headers'> {
  readonly body: Buffer
}

/** Headers of a request for `target`, which may be the result of redirects. */
export function headersOf(
  request: HttpRequest,
  { url, authorization }: Target,
  userAgent: string,
): Readonly<Record<string, string>> {
  const { conditions, cookies, ownHeaders } = request
  const headers: Record<string, string> = {
    'user-agent': userAgent,
    'accept-encoding': 'gzip, deflate, br',
    ...request.headers,
    ...(conditions !== undefined && url.href === targetOf(conditions.url).url.href
      ? conditions.headers
      : undefined),
    ...(ownHeaders !== undefined && url.origin === targetOf(request.url).url.origin ? ownHeaders : undefined),
  }
  if (authorization !== undefined) headers['authorization'] = authorization
  const cookie = cookies?.headerFor(url, headers['cookie'])
  if (cookie !== undefined) headers['cookie'] = cookie
  return headers
}

export interface Target {
  /** Without credentials and fragment. */
  readonly url: URL
  /** From user and password in the address; sent only to its origin. */
  readonly authorization: string | undefined
}

/**
 * Why a request cannot be made or its response not be used. The message completes a sentence about a host: "sent more
 * than 9 bytes".
 */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly code: VisitErrorCode

  constructor(code: VisitErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** @throws RequestError for an invalid address, and for one that is neither http nor https */
export function targetOf(address: string): Target {
  if (!URL.canParse(address)) throw new RequestError('http4xx', 'cannot be read as an address')
  const url = new URL(address)
  if (!isHttp(url))
    throw new RequestError('blockedAddress', `is asked for by ${url.protocol}, not http or https`)
  const authorization =
    url.username === '' && url.password === ''
      ? undefined
      : `Basic ${Buffer.from(`${decodeLeniently(url.username)}:${decodeLeniently(url.password)}`).toString('base64')}`
  return { url: bare(url), authorization }
}

/** Where a response redirects to. */
export function redirectOf(status: number, headers: ReadonlyMap<string, string>): string | undefined {
  return [300, 301, 302, 303, 307, 308].includes(status) ? headers.get('location') : undefined
}

/**
 * The target of a redirect. Credentials stay with their origin; credentials in the redirect are ignored.
 *
 * @throws RequestError if the target is no http or https address, or if credentials would be sent without encryption
 */
export function followRedirect(from: Target, location: string): Target {
  // Servers write addresses in UTF-8. Node decodes the bytes as latin1.
  const written = Buffer.from(location, 'latin1').toString('utf8')
  const address = written.includes('\uFFFD') ? location : written
  if (!URL.canParse(address, from.url.href))
    throw new RequestError('badRedirect', 'redirects to what is no address')
  const url = new URL(address, from.url.href)
  if (!isHttp(url)) throw new RequestError('badRedirect', `redirects to ${url.protocol}, not http or https`)
  if (from.authorization !== undefined && from.url.protocol === 'https:' && url.protocol === 'http:') {
    throw new RequestError('tls', 'redirects from https to http, which would show the credentials')
  }
  return { url: bare(url), authorization: url.origin === from.url.origin ? from.authorization : undefined }
}

/** Removes the parts that are not sent. Mutates the URL, only where needed: each assignment serialises it again. */
function bare(url: URL): URL {
  if (url.username !== '') url.username = ''
  if (url.password !== '') url.password = ''
  if (url.hash !== '' || url.href.endsWith('#')) url.hash = ''
  return url
}

function isHttp(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:'
}
