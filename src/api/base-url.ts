/** A host as links may have it: a name or address, with an optional port. */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Whether a `Host` header is valid, with a port from 1 to 65535. */
export function isHost(host: string): boolean {
  return HOST.test(host) && URL.canParse(`http://${host}`) && !/:0+$/.test(host)
}

/** Finds the base of links, without a trailing slash: the configured address, or that of the request. */
export function baseUrlFinder(
  configured: string | undefined,
): (request: { readonly protocol: string; readonly host: string }) => string {
  if (configured !== undefined) {
    const base = configured.replace(/\/+$/, '')
    return () => base
  }
  // A proxy may pass on what its client claims.
  return ({ protocol, host }) =>
    `${protocol.toLowerCase() === 'https' ? 'https' : 'http'}://${isHost(host) ? host : 'localhost'}`
}

/**
 * Removes the base URL's path from a request's address, for proxies that pass it on. Other addresses stay unchanged,
 * for proxies that remove it: the service answers under both.
 *
 * @param known.has whether a route matches a path
 * @param known.hasFixed whether a route without parameters matches. Below the base path `/digest`, the address
 *   `/digest/list` also matches the route `/digest/:name`
 */
export function prefixStripper(
  baseUrl: string | undefined,
  known: { has(path: string): boolean; hasFixed(path: string): boolean },
): (url: string) => string {
  const prefix = prefixOf(baseUrl)
  if (prefix === '') return (url) => url
  return (url) => {
    const path = pathOf(url)
    if (!url.startsWith(prefix) || known.hasFixed(path)) return url
    const rest = url.slice(prefix.length)
    if (rest === '') return '/'
    if (rest.startsWith('?')) return `/${rest}`
    // An unknown path below `/api` or `/feed` is not an edition of a digest of that name.
    const isOurs = known.has(pathOf(rest)) || /^\/(?:api|feed)\//.test(rest)
    const isBelow = rest.startsWith('/') && (isOurs || !known.has(path))
    return isBelow ? rest : url
  }
}

/** The base URL's path, without a trailing slash; may be empty. */
export function prefixOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? '' : new URL(baseUrl).pathname.replace(/\/+$/, '')
}

/** The address of a request without scheme and host, which clients may send too (RFC 9112, section 3.2.2). */
export function originForm(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*\/?/i, '/')
}

export function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}
