import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The only address of loopback that collectors in these tests may visit: it stands for the whole web. */
export const OUTSIDE_ADDRESS = '127.0.0.9'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A site of the outside whose pages are made to lead inside. */
export interface Outside {
  readonly url: string
  readonly port: number
  /** Puts a page up. @returns its address */
  serve(answer: string | Answer): string
  /** Answers `/robots.txt`, by the first label of the host that was asked. */
  readonly robots: Map<string, Answer>
  close(): Promise<void>
}

export async function openOutside(): Promise<Outside> {
  const pages = new Map<string, string | Answer>()
  const robots = new Map<string, Answer>()
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').split('.')[0] ?? ''
    const page = request.url === '/robots.txt' ? robots.get(host) : pages.get(request.url ?? '')
    if (page === undefined) response.writeHead(404).end()
    else if (typeof page === 'string') response.end(page)
    else page(request, response)
  })
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, OUTSIDE_ADDRESS, resolve))
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const url = `http://${OUTSIDE_ADDRESS}:${port}`
  return {
    url,
    port,
    robots,
    serve(answer) {
      const path = `/page-${pages.size}`
      pages.set(path, answer)
      return url + path
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** Sends on to an address as it is written, whatever signs it has. */
export function redirect(status: number, to: string): Answer {
  return (_, response) => {
    // Headers are bytes: browsers and servers alike write UTF-8 into them.
    const location = Buffer.from(to.replaceAll(/[\t\r\n]/g, '')).toString('latin1')
    response.writeHead(status, { location }).end()
  }
}
