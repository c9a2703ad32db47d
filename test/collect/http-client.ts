import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type LookupFunction, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import {
  createHttpClient,
  type HttpClient,
  type OpenClient,
  type HttpClientOptions,
} from '../../src/fetch/client.ts'
import { HttpFailure } from '../../src/fetch/failure.ts'
import { never } from './loopback.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A client that may visit loopback; it, and the servers below, close when the test that asks for them has ended. */
export function client(options: Partial<HttpClientOptions> = {}): OpenClient {
  const http = createHttpClient({
    userAgent: 'test',
    allowAddresses: ['127.0.0.0/8'],
    timeoutMs: 60_000,
    maxBytes: 1_000_000,
    now: () => 0,
    ...options,
  })
  onTestFinished(() => http.close())
  return http
}

/** How a request fails; one that does not throws. */
export async function failure(http: HttpClient, url: string): Promise<HttpFailure> {
  const outcome: unknown = await http.get({ url, headers: {} }, never()).catch((cause: unknown) => cause)
  if (outcome instanceof HttpFailure) return outcome
  throw new Error(`no failure but ${String(outcome)}`, { cause: outcome })
}

/** @returns the server's address */
export async function serve(handler: Handler): Promise<string> {
  return address(createServer(handler))
}

/** A server that says what it likes, byte by byte. @returns its address */
export async function listen(onSocket: (socket: Socket) => void): Promise<string> {
  return address(createTcpServer(onSocket))
}

async function address(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  )
  const at = server.address()
  return `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}`
}

/** A name server that says the same of every name. */
export function answering(addresses: readonly { address: string; family: number }[]): LookupFunction {
  return (_, __, callback) => callback(null, [...addresses])
}
