import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server that can fall silent, as a firewall or a machine without power does. */
export interface Network {
  /** The address of the server by this way. */
  readonly url: string
  /** From now on nothing comes through the connections there are, and none of them ends. New ones work. */
  silence(): void
  close(): Promise<void>
}

export async function openNetwork(to: string): Promise<Network> {
  const { hostname, port } = new URL(to)
  const open = new Set<Socket>()
  const silent = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => undefined)
      one.on('data', (bytes: Buffer) => silent.has(one) || other.write(bytes))
      one.on('close', () => {
        open.delete(one)
        if (!silent.has(one)) other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(to)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    silence: () => {
      for (const socket of open) silent.add(socket)
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
