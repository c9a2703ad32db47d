import type { Source } from '../domain/source.ts'

/**
 * The source as it is to be visited: at its kept address, where it has one. What opens the configured address (user,
 * password, headers) goes along only within the same origin, or from http to https on the same host; elsewhere a
 * stranger would learn it.
 */
export function atKeptAddress(source: Source, keptUrl: string | null | undefined): Source {
  if (typeof keptUrl !== 'string' || !URL.canParse(keptUrl)) return source
  const url = new URL(keptUrl)
  const own = URL.canParse(source.url) ? new URL(source.url) : undefined
  if (own !== undefined && isSamePlace(own, url)) {
    url.username = own.username
    url.password = own.password
    return { ...source, url: url.href }
  }
  const { headers: _stay, ...open } = source
  return { ...open, url: url.href }
}

function isSamePlace(own: URL, kept: URL): boolean {
  const isSafer =
    own.protocol === 'http:' && kept.protocol === 'https:' && own.port === '' && kept.port === ''
  return own.hostname === kept.hostname && (own.origin === kept.origin || isSafer)
}
