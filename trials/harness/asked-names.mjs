// The process that loads this file asks the server NAME_SERVER (ADDRESS:PORT) for names, over UDP, and writes each address
// that it tries to connect to into ATTEMPTS_FILE, whether or not anybody answers there. Threads load this file too.
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { callbackify } from 'node:util'

/** The name servers that the service asks directly. */
class Resolver extends dns.promises.Resolver {
  constructor(options) {
    super(options)
    this.setServers([process.env.NAME_SERVER])
  }
}
dns.promises.Resolver = Resolver

/** As the system's resolver, which knows two codes: there is no such name or address, and no answer could be had. */
async function addressesOf(hostname) {
  // One for each name: newer versions of c-ares ask for all names again where the answer for one is broken.
  const resolver = new Resolver({ timeout: 2_000, tries: 4 })
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = answers.flatMap(({ value = [] }, index) =>
    value.map((address) => ({ address, family: index === 0 ? 4 : 6 })),
  )
  if (addresses.length > 0) return addresses
  const isUnknown = answers.every(({ reason }) => ['ENOTFOUND', 'ENODATA'].includes(reason?.code))
  const code = isUnknown ? 'ENOTFOUND' : 'EAI_AGAIN'
  throw Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), { code })
}

const lookUp = callbackify(addressesOf)
dns.lookup = (hostname, options, callback) => {
  lookUp(hostname, (error, addresses) => {
    if (error !== null || options.all) callback(error, addresses ?? [])
    else callback(null, addresses[0].address, addresses[0].family)
  })
}
syncBuiltinESMExports()

// oxlint-disable-next-line typescript/unbound-method
const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...values) {
  this.on('connectionAttempt', (address) => appendFileSync(process.env.ATTEMPTS_FILE, `${address}\n`))
  return connect.apply(this, values)
}
