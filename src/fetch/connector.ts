import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { type AddressGuard, BlockedAddressError } from './address-guard.ts'

/** Longest time for name, connection and handshake together, ms. */
const CONNECT_TIMEOUT_MS = 10_000

/**
 * Connects for undici, only to addresses that `guard` permits. It checks three times, since each check alone
 * can be bypassed: a host that is an IP address, every address of a name, and the address of the connection.
 *
 * @param lookup name resolution; the system's, except in tests
 */
export function guardedConnector(
  guard: AddressGuard,
  lookup: LookupFunction = systemLookup,
): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: guardedLookup(guard, lookup) })

  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !guard.permits(host)) {
      queueMicrotask(() => callback(blocked(host), null))
      return
    }
    connect(options, (...answer) => {
      const [error, socket] = answer
      if (error !== null) return callback(error, null)
      const address = socket.remoteAddress
      if (address !== undefined && guard.permits(address)) return callback(null, socket)
      socket.destroy()
      callback(blocked(address ?? host), null)
    })
  }
}

/** Refuses a name if any of its addresses is not permitted: one of them would be connected in the end. */
function guardedLookup(guard: AddressGuard, lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const addresses: LookupAddress[] =
        typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found
      const refused = addresses.find(({ address }) => !guard.permits(address))
      if (refused !== undefined) return callback(blocked(refused.address), [])
      const [first] = addresses
      if (options.all === true || first === undefined) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}

function blocked(address: string): BlockedAddressError {
  return new BlockedAddressError(`${address} is private. To allow it, add it to collect.allowAddresses.`)
}
