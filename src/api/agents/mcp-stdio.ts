import { pipeline, type Readable, Transform } from 'node:stream'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { codeOf, DigestError } from '../../model/errors.ts'
import { createMcpServer } from './mcp-server.ts'
import type { Ask } from './tools/tool.ts'
import { withoutNulls } from './without-nulls.ts'

/** Longest incomplete line that is buffered. A tool call has some hundred bytes. */
const MAX_WAITING_BYTES = 65_536

/**
 * Serves one agent over stdin and stdout until it closes one of them or `signal` aborts. Requests sent before stdin
 * closed are still answered.
 *
 * @throws DigestError('parameterInvalid') for a message over 10 MB; EPIPE if nobody reads the answers
 */
export async function serveAgentOverStdio(ask: Ask, signal: AbortSignal): Promise<void> {
  const input = linesWithoutNulls(process.stdin)
  const transport = new StdioServerTransport(input)
  let failure: Error | undefined
  const connection = serveStdio(() => createMcpServer(ask), {
    maxSubscriptions: 0,
    transport,
    onerror: (error) => (failure = error),
  })
  const { onclose } = transport
  const asked = untilAnswered(transport, input)
  try {
    await new Promise<void>((resolve, reject) => {
      // A transport is no EventTarget.
      // oxlint-disable-next-line unicorn/prefer-add-event-listener
      transport.onclose = () => {
        onclose?.()
        // If the connection ends while stdin is open, its last failure is the cause.
        if (failure === undefined || input.readableEnded || input.destroyed) resolve()
        else reject(codeOf(failure) === undefined ? unreadable(failure) : failure)
      }
      signal.addEventListener('abort', () => resolve(), { once: true })
      if (signal.aborted) resolve()
    })
  } finally {
    asked.clear()
    await connection.close()
    // An open stdin would keep the process alive.
    input.destroy()
  }
}

/** Splits input into lines. A line that is too long passes in parts; the transport refuses it. */
function linesWithoutNulls(stdin: Readable): Readable {
  let waiting = Buffer.alloc(0)
  const lines = new Transform({
    transform(chunk: Buffer, _, done) {
      const all = Buffer.concat([waiting, chunk])
      const end = all.lastIndexOf('\n') + 1
      const isTooLong = end === 0 && all.length > MAX_WAITING_BYTES
      waiting = isTooLong ? Buffer.alloc(0) : all.subarray(end)
      done(null, isTooLong ? all : all.toString('utf8', 0, end).split('\n').map(withoutNulls).join('\n'))
    },
  })
  return pipeline(stdin, lines, () => undefined)
}

/**
 * Keeps the transport from closing at the end of input before all requests are answered. @returns ids of pending
 * requests
 */
function untilAnswered(transport: StdioServerTransport, input: Readable): Set<unknown> {
  const ids = new Set<unknown>()
  const { onmessage } = transport
  const [send, close] = [transport.send.bind(transport), transport.close.bind(transport)]
  const end = (id: unknown): void => {
    ids.delete(id)
    if (ids.size === 0 && input.readableEnded) void close()
  }
  // A transport is no EventTarget.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  transport.onmessage = (message) => {
    if ('method' in message && 'id' in message) ids.add(message.id)
    onmessage?.(message)
    // Cancelled requests get no answer.
    if ('method' in message && message.method === 'notifications/cancelled')
      end(message.params?.['requestId'])
  }
  transport.send = async (message) => {
    try {
      await send(message)
    } finally {
      if (!('method' in message)) end(message.id)
    }
  }
  transport.close = async () => {
    if (ids.size === 0 || !input.readableEnded) await close()
  }
  return ids
}

function unreadable(cause: Error): DigestError {
  return new DigestError('parameterInvalid', `what the agent sent cannot be read: ${cause.message}`, {
    cause,
  })
}
