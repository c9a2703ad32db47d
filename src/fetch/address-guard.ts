import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction, Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { buildConnector, errors } from 'undici'
import { startDeadline } from './deadline.ts'

export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError'
  readonly code = 'EBLOCKED'
}

/** Whether `address`, an IP address in any spelling, may be connected to. */
export type AddressGuard = (address: string) => boolean

/**
 * Permits only public unicast addresses: no private, loopback, link-local, carrier-grade and reserved addresses. An
 * IPv6 address that stands for an IPv4 address is judged as that one.
 *
 * @param allowed CIDR blocks that are permitted in addition
 * @throws RangeError for an invalid block; the settings are checked before
 */
export function createAddressGuard(allowed: readonly string[]): AddressGuard {
  const blocks = allowed.map((block) => {
    const parsed = parseBlock(block)
    if (parsed === undefined) throw new RangeError(`'${block}' is no CIDR block`)
    return parsed
  })
  return (written) => {
    // A zone (`fe80::1%eth0`) names an interface, not a destination.
    const text = written.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.process(text)
    const destination = untranslated(address)
    return (
      isPublic(destination) ||
      blocks.some((block) => isWithin(address, block) || isWithin(destination, block))
    )
  }
}

type Block = readonly [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/**
 * A CIDR block, or a single address. `::ffff:10.0.0.0/104` becomes `10.0.0.0/8`, as addresses in this form become IPv4.
 *
 * @returns `undefined` for anything else
 */
export function parseBlock(text: string): Block | undefined {
  const written = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`
  if (!ipaddr.isValidCIDR(written)) return undefined
  const [network, bits] = ipaddr.parseCIDR(written)
  const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= 96
  return isMapped ? [network.toIPv4Address(), bits - 96] : [network, bits]
}

/** The prefix of IPv4 addresses in networks that have IPv6 alone, RFC 6052 section 2.1. */
const TRANSLATED = ipaddr.parseCIDR('64:ff9b::/96')

/** The IPv4 address that a gateway (NAT64) puts in place of a translated one. */
function untranslated(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  return isWithin(address, TRANSLATED) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address
}

/** The allocated part of IPv6; other addresses, such as `::192.168.0.1`, are not public. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/** Public addresses of services inside a cloud: Azure's agent and name server. */
const INSIDE_CLOUDS = ipaddr.parseCIDR('168.63.129.16/32')

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast' || isWithin(address, INSIDE_CLOUDS)) return false
  return address.kind() === 'ipv4' || isWithin(address, GLOBAL_UNICAST)
}

export function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Block): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}

/** Longest time for name resolution, connection and handshake together. */
export const CONNECT_TIMEOUT_MS = 10_000

/**
 * Time for one of a name's addresses before the next, ms. Node.js then drops the address, even if it answers later. Its
 * default of 250 ms is too short for distant servers, and while this thread is busy.
 */
const ADDRESS_TIMEOUT_MS = 2_500

/**
 * A connector for undici that only connects to addresses that `permits` accepts. It checks a host that is an IP
 * address, every address of a name, and the connection's address: each check alone can be bypassed.
 */
export function guardedConnector(permits: AddressGuard, lookup: LookupFunction): buildConnector.connector {
  // Undici's own timeout also counts while this thread is busy.
  const connect = buildConnector({
    timeout: 0,
    lookup: guardedLookup(permits, lookup),
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
  })

  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !permits(host)) {
      queueMicrotask(() => callback(blocked(host), null))
      return
    }
    const cancel = startDeadline(CONNECT_TIMEOUT_MS, () => {
      if (connecting instanceof Socket) connecting.destroy(new errors.ConnectTimeoutError())
    })
    const connecting: unknown = connect(options, (...answer) => {
      cancel()
      const [error, socket] = answer
      if (error !== null) return callback(error, null)
      const address = socket.remoteAddress
      if (address !== undefined && permits(address)) return callback(null, socket)
      socket.destroy()
      callback(blocked(address ?? host), null)
    })
  }
}

/** Refuses a name if any of its addresses is forbidden, since the connection could use that one. */
export function guardedLookup(permits: AddressGuard, lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const addresses: LookupAddress[] =
        typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found
      const refused = addresses.find(({ address }) => !permits(address))
      if (refused !== undefined) return callback(blocked(refused.address), [])
      const [first] = addresses
      if (options.all === true || first === undefined) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}

export function blocked(address: string): BlockedAddressError {
  return new BlockedAddressError(`${address} is private. To allow it, add it to collect.allowAddresses.`)
}
