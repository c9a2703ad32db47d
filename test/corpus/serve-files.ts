import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Documents served on loopback as a web server would: with ETag, and 304 for who has it. */
export interface FileServer {
  readonly url: string
  close(): Promise<void>
}

/** @param read the bytes at a path (`/name`), asked at each request; `undefined` is 404 */
export async function serveFiles(read: (path: string) => Buffer | undefined): Promise<FileServer> {
  const server = createServer((request, response) => {
    const body = read(request.url ?? '/')
    if (body === undefined) {
      response.writeHead(404).end()
      return
    }
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
    else response.writeHead(200, { etag, 'content-type': 'application/xml' }).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
