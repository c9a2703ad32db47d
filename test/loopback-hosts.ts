import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One server at several loopback addresses. Each is a site of its own to collectors. */
export interface LoopbackHosts {
  /** `http://127.0.0.N:PORT`. The hosts take turns. */
  readonly originOf: (index: number) => string
  close(): Promise<void>
}

/** @param wanted number of addresses, at most 254; only Linux has more than one by default */
export async function openLoopbackHosts(wanted: number, answer: RequestListener): Promise<LoopbackHosts> {
  const servers: Server[] = []
  const port = await listen('127.0.0.1', 0)
  while (servers.length < wanted)
    if ((await listen(`127.0.0.${servers.length + 1}`, port).catch(() => 0)) === 0) break

  async function listen(host: string, wantedPort: number): Promise<number> {
    const server = createServer(answer)
    server.listen(wantedPort, host)
    await once(server, 'listening')
    servers.push(server)
    return (server.address() as AddressInfo).port
  }

  return {
    originOf: (index) => `http://127.0.0.${1 + (index % servers.length)}:${port}`,
    async close() {
      for (const server of servers) {
        server.closeAllConnections()
        await new Promise((closed) => server.close(closed))
      }
    },
  }
}
