import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

type Respond = (response: ServerResponse, request: IncomingMessage) => void

export interface Answering {
  readonly base: string
  /** The address of each request so far, with its query. */
  readonly asked: readonly URL[]
}

/** A server that treats its requests in turn, the last way for all that follow. It ends with the test. */
export async function answering(...ways: readonly Respond[]): Promise<Answering> {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    const way = ways[Math.min(asked.length, ways.length - 1)]
    asked.push(new URL(request.url ?? '', 'http://localhost'))
    way?.(response, request)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { base: `http://127.0.0.1:${address.port}`, asked }
}

/** Answers with JSON. */
export function gives(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Respond {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

/** Refuses as the service does. */
export function refuses(
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Respond {
  const problem = {
    type: '',
    title: '',
    status,
    detail: `refused: ${code}`,
    instance: '',
    code,
    requestId: 'r1',
  }
  return gives({ ...problem, errors: [] }, status, headers)
}

/** Closes the connection without an answer. */
export const breaksOff: Respond = (response) => response.destroy()
