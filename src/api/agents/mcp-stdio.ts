import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { codeOf, DigestError } from '../../model/errors.ts'
import { createMcpServer } from './mcp-server.ts'
import type { Ask } from './tools/tool.ts'

/**
 * Answers one agent over stdin and stdout, until it closes one of them or `signal` aborts. What it asked before it closed
 * stdin is answered.
 *
 * @throws DigestError('parameterInvalid') for a message of more than 10 MB; EPIPE if nobody reads the answers any more
 */
export async function serveAgentOverStdio(ask: Ask, signal: AbortSignal): Promise<void> {
  const transport = new StdioServerTransport()
  let failure: Error | undefined
  const connection = serveStdio(() => createMcpServer(ask), {
    maxSubscriptions: 0,
    transport,
    onerror: (error) => (failure = error),
  })
  const { onclose } = transport
  const asked = untilAnswered(transport)
  try {
    await new Promise<void>((resolve, reject) => {
      // A transport is no EventTarget.
      // oxlint-disable-next-line unicorn/prefer-add-event-listener
      transport.onclose = () => {
        onclose?.()
        // While stdin is open, the connection ends because of its last failure.
        if (failure === undefined || process.stdin.readableEnded || process.stdin.destroyed) resolve()
        else reject(codeOf(failure) === undefined ? unreadable(failure) : failure)
      }
      signal.addEventListener('abort', () => resolve(), { once: true })
      if (signal.aborted) resolve()
    })
  } finally {
    asked.clear()
    await connection.close()
  }
}

/** Keeps the transport from closing at the end of stdin before these requests are answered. @returns their ids */
function untilAnswered(transport: StdioServerTransport): Set<unknown> {
  const ids = new Set<unknown>()
  const { onmessage } = transport
  const [send, close] = [transport.send.bind(transport), transport.close.bind(transport)]
  const end = (id: unknown): void => {
    ids.delete(id)
    if (ids.size === 0 && process.stdin.readableEnded) void close()
  }
  // A transport is no EventTarget.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  transport.onmessage = (message) => {
    if ('method' in message && 'id' in message) ids.add(message.id)
    onmessage?.(message)
    // It is not answered.
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
    if (ids.size === 0 || !process.stdin.readableEnded) await close()
  }
  return ids
}

function unreadable(cause: Error): DigestError {
  return new DigestError('parameterInvalid', `what the agent sent cannot be read: ${cause.message}`, {
    cause,
  })
}
