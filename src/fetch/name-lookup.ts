import { lookup as systemLookup, type LookupAddress, promises } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { startDeadline } from './deadline.ts'

/** Names that Node.js resolves at once with the system's resolver, which takes a thread for each. */
const AT_ONCE = 2

/** After this time the name servers are asked directly too, which takes no thread. */
const PATIENCE_MS = 1_000

/** Time for a name in all: less than for a connection, so that a silent name server is named as the reason. */
const LIMIT_MS = 9_000

/** What one server has for an answer, twice. */
const NAME_SERVERS = { timeout: 3_000, tries: 2 }

/**
 * Resolves names with the system's resolver, so that `/etc/hosts` and local names count. A name server without an
 * answer holds a thread of it for ten seconds or more. Other names do not wait for that: their name servers are asked
 * directly, and an address from them counts. Only the system's resolver can say that there is none.
 *
 * @param system instead of the system's resolver, and `servers` instead of its name servers, for tests
 */
export function createNameLookup(
  system: LookupFunction = systemLookup,
  servers?: readonly string[],
): LookupFunction {
  let underWay = 0
  const waiting = new Set<() => void>()

  return (name, options, callback) => {
    const resolver = new promises.Resolver(NAME_SERVERS)
    if (servers !== undefined) resolver.setServers(servers)
    let isDone = false
    const finish: typeof callback = (...answer) => {
      if (isDone) return
      isDone = true
      clearTimeout(helping)
      cancelEnd()
      waiting.delete(start)
      resolver.cancel()
      callback(...answer)
    }
    const start = (): void => {
      waiting.delete(start)
      underWay += 1
      system(name, options, (...answer) => {
        underWay -= 1
        const [next] = waiting
        next?.()
        finish(...answer)
      })
    }
    const help = async (): Promise<void> => {
      const found = await addressesOf(name, resolver)
      if (found.length > 0) finish(null, found)
    }
    const helping = setTimeout(() => void help(), PATIENCE_MS)
    const cancelEnd = startDeadline(LIMIT_MS, () => finish(nameTimeout(), []))
    if (underWay < AT_ONCE) start()
    else waiting.add(start)
  }
}

async function addressesOf(name: string, resolver: promises.Resolver): Promise<LookupAddress[]> {
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return found.flatMap((addresses, isSix) =>
    addresses.status === 'fulfilled'
      ? addresses.value.map((address) => ({ address, family: isSix === 0 ? 4 : 6 }))
      : [],
  )
}

/** The error of Node.js's own resolver. */
function nameTimeout(): Error {
  return Object.assign(new Error('the name server did not answer in time'), { code: 'ETIMEOUT' })
}
