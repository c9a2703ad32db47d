import type { Server } from 'node:http'

const LOOK_EVERY_MS = 20

/**
 * Lets clients go before a server closes. Closing ends connections that look idle, and a request that is on
 * its way on one of them would be lost: so every answer from now on says `Connection: close`, and those who
 * still ask learn of it.
 *
 * @param mostMs wait at most so long for connections to end; those that ask for nothing stay until then
 */
export async function drain(server: Server, mostMs: number): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
  const until = performance.now() + mostMs
  while (performance.now() < until && (await connections(server)) > 0) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

function connections(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error === null ? count : 0))
  })
}
