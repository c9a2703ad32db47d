import type { FastifyRequest } from 'fastify'

/** A host as it may stand in a link: a name or address, with or without a port. */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Whether a header names a host. The port must be one that can be connected to: 1 to 65535. */
export function isHost(host: string): boolean {
  return HOST.test(host) && URL.canParse(`http://${host}`) && !/:0+$/.test(host)
}

/**
 * Finds the base of the links in a response, without a slash at the end: the configured address, else the one
 * of the request.
 */
export function baseUrlFinder(
  configured: string | undefined,
): (request: Pick<FastifyRequest, 'protocol' | 'host'>) => string {
  if (configured !== undefined) {
    const base = configured.replace(/\/+$/, '')
    return () => base
  }
  return ({ protocol, host }) => `${protocol}://${isHost(host) ? host : 'localhost'}`
}

/**
 * Removes the base URL's path from a request's address, for proxies that pass it on. An address without it
 * stays unchanged, for proxies that remove it: the service answers under both.
 *
 * @param known.has whether there is a route for a path
 * @param known.hasFixed whether that route has no parts that vary. One that has, `/digest/:name`, also fits `/digest/list` below
 *   the path `/digest`
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
    // What is nowhere below `/api` or `/feed` is no edition of a digest of that name.
    const isOurs = known.has(pathOf(rest)) || /^\/(?:api|feed)\//.test(rest)
    const isBelow = rest.startsWith('/') && (isOurs || !known.has(path))
    return isBelow ? rest : url
  }
}

/** The path of the base URL, without a slash at its end; empty where there is none. */
export function prefixOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? '' : new URL(baseUrl).pathname.replace(/\/+$/, '')
}

export function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}
