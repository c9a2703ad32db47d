import type { Server } from 'node:http'

const CHECK_EVERY_MS = 20

/**
 * Lets clients disconnect before servers close. Closing a server ends connections that look idle, but a request
 * may be on its way on one of them and would be lost. So every response from now on says `Connection: close`.
 *
 * @param maxMs longest wait for connections to end; idle connections stay open until then
 */
export async function drain(servers: readonly Server[], maxMs: number): Promise<void> {
  for (const server of servers)
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
  const until = performance.now() + maxMs
  while (performance.now() < until && (await connections(servers)) > 0) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))
  }
}

async function connections(servers: readonly Server[]): Promise<number> {
  const counts = servers.map(
    (server) =>
      new Promise<number>((resolve) => {
        server.getConnections((error, count) => resolve(error === null ? count : 0))
      }),
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}
