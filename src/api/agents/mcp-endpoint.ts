import { createMcpHandler } from '@modelcontextprotocol/server'
import { createMcpServer } from './mcp-server.ts'
import type { Ask } from './tools/tool.ts'

/** Answers one request of the protocol over HTTP. Nothing is kept between two requests, and no stream stays open. */
export type McpEndpoint = (request: Request, ask: Ask) => Promise<Response>

/** @param report is told of failures that are answered without their cause */
export function openMcpEndpoint(report: (error: Error) => void): McpEndpoint {
  return async (request, ask) => {
    const handler = createMcpHandler(() => createMcpServer(ask), { onerror: report, maxSubscriptions: 0 })
    return handler.fetch(request)
  }
}
