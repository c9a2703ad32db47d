import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPostgresReadStore } from './open.ts'

describe('a server that asks for a password', () => {
  it('is left at once where there is none, and the error says what to do', async () => {
    const { url, connected } = await startAsking()
    const address = { kind: 'postgres', url, readUrls: [], file: 'unused' } as const

    const opened = openPostgresReadStore(address, { now: () => 0 })
    const ended = connected.then((socket) => once(socket, 'close'))

    await expect(opened).rejects.toMatchObject({
      code: 'storeUnusable',
      message: `postgres://${new URL(url).host}/digest cannot be opened: the server asks for a password: set PGPASSWORD, or write it into the address`,
    })
    await ended
  })
})

/** A server that starts a SCRAM login with each client, then waits. */
async function startAsking(): Promise<{ readonly url: string; readonly connected: Promise<Socket> }> {
  const messages = [authentication(10, 'SCRAM-SHA-256\0\0'), authentication(11, 'r=x,s=eA==,i=4096')]
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => {
      const message = messages.shift()
      if (message !== undefined) socket.write(message)
    })
  })
  const connected = once(server, 'connection').then(([socket]) => socket as Socket)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `postgres://digest@127.0.0.1:${port}/digest`, connected }
}

/** @see https://www.postgresql.org/docs/current/protocol-message-formats.html AuthenticationSASL */
function authentication(kind: number, data: string): Buffer {
  const message = Buffer.alloc(9 + Buffer.byteLength(data))
  message.write('R')
  message.writeInt32BE(message.length - 1, 1)
  message.writeInt32BE(kind, 5)
  message.write(data, 9)
  return message
}
