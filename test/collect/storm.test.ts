import { setMaxListeners } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { aSource, openCollector } from './loopback.ts'

const FEED = '<rss><channel><title>Up</title><item><title>One</title><link>/1</link></item></channel></rss>'
const BOMB = gzipSync(Buffer.alloc(20_000_000))

const SOURCES = 400
const HEALTHY = (SOURCES * 4) / 5
/** Of ten sources, two are in trouble. */
const TROUBLES: readonly ((response: ServerResponse) => void)[] = [
  () => undefined,
  (response) => {
    const timer = setInterval(() => response.write('.'), 50)
    response.on('close', () => clearInterval(timer))
  },
  (response) => response.writeHead(302, { location: '/trouble' }).end(),
  (response) => response.setHeader('content-encoding', 'gzip').end(BOMB),
  (response) => response.writeHead(503, { 'retry-after': '10' }).end(),
  (response) => response.writeHead(429).end(),
  (response) => response.socket?.destroy(),
  (response) => endless(response),
]
/** What hangs or drips would be waited for so long. */
const TIMEOUT_MS = 240_000

it('keeps healthy sources on time while a fifth hang, drip, loop, bomb, lie or fail', async () => {
  let trouble = 0
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/trouble') === true) TROUBLES[trouble++ % TROUBLES.length]?.(response)
    else response.end(FEED)
  })
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const collector = openCollector({ timeoutMs: TIMEOUT_MS, maxBytes: 1_000_000 })
  const before = process.memoryUsage().rss

  const ended: string[] = []
  const stop = new AbortController()
  // Each visit listens to it.
  setMaxListeners(0, stop.signal)
  const visits = Array.from({ length: SOURCES }, async (_, i) => {
    const troubled = i % 5 === 0
    // An address of loopback each: manners go by host.
    const url = `http://127.0.${1 + Math.floor(i / 200)}.${1 + (i % 200)}:${port}/${troubled ? 'trouble' : 'feed'}`
    const end = await collector.collect(aSource({ url }), undefined, stop.signal).then(
      (collected) => (collected.kind === 'failed' ? collected.error.code : collected.kind),
      () => 'stopped',
    )
    ended.push(end)
    // Without hanging sources in their way, all healthy ones are through long before the first deadline.
    if (ended.filter((one) => one === 'entries').length === HEALTHY) stop.abort(new Error('enough seen'))
    return { troubled, end }
  })
  const outcomes = await Promise.all(visits)
  const grownBytes = process.memoryUsage().rss - before

  expect(outcomes.filter(({ troubled, end }) => troubled === (end === 'entries'))).toEqual([])
  // Nobody waited for what hangs: it still hung when the last healthy one was through.
  expect(ended).not.toContain('timeout')
  expect(ended).toContain('stopped')
  expect(grownBytes).toBeLessThan(150_000_000)

  await collector.close()
  for (const socket of sockets) socket.destroy()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

function endless(response: ServerResponse): void {
  response.on('error', () => undefined)
  const more = (): void => {
    if (response.write(Buffer.alloc(65_536, 32))) setImmediate(more)
    else response.once('drain', more)
  }
  more()
}
