import type { VisitErrorCode } from '../model/source.ts'
import { decodeLeniently } from '../url/path.ts'

/** The target of a request. */
export interface Target {
  /** Without credentials and fragment. */
  readonly url: URL
  /** From the address's own user and password; goes to its origin only. */
  readonly authorization: string | undefined
}

/** A redirect, or an address, that is not followed. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError'
  readonly code: VisitErrorCode

  constructor(message: string, code: VisitErrorCode = 'http4xx') {
    super(message)
    this.code = code
  }
}

/** @throws RedirectError for an address that is none, or neither http nor https */
export function targetOf(address: string): Target {
  if (!URL.canParse(address)) throw new RedirectError('cannot be read as an address')
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
 * The next target of a redirect. Credentials stay with their origin, and those that a redirect brings are
 * not used.
 *
 * @throws RedirectError where it leads to no http address, or credentials would go over the wire in the clear
 */
export function followRedirect(from: Target, location: string): Target {
  // Servers write addresses in bytes of UTF-8, which arrive as latin1.
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
