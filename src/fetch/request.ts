import type { CookieJar } from './cookies.ts'
import { type Target, targetOf } from './target.ts'

export interface HttpRequest {
  readonly url: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Headers that may be secret: they are sent to the address's own origin only. */
  readonly ownHeaders?: Readonly<Record<string, string>> | undefined
  /** Validators of an earlier response: they are sent to the address that gave them only. */
  readonly conditions?: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
  /** Cookies of the visit; default those of this request and its redirects. */
  readonly cookies?: CookieJar
  /** Maximum size of this body. The client's own limit applies too. */
  readonly maxBytes?: number
}

/** The headers of a request for `target`: the request's own address, or where redirects led. */
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
