// The ceiling of any answer in this runtime: plain node:http with one ready Buffer. `plain-http.ts BYTES`.
import { createServer } from 'node:http'

const body = Buffer.alloc(Number(process.argv[2] ?? 30_000), 'x')

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}\n`)
})
