import { createMcpHandler, ResourceNotFoundError, Server } from '@modelcontextprotocol/server'
import { SERVICE_VERSION } from '../../model/version.ts'
import { QUOTED } from './quote.ts'
import { listEditions, readEdition, RESOURCE_TEMPLATE } from './resources.ts'
import type { Ask } from './tools/tool.ts'
import { callTool, TOOL_DEFINITIONS } from './tools/tools.ts'

const INSTRUCTIONS = `News of many sources, without duplicates, grouped into stories, scored and searchable. Begin with top_stories or search. ${QUOTED}`

/** A Model Context Protocol server for one request or one connection. It is stateless. */
export function createMcpServer(ask: Ask): Server {
  const server = new Server(
    { name: 'content-digest', title: 'Content Digest', version: SERVICE_VERSION },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler('tools/list', () => ({ tools: TOOL_DEFINITIONS.map((tool) => ({ ...tool })) }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const { text, isError } = await callTool(params.name, params.arguments ?? {}, ask)
    return { content: [{ type: 'text', text }], isError }
  })
  // There are none. Many clients ask all the same, and drop a server that does not know the method.
  server.setRequestHandler('prompts/list', () => ({ prompts: [] }))
  server.setRequestHandler('resources/list', async () => ({ resources: await listEditions(ask) }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [RESOURCE_TEMPLATE] }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const text = await readEdition(uri, ask)
    if (text === undefined) throw new ResourceNotFoundError(uri)
    return { contents: [{ uri, mimeType: 'text/markdown', text }] }
  })
  return server
}

/** Answers one MCP request over HTTP: stateless, without open streams. */
export type McpEndpoint = (request: Request, ask: Ask) => Promise<Response>

/** @param report receives failures whose cause is hidden from the caller */
export function openMcpEndpoint(report: (error: Error) => void): McpEndpoint {
  return async (request, ask) => {
    const handler = createMcpHandler(() => createMcpServer(ask), { onerror: report, maxSubscriptions: 0 })
    return handler.fetch(request)
  }
}
