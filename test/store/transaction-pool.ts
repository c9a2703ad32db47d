import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** How a pool chooses one of its idle sessions. */
export type Choice = 'last used first' | 'in turn'

/** A pool in front of a PostgreSQL server without passwords. */
export interface TestPool {
  readonly url: string
  close(): Promise<void>
}

/** Asks whether the connection may be encrypted. */
const SSL_REQUEST = 80_877_103
/** AuthenticationOk and ReadyForQuery. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

/**
 * Starts a pool in transaction mode, as PgBouncer has it: a client gets a session of the server for each transaction.
 *
 * @param sessions that it has before the first client comes
 */
export async function openTransactionPool(url: string, choice: Choice, sessions: number): Promise<TestPool> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const idle: Session[] = []
  const newSession = async (): Promise<Session> => {
    const socket = connect(Number(port), hostname)
    sockets.add(socket)
    await once(socket, 'connect')
    socket.write(startupOf(new URL(url)))
    const session: Session = { socket, onMessage: () => undefined }
    await new Promise<void>((ready) => {
      session.onMessage = (message) => message[0] === code('Z') && ready()
      eachMessage(socket, (message) => session.onMessage(message))
    })
    return session
  }
  for (let made = 0; made < sessions; made += 1) idle.push(await newSession())

  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    let session: Promise<Session> | undefined
    /** Answers that the client waits for. */
    let waiting = 0
    const take = async (): Promise<Session> => {
      const taken = (choice === 'in turn' ? idle.shift() : idle.pop()) ?? (await newSession())
      taken.onMessage = (message) => {
        client.write(message)
        if (message[0] !== code('Z')) return
        waiting -= 1
        if (waiting > 0 || message[5] !== code('I')) return
        session = undefined
        idle.push(taken)
      }
      return taken
    }
    eachMessage(
      client,
      (message) => {
        if (message[0] === code('X')) return void client.end()
        if (message[0] === code('Q') || message[0] === code('S')) waiting += 1
        session ??= take()
        void session.then(({ socket }) => socket.write(message))
      },
      // The first message of a client has no type.
      (startup) => client.write(startup.readInt32BE(4) === SSL_REQUEST ? 'N' : WELCOME),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const pooled = new URL(url)
  pooled.port = String((server.address() as AddressInfo).port)
  return {
    url: pooled.href,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Session {
  readonly socket: Socket
  onMessage: (message: Buffer) => void
}

function code(letter: string): number {
  return letter.charCodeAt(0)
}

function startupOf({ username, pathname, searchParams }: URL): Buffer {
  const parameters = {
    user: username,
    database: pathname.slice(1),
    options: searchParams.get('options') ?? '',
  }
  const text = `${Object.entries(parameters).flat().join('\0')}\0\0`
  const message = Buffer.alloc(8 + Buffer.byteLength(text))
  message.writeInt32BE(message.length, 0)
  message.writeInt32BE(3 << 16, 4)
  message.write(text, 8)
  return message
}

/** Cuts what comes into messages: a type of one byte, a length of four, and the rest. */
function eachMessage(
  socket: Socket,
  onMessage: (message: Buffer) => void,
  onStartup?: (message: Buffer) => void,
): void {
  let rest = Buffer.alloc(0)
  let isStarting = onStartup !== undefined
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const typeBytes = isStarting ? 0 : 1
      if (rest.length < typeBytes + 4) return
      const length = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      if (!isStarting) onMessage(message)
      else {
        isStarting = message.readInt32BE(4) === SSL_REQUEST
        onStartup?.(message)
      }
    }
  })
}
