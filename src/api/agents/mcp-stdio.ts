import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createMcpServer } from './mcp-server.ts'
import type { Ask } from './tools/tool.ts'

/** Answers one agent over stdin and stdout, until it closes stdin or `signal` aborts. */
export async function serveAgentOverStdio(ask: Ask, signal: AbortSignal): Promise<void> {
  const connection = serveStdio(() => createMcpServer(ask), { maxSubscriptions: 0 })
  try {
    await Promise.race([once(process.stdin, 'end', { signal }), once(process.stdin, 'close', { signal })])
  } catch (cause) {
    if (!signal.aborted) throw cause
  } finally {
    await connection.close()
  }
}
