// The fastest possible server in this runtime: plain node:http that sends a ready Buffer. `plain-http.ts BYTES`; the
// path `/N` is answered with N bytes instead.

import { createServer } from 'node:http'

const bodies = new Map<string, Buffer>([['/', Buffer.alloc(Number(process.argv[2] ?? 30_000), 'x')]])

const server = createServer(({ url = '/' }, response) => {
  let body = bodies.get(url)
  if (body === undefined) bodies.set(url, (body = Buffer.alloc(Number(url.slice(1)), 'x')))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}\n`)
})
