import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { codeOf, messageOf } from '../model/errors.ts'
import { hostAndPort } from '../url/host.ts'
import { decodeLeniently } from '../url/path.ts'
import { CONNECT_TIMEOUT_MS } from './address-guard.ts'
import { startDeadline } from './deadline.ts'

/** Port, and host: an IP address without brackets, or a name. */
export interface Endpoint {
  readonly host: string
  readonly port: number
}

/**
 * Opens a connection through a proxy.
 *
 * @param proxy `http:`, `https:` or `socks5:`, optionally with user and password
 * @throws an error with the code `EPROXY`
 */
export function openTunnel(proxy: URL, target: Endpoint): Promise<Socket> {
  return proxy.protocol === 'socks5:' ? openBySocks(proxy, target) : openByConnect(proxy, target)
}

/** @see RFC 9110 section 9.3.6 */
function openByConnect(proxy: URL, { host, port }: Endpoint): Promise<Socket> {
  const path = hostAndPort(host, port)
  const { user, password } = credentialsOf(proxy)
  const authorization = Buffer.from(`${user}:${password}`).toString('base64')
  return new Promise((resolve, reject) => {
    const request = proxy.protocol === 'https:' ? requestHttps : requestHttp
    const outgoing = request({
      ...endpointOf(proxy),
      method: 'CONNECT',
      path,
      headers: { host: path, ...(user === '' ? {} : { 'proxy-authorization': `Basic ${authorization}` }) },
      agent: false,
    })
    const cancel = startDeadline(CONNECT_TIMEOUT_MS, () =>
      outgoing.destroy(new Error('it did not answer in time')),
    )
    outgoing.on('connect', ({ statusCode }, socket, head) => {
      cancel()
      if (statusCode === 200) {
        if (head.length > 0) socket.unshift(head)
        return resolve(socket)
      }
      socket.destroy()
      const why = statusCode === 407 ? 'it asks for another user or password' : 'it refused'
      reject(failed(`${why} (HTTP ${statusCode})`))
    })
    outgoing.on('error', (cause) => {
      cancel()
      reject(failed(codeOf(cause) ?? cause.message))
    })
    outgoing.end()
  })
}

/** @see RFC 1928 and RFC 1929 */
async function openBySocks(proxy: URL, destination: Endpoint): Promise<Socket> {
  // Loaded lazily, since few services have such a proxy.
  const { SocksClient } = await import('./socks.ts')
  const { user, password } = credentialsOf(proxy)
  try {
    const { socket } = await SocksClient.createConnection({
      command: 'connect',
      destination,
      proxy: { ...endpointOf(proxy), type: 5, ...(user === '' ? {} : { userId: user, password }) },
      timeout: CONNECT_TIMEOUT_MS,
    })
    return socket
  } catch (cause) {
    // The library gives a network error's message, with its address, but not its code.
    const message = messageOf(cause)
    throw failed(/\bE[A-Z]{4,}\b/.exec(message)?.[0] ?? message)
  }
}

const USUAL_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'socks5:': 1080 }

export function endpointOf({ hostname, protocol, port }: Addressed): Endpoint {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (USUAL_PORTS[protocol] ?? 0) }
}

type Addressed = Pick<buildConnector.Options, 'hostname' | 'protocol' | 'port'>

function credentialsOf({ username, password }: URL): { readonly user: string; readonly password: string } {
  return { user: decodeLeniently(username), password: decodeLeniently(password) }
}

/** Has neither the proxy's host, credentials nor a cause that may contain them, since the message is public. */
function failed(why: string): Error {
  return Object.assign(new Error(`the proxy did not connect: ${why}`), { code: 'EPROXY' })
}
