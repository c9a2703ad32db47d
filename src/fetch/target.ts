import type { VisitErrorCode } from '../model/source.ts'
import { decodeLeniently } from '../url/path.ts'

/** The target of a request. */
export interface Target {
  /** Without credentials and fragment. */
  readonly url: URL
  /** From the address's own user and password; goes to its origin only. */
  readonly authorization: string | undefined
}

/** An address or a redirect that is not followed. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError'
  readonly code: VisitErrorCode

  constructor(message: string, code: VisitErrorCode = 'badRedirect') {
    super(message)
    this.code = code
  }
}

/** @throws RedirectError for an invalid address, and for one that is neither http nor https */
export function targetOf(address: string): Target {
  if (!URL.canParse(address)) throw new RedirectError('cannot be read as an address', 'http4xx')
  const url = new URL(address)
  if (!isHttp(url))
    throw new RedirectError(`is asked for by ${url.protocol}, not http or https`, 'blockedAddress')
  const authorization =
    url.username === '' && url.password === ''
      ? undefined
      : `Basic ${Buffer.from(`${decodeLeniently(url.username)}:${decodeLeniently(url.password)}`).toString('base64')}`
  return { url: bare(url), authorization }
}

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308
}

/**
 * Gives the target of a redirect. Credentials stay with their origin. Credentials in the redirect itself are
 * ignored.
 *
 * @throws RedirectError if the target is no http or https address, or if credentials would be sent without
 *   encryption
 */
export function followRedirect(from: Target, location: string): Target {
  // Servers write addresses in UTF-8. Node decodes the bytes as latin1.
  const written = Buffer.from(location, 'latin1').toString('utf8')
  const address = written.includes('\uFFFD') ? location : written
  if (!URL.canParse(address, from.url.href)) throw new RedirectError('redirects to what is no address')
  const url = new URL(address, from.url.href)
  if (!isHttp(url)) throw new RedirectError(`redirects to ${url.protocol}`, 'blockedAddress')
  if (from.authorization !== undefined && from.url.protocol === 'https:' && url.protocol === 'http:') {
    throw new RedirectError('redirects from https to http, which would show the credentials', 'tls')
  }
  return { url: bare(url), authorization: url.origin === from.url.origin ? from.authorization : undefined }
}

/** Removes the parts that are not sent. It changes the given URL; each assignment serialises it again. */
function bare(url: URL): URL {
  if (url.username !== '') url.username = ''
  if (url.password !== '') url.password = ''
  if (url.hash !== '' || url.href.endsWith('#')) url.hash = ''
  return url
}

function isHttp(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:'
}
