import type { Server } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { codeOf } from '../model/errors.ts'
import { MINUTE_MS } from '../model/time.ts'

/** Time limit for sending a request. Requests have little or no body. */
const REQUEST_TIMEOUT_MS = 15_000

/** Longer than most proxies keep connections, so that the proxy closes them first. */
const KEEP_ALIVE_MS = 72_000

/** Interval between two log lines about refused connections. */
const REPORT_EVERY_MS = MINUTE_MS

export const CONNECTION_OPTIONS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // A closing server still answers accepted requests.
  return503OnClosing: false,
  forceCloseConnections: 'idle',
  // Node would answer with an empty body; `requireHost` gives a problem.
  http: { requireHostHeader: false },
} as const

/** Listens on a port. The app that answers can be replaced between two requests. */
export interface Listener {
  /** One server for each address. */
  servers(): Server[]
  /** Requests from now on go to `app`. The old app is closed, and finishes the answers it began. */
  use(app: FastifyInstance): Promise<void>
  /** @returns the address it listens on, the first of several. Rejects with the system's error */
  listen(address: { readonly host: string; readonly port: number }): Promise<string>
  /** Closes the app, which finishes its answers, and waits for busy connections. */
  close(): Promise<void>
}

/** `localhost` is both (RFC 6761, section 6.3), whatever the hosts file says. */
const LOCALHOST = ['127.0.0.1', '::1']

const NO_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/**
 * @param maxConnections of one address. Further ones are closed at once, so that file handles remain for files and
 *   visits
 */
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

  /** One server for each address: Fastify would make a second one that uses its own routes. */
  function newHost(): FastifyInstance {
    // Only opens and closes the server; its own routes are never used.
    const host = Fastify({ loggerInstance: logger, ...CONNECTION_OPTIONS })
    host.server.maxConnections = maxConnections
    host.server.on('drop', reportFull)
    host.server.removeAllListeners('request')
    host.server.on('request', (request, response) => {
      current?.routing(request, response)
    })
    // The app also answers invalid HTTP, since it knows which origins may read the answer.
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
      // First the app: it ends its event streams, whose connections would never be idle.
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
