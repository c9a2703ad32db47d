import { createServer, type Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Listeners on addresses inside, which nothing must ever connect to. */
export interface Canary {
  /** The same at every address. */
  readonly port: number
  /** Addresses that are listened on. */
  readonly addresses: readonly string[]
  /** Where connections came in, one entry each. */
  readonly connections: readonly string[]
  forget(): void
  close(): Promise<void>
}

const LOOPBACK = ['127.0.0.1', '127.0.0.2', '127.1.2.3', '127.255.255.254', '::1']

/** Listens on loopback, both families, and on every address that this machine has. */
export async function openCanary(port: number): Promise<Canary> {
  const own = Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).filter(({ scopeid = 0 }) => scopeid === 0).map(({ address }) => address),
  )
  const connections: string[] = []
  const servers: Server[] = []
  const sockets = new Set<Socket>()
  const addresses: string[] = []
  for (const address of new Set([...LOOPBACK, ...own])) {
    const server = createServer((socket) => {
      sockets.add(socket)
      connections.push(`${socket.remoteAddress} to ${socket.localAddress}`)
      socket.on('error', () => undefined)
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: close\r\n\r\nsecret')
    })
    const listens = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)) // an address of a family that is off
      server.listen(port, address, () => resolve(true))
    })
    if (!listens) continue
    servers.push(server)
    addresses.push(address)
  }
  return {
    port,
    addresses,
    connections,
    forget: () => void connections.splice(0),
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}
