import { createServer, type IncomingMessage } from 'node:http'
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net'

/** A proxy on loopback that connects to this machine, whatever it is asked for. */
export interface TestProxy {
  /** `127.0.0.1:PORT` */
  readonly host: string
  /** `HOST:PORT` of each target that it was asked for, in order. */
  readonly targets: string[]
  /** `USER:PASSWORD` of each request that had some. */
  readonly credentials: string[]
  close(): Promise<void>
}

interface ProxyOptions {
  /** The only user and password that it accepts, `USER:PASSWORD`; default anybody. */
  readonly accepts?: string
  /** Whether it refuses all targets. */
  readonly refuses?: boolean
}

/** A proxy by `CONNECT`. @see RFC 9110 section 9.3.6 */
export async function openConnectProxy({ accepts, refuses = false }: ProxyOptions = {}): Promise<TestProxy> {
  const [targets, credentials]: [string[], string[]] = [[], []]
  const server = createServer((_, response) => response.writeHead(405).end())
  server.on('connect', ({ url = '', headers }: IncomingMessage, client: Socket) => {
    const [, basic] = /^Basic (.*)$/.exec(headers['proxy-authorization'] ?? '') ?? []
    const given = Buffer.from(basic ?? '', 'base64').toString()
    if (given !== '') credentials.push(given)
    targets.push(url)
    if (accepts !== undefined && given !== accepts)
      return void client.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n',
      )
    if (refuses) return void client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    pass(client, portOf(url), () => client.write('HTTP/1.1 200 Connection Established\r\n\r\n'))
  })
  return listening(server, { targets, credentials })
}

/** A SOCKS5 proxy. @see RFC 1928 and RFC 1929 */
export async function openSocksProxy({ accepts, refuses = false }: ProxyOptions = {}): Promise<TestProxy> {
  const [targets, credentials]: [string[], string[]] = [[], []]
  const server = createTcpServer((client) => {
    client.on('error', () => client.destroy())
    client.once('data', (greeting) => {
      const wantsUser = accepts !== undefined
      const offered = [...greeting.subarray(2)]
      if (!wantsUser) {
        client.write(Buffer.from([5, 0]))
        return void client.once('data', connectTo)
      }
      if (!offered.includes(2)) return void client.end(Buffer.from([5, 255]))
      client.write(Buffer.from([5, 2]))
      client.once('data', (login) => {
        const userEnd = 2 + (login[1] ?? 0)
        const given = `${login.toString('utf8', 2, userEnd)}:${login.toString('utf8', userEnd + 1)}`
        credentials.push(given)
        if (given !== accepts) return void client.end(Buffer.from([1, 1]))
        client.write(Buffer.from([1, 0]))
        client.once('data', connectTo)
      })
    })
    function connectTo(request: Buffer): void {
      const target = targetOf(request)
      targets.push(target)
      if (refuses) return void client.end(Buffer.from([5, 2, 0, 1, 0, 0, 0, 0, 0, 0]))
      pass(client, portOf(target), () => client.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0])))
    }
  })
  return listening(server, { targets, credentials })
}

/** Reads the target of a SOCKS5 request: an IPv4 address, a name or an IPv6 address, and a port. */
function targetOf(request: Buffer): string {
  const port = request.readUInt16BE(request.length - 2)
  const address = request.subarray(4, request.length - 2)
  if (request[3] === 1) return `${[...address].join('.')}:${port}`
  return request[3] === 3 ? `${address.toString('utf8', 1)}:${port}` : `[${address.toString('hex')}]:${port}`
}

function portOf(target: string): number {
  return Number(/\d+$/.exec(target)?.[0])
}

function pass(client: Socket, port: number, connected: () => void): void {
  const server = connect(port, '127.0.0.1', () => {
    connected()
    client.pipe(server).pipe(client)
  })
  server.on('error', () => client.destroy())
  client.on('error', () => server.destroy())
  client.on('close', () => server.destroy())
}

async function listening(
  server: Server,
  seen: Pick<TestProxy, 'targets' | 'credentials'>,
): Promise<TestProxy> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    ...seen,
    host: `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
