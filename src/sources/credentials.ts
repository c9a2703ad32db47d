import type { Source } from '../model/source.ts'
import { urlOf } from '../url/path.ts'

/**
 * The source at the address it moved to, if any. Its credentials (user, password, headers) are kept only within the
 * same origin, or from http to https on the same host: elsewhere they would leak.
 */
export function atMovedUrl(source: Source, movedUrl: string | null | undefined): Source {
  const url = urlOf(movedUrl ?? '')
  if (url === undefined) return source
  const own = urlOf(source.url)
  if (own !== undefined && isSameServer(own, url)) {
    url.username = own.username
    url.password = own.password
    return { ...source, url: url.href }
  }
  const { headers: _stay, ...open } = source
  return { ...open, url: url.href }
}

function isSameServer(own: URL, moved: URL): boolean {
  const isSafer =
    own.protocol === 'http:' && moved.protocol === 'https:' && own.port === '' && moved.port === ''
  return own.hostname === moved.hostname && (own.origin === moved.origin || isSafer)
}

/** The source's headers if `url` has the source's own origin; otherwise `undefined`. */
export function headersFor({ url: own, headers }: Source, url: string): Source['headers'] {
  return headers !== undefined && urlOf(own)?.origin === urlOf(url)?.origin ? headers : undefined
}
