import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { CONNECTION_OPTIONS } from './connections.ts'

/** The server that listens. Which interface answers can change between two requests. */
export interface Listener {
  readonly server: Server
  /** Requests from now on are answered by `app`. The one before is closed when it has answered what it began. */
  use(app: FastifyInstance): Promise<void>
  /** @returns the address that it listens on; rejects with the system's error where it cannot */
  listen(place: { readonly host: string; readonly port: number }): Promise<string>
  /** Ends connections without a request, waits for the others, and closes the interface. */
  close(): Promise<void>
}

/** An interface and how many of its answers are under way. */
interface Answering {
  readonly app: FastifyInstance
  underWay: number
}

export function createListener(logger: FastifyBaseLogger): Listener {
  // Fastify makes and closes the server; its own routes are never asked.
  const host = Fastify({ loggerInstance: logger, ...CONNECTION_OPTIONS })
  let current: Answering | undefined
  host.server.removeAllListeners('request')
  host.server.on('request', (request, response) => {
    if (current !== undefined) answer(current, request, response)
  })
  // What is no HTTP is answered by the interface too: which origins may read that is its business.
  host.server.removeAllListeners('clientError')
  host.server.on('clientError', (error, socket) => {
    if (current === undefined) socket.destroy()
    else current.app.server.emit('clientError', error, socket)
  })

  function answer(by: Answering, request: IncomingMessage, response: ServerResponse): void {
    by.underWay += 1
    response.once('close', () => {
      by.underWay -= 1
      if (by !== current && by.underWay === 0) void by.app.close()
    })
    by.app.routing(request, response)
  }

  return {
    server: host.server,
    async use(app) {
      await app.ready()
      const before = current
      current = { app, underWay: 0 }
      if (before?.underWay === 0) await before.app.close()
    },
    listen: (place) => host.listen(place),
    async close() {
      await host.close()
      await current?.app.close()
    },
  }
}
