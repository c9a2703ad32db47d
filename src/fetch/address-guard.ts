import ipaddr from 'ipaddr.js'

/** A connection to an address that is not permitted. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError'
  readonly code = 'EBLOCKED'
}

/** Says which addresses may be connected to. */
export interface AddressGuard {
  /** Whether `address`, an IP address in any spelling, is public or named by the operator. */
  permits(address: string): boolean
}

/**
 * Permits public unicast addresses alone: not private, loopback, link-local, carrier-grade, reserved or
 * translated ones, nor an IPv4 address of these in an IPv6 one.
 *
 * @param allowed CIDR blocks that are permitted all the same
 * @throws RangeError for a block that is none: settings are checked before they come here
 */
export function createAddressGuard(allowed: readonly string[]): AddressGuard {
  const blocks = allowed.map((block) => {
    const text = block.includes('/') ? block : `${block}/${block.includes(':') ? 128 : 32}`
    if (!ipaddr.isValidCIDR(text)) throw new RangeError(`'${block}' is no CIDR block`)
    return ipaddr.parseCIDR(text)
  })
  return {
    permits(written) {
      // A zone (`fe80::1%eth0`) names the interface, not the destination.
      const text = written.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
      if (!ipaddr.isValid(text)) return false
      const address = ipaddr.process(text)
      return isPublic(address) || blocks.some((block) => isWithin(address, block))
    },
  }
}

/** The allocated part of IPv6; addresses outside it, such as `::192.168.0.1`, are not public. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/** Public addresses that are answered inside a cloud: Azure's agent and name server. */
const INSIDE_CLOUDS = ipaddr.parseCIDR('168.63.129.16/32')

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast' || isWithin(address, INSIDE_CLOUDS)) return false
  return address.kind() === 'ipv4' || isWithin(address, GLOBAL_UNICAST)
}

function isWithin(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  [network, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number],
): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}
