import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../../url/host.ts'
import { askSelf } from '../access/ask-self.ts'
import { isHost } from '../base-url.ts'
import type { McpEndpoint } from './mcp-server.ts'
import { withoutNulls } from './without-nulls.ts'

export const MCP_PATH = '/mcp'

/** Longest request. A tool call has some hundred bytes. */
const MAX_BODY_BYTES = 65_536

interface McpDeps {
  readonly innerToken: string
  readonly corsOrigins: readonly string[]
  readonly baseUrl: string | undefined
}

/** POST /mcp: the Model Context Protocol. The first request loads its code. */
export async function mcpRoute(app: FastifyInstance, deps: McpDeps): Promise<void> {
  let endpoint: Promise<McpEndpoint> | undefined
  const load = async () => {
    const { openMcpEndpoint } = await import('./mcp-server.ts')
    return openMcpEndpoint((error) => app.log.debug(error, 'an agent was refused'))
  }

  app.removeAllContentTypeParsers()
  // Invalid JSON reaches the protocol handler, which answers in its own form.
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_, body, done) =>
    done(null, body),
  )
  const answerAgent = async (request: FastifyRequest, reply: FastifyReply) => {
    const refused = refusalOf(request, deps)
    if (refused !== undefined) return reply.code(refused.status).send(rpcError(refused.message))
    const answer = await (endpoint ??= load())
    const response = await answer(webRequest(request), (address) =>
      askSelf(app, deps.innerToken, request, address),
    )
    // Read whole: no response continues as a stream.
    const text = await response.text()
    const message = acceptsEvents(request) ? undefined : /^data: ([^\n]*)/m.exec(text)?.[1]
    return reply
      .code(response.status)
      .headers({ ...Object.fromEntries(response.headers), 'cache-control': 'no-store' })
      .headers(message === undefined ? {} : { 'content-type': 'application/json' })
      .send(message ?? text)
  }
  // Many clients add a slash, and follow no redirect of a POST.
  for (const path of [MCP_PATH, `${MCP_PATH}/`])
    app.post(path, { schema: { hide: true }, bodyLimit: MAX_BODY_BYTES }, answerAgent)
}

/** A refusal as a JSON-RPC 2.0 error (invalid request). */
function rpcError(message: string) {
  return { jsonrpc: '2.0', id: null, error: { code: -32_600, message } }
}

/** Whether the client accepts an event stream; others get a single JSON message. */
function acceptsEvents({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('text/event-stream')
}

function webRequest({ headers, body }: FastifyRequest): Request {
  // The protocol requires clients to accept both. Many accept one or send no `Accept`.
  const all = { ...headers, accept: 'application/json, text/event-stream' }
  const given = Object.entries(all).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  const text = typeof body === 'string' ? withoutNulls(body) : ''
  return new Request(`http://localhost${MCP_PATH}`, { method: 'POST', headers: given, body: text })
}

function refusalOf(
  request: FastifyRequest,
  deps: McpDeps,
): { readonly status: number; readonly message: string } | undefined {
  if (!isHost(request.host)) return { status: 403, message: 'The header Host names no host.' }
  if (isForeign(request, deps)) {
    const message = `Pages of ${request.headers.origin} may not ask; server.corsOrigins says which may.`
    return { status: 403, message }
  }
  // Only one old version of the protocol has batches, and each message costs as much as a request.
  if (typeof request.body === 'string' && /^\s*\[/.test(request.body))
    return { status: 400, message: 'Send one message in each request.' }
  return undefined
}

/** Whether a page of a foreign origin asks, as in DNS rebinding. Programs send no `Origin`. */
function isForeign(
  { headers: { origin }, host, hostname, protocol }: FastifyRequest,
  deps: McpDeps,
): boolean {
  const { corsOrigins, baseUrl } = deps
  if (origin === undefined || corsOrigins.includes('*') || corsOrigins.includes(origin)) return false
  if (baseUrl !== undefined && new URL(baseUrl).origin === origin) return false
  // A page on a loopback name can only be of this machine.
  return !(isLoopback(hostname) && origin === `${protocol}://${host}`)
}
