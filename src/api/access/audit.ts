import type { FastifyRequest } from 'fastify'
import type { KeyRefusal } from '../page/page.ts'

/** Why a request was denied. */
export type Denial = KeyRefusal | 'rateLimited'

/**
 * Logs a denied request, one line each. The line has the path of the route and no query, which may contain a key.
 *
 * @param keyName name of the configured key that the request carried
 */
export function logDenied(request: FastifyRequest, denial: Denial, keyName: string | undefined): void {
  const { id, ip, method, routeOptions } = request
  request.log.warn(
    { denied: denial, key: keyName, address: ip, method, path: routeOptions.url, requestId: id },
    'request denied',
  )
}
