import type { Source } from '../model/source.ts'

/**
 * The source as it is to be visited: at the address that it moved to, where there is one. What opens the configured address (user,
 * password, headers) goes along only within the same origin, or from http to https on the same host; elsewhere a
 * stranger would learn it.
 */
export function atMovedUrl(source: Source, movedUrl: string | null | undefined): Source {
  if (typeof movedUrl !== 'string' || !URL.canParse(movedUrl)) return source
  const url = new URL(movedUrl)
  const own = URL.canParse(source.url) ? new URL(source.url) : undefined
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

/** Headers of a source that may go along to `url`: to its own origin, and nowhere else. */
export function headersFor({ url: own, headers }: Source, url: string): Source['headers'] {
  return headers !== undefined && originOf(own) === originOf(url) ? headers : undefined
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined
}
