import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port that nothing listens on at this moment, for programs that must be told theirs. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
