import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { getOrInsert } from '../../model/get-or-insert.ts'
import { MINUTE_MS } from '../../model/time.ts'
import type { KeyRefusal } from '../page/page.ts'

/** Why a request was denied. */
type Denial = KeyRefusal | 'rateLimited'

/** Clients remembered, about 0.5 kB each. */
const MAX_CLIENTS = 10_000

/** A client that was denied lately; `count` is the number of denials since the last log line. */
interface DeniedClient {
  count: number
  latest: () => void
}

/** The clients of each server, by address. */
const clientsOf = new WeakMap<object, LRUCache<string, DeniedClient>>()

/**
 * Logs denied requests: the first of a client at once, then one line a minute with the `count` of the others and the
 * details of the last. A line has the route's path, not the query, which may contain a key.
 */
export function logDenied(request: FastifyRequest, denial: Denial, keyName: string | undefined): void {
  const { id, ip, method, routeOptions, server } = request
  const clients = getOrInsert(clientsOf, server.server, () => new LRUCache({ max: MAX_CLIENTS }))
  const write = (count: number) =>
    request.log.warn(
      { denied: denial, key: keyName, address: ip, method, path: routeOptions.url, requestId: id, count },
      'request denied',
    )
  const known = clients.get(ip)
  if (known !== undefined) {
    known.count += 1
    known.latest = () => write(known.count)
    return
  }
  const client: DeniedClient = { count: 0, latest: () => undefined }
  clients.set(ip, client)
  write(1)
  const closeMinute = () => {
    if (client.count === 0) return void clients.delete(ip)
    client.latest()
    client.count = 0
    setTimeout(closeMinute, MINUTE_MS).unref()
  }
  setTimeout(closeMinute, MINUTE_MS).unref()
}
