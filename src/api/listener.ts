import type { Server } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { codeOf } from '../model/errors.ts'
import { MINUTE_MS } from '../model/time.ts'

/** Time limit for sending a request, ms: requests have no body. */
const REQUEST_TIMEOUT_MS = 15_000

/** Longer than the usual proxy keeps its connections, ms: then the proxy closes them. */
const KEEP_ALIVE_MS = 72_000

/** Connections that are refused are reported at most so often. */
const REPORT_EVERY_MS = MINUTE_MS

/** Connection options of any server that listens. */
export const CONNECTION_OPTIONS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // While the server closes, accepted requests are still answered.
  return503OnClosing: false,
  forceCloseConnections: 'idle',
} as const

/** What listens. Which interface answers can change between two requests. */
export interface Listener {
  /** One an address. */
  servers(): Server[]
  /** Requests from now on are answered by `app`. The one before is closed, and still answers what it began. */
  use(app: FastifyInstance): Promise<void>
  /** @returns the address that it listens on, the first of several; rejects with the system's error where it cannot */
  listen(address: { readonly host: string; readonly port: number }): Promise<string>
  /** Closes the interface, which still answers what it began, and waits for connections with a request. */
  close(): Promise<void>
}

/** Both are the name's own (RFC 6761, section 6.3), whatever the machine's list of hosts says. */
const LOCALHOST = ['127.0.0.1', '::1']

/** The machine has no such address. */
const NO_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** @param maxConnections of one address. A further one is closed at once, so that files and visits find room; the log says so */
export function createListener(logger: FastifyBaseLogger, maxConnections = Infinity): Listener {
  const hosts: FastifyInstance[] = []
  let current: FastifyInstance | undefined
  let reportedAt = -Infinity

  function reportFull(): void {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return
    reportedAt = performance.now()
    logger.error(
      `no more connections are taken while ${maxConnections} are open, half of what this process may open: raise its limit of open files (LimitNOFILE, ulimit -n)`,
    )
  }

  /** Of one address: for a second one Fastify would make a server that asks the routes of its own. */
  function newHost(): FastifyInstance {
    // Fastify makes and closes the server; its own routes are never asked.
    const host = Fastify({ loggerInstance: logger, ...CONNECTION_OPTIONS })
    host.server.maxConnections = maxConnections
    host.server.on('drop', reportFull)
    host.server.removeAllListeners('request')
    host.server.on('request', (request, response) => {
      current?.routing(request, response)
    })
    // What is no HTTP is answered by the interface too: which origins may read that is its business.
    host.server.removeAllListeners('clientError')
    host.server.on('clientError', (error, socket) => {
      if (current === undefined) socket.destroy()
      else current.server.emit('clientError', error, socket)
    })
    return host
  }

  return {
    servers: () => hosts.map(({ server }) => server),
    async use(app) {
      await app.ready()
      const before = current
      current = app
      await before?.close()
    },
    async listen({ host, port }) {
      const urls: string[] = []
      let missing: unknown
      for (const address of host === 'localhost' ? LOCALHOST : [host]) {
        const next = newHost()
        try {
          urls.push(await next.listen({ host: address, port: portOf(hosts[0]) ?? port }))
          hosts.push(next)
        } catch (cause) {
          await next.close()
          if (NO_ADDRESS.has(codeOf(cause) ?? '')) {
            missing ??= cause
            continue
          }
          await closeAll(hosts)
          throw cause
        }
      }
      const [first] = urls
      if (first === undefined) throw missing
      return first
    },
    async close() {
      // Its event streams end by that, and connections with one would never be idle.
      await current?.close()
      await closeAll(hosts)
    },
  }
}

async function closeAll(hosts: FastifyInstance[]): Promise<void> {
  await Promise.all(hosts.splice(0).map((host) => host.close()))
}

function portOf(host: FastifyInstance | undefined): number | undefined {
  const address = host?.server.address()
  return typeof address === 'object' ? address?.port : undefined
}
