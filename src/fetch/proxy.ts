import { isIP, type LookupFunction, type Socket } from 'node:net'
import { callbackify, promisify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { buildConnector, errors } from 'undici'
import type { ProxyRoutes } from '../model/proxy.ts'
import { isLoopback } from '../url/host.ts'
import {
  type AddressGuard,
  blocked,
  CONNECT_TIMEOUT_MS,
  guardedConnector,
  guardedLookup,
  isWithin,
  parseBlock,
} from './address-guard.ts'
import { startDeadline } from './deadline.ts'
import { type Endpoint, endpointOf, openTunnel } from './tunnel.ts'

/**
 * A connector for undici like `guardedConnector`, through the proxies of `routes`. This machine resolves and checks the
 * name, and the proxy gets the address, so it cannot resolve the name differently. With `routes.resolves` the proxy
 * gets the name, and only hosts that are IP addresses are checked.
 */
export function proxiedConnector(
  routes: ProxyRoutes,
  permits: AddressGuard,
  lookup: LookupFunction,
): buildConnector.connector {
  const directly = guardedConnector(permits, lookup)
  const secure = buildConnector({ timeout: 0 })
  const checked = async ({ host, port }: Endpoint): Promise<Endpoint> =>
    isIP(host) !== 0 || routes.resolves === true
      ? { host: unlessBlocked(host, permits), port }
      : { host: await addressOf(host, guardedLookup(permits, lookup)), port }

  const connect = callbackify(async (proxy: URL, options: buildConnector.Options): Promise<Socket> => {
    const tunnel = await openTunnel(proxy, await checked(endpointOf(options)))
    return options.protocol === 'https:' ? secureWithin(tunnel, secure, options) : tunnel
  })

  return (options, callback) => {
    const proxy = proxyFor(options.protocol, endpointOf(options), routes)
    if (proxy === undefined) return directly(options, callback)
    connect(proxy, options, (error: Error | null, socket) => {
      if (error === null) callback(null, socket)
      else callback(error, null)
    })
  }
}

/** Starts TLS with the target, within the connection's time limit. */
function secureWithin(
  tunnel: Socket,
  secure: buildConnector.connector,
  options: buildConnector.Options,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const cancel = startDeadline(CONNECT_TIMEOUT_MS, () => tunnel.destroy(new errors.ConnectTimeoutError()))
    secure({ ...options, httpSocket: tunnel }, (...[error, socket]) => {
      cancel()
      if (error === null) resolve(socket)
      else reject(error)
    })
  })
}

/** The proxy of a request; `undefined` for a direct connection. */
function proxyFor(protocol: string, target: Endpoint, routes: ProxyRoutes): URL | undefined {
  const proxy = protocol === 'https:' ? routes.https : routes.http
  const isDirect = routes.direct?.some((entry) => namesHost(entry, target)) ?? false
  return proxy === undefined || isDirect ? undefined : new URL(proxy)
}

/**
 * Whether an entry of `NO_PROXY` matches a host: `example.org` and its subdomains, `10.0.0.1`, `10.0.0.0/8`, `::1`,
 * `[::1]:8080`, `host:8080`, or `*`. Names are not resolved for blocks.
 */
function namesHost(entry: string, { host, port }: Endpoint): boolean {
  const block = parseBlock(entry)
  if (block !== undefined) return isIP(host) !== 0 && isWithin(ipaddr.process(host), block)
  const [, written = '', ofPort] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
  if (ofPort !== undefined && Number(ofPort) !== port) return false
  const name = written.replace(/^\*?\./, '')
  return name === '*' || host === name || (isIP(host) === 0 && host.endsWith(`.${name}`))
}

/** @throws BlockedAddressError for a forbidden address, and for a name of the proxy's own machine */
function unlessBlocked(host: string, permits: AddressGuard): string {
  const isOwn = isIP(host) === 0 && (isLoopback(host) || host.endsWith('.localhost'))
  if (isOwn ? permits('127.0.0.1') : isIP(host) === 0 || permits(host)) return host
  throw blocked(host)
}

/** One address of a name, if all are permitted. IPv4 first, since many proxies lack IPv6. */
async function addressOf(host: string, lookup: LookupFunction): Promise<string> {
  const found = await promisify(lookup)(host, { all: true })
  const addresses = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found
  const chosen = addresses.find(({ family }) => family === 4) ?? addresses[0]
  if (chosen === undefined) throw Object.assign(new Error(`${host} has no address`), { code: 'ENODATA' })
  return chosen.address
}
