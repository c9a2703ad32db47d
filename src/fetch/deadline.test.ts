import { describe, expect, it } from 'vitest'
import { answering, client, failure, listen } from '../../test/collect/http-client.ts'
import { never } from '../../test/collect/loopback.ts'

const TIMEOUT_MS = 300

describe('a deadline', () => {
  it.each([1, 3])(
    'does not count the time in which our own thread is busy: %i times longer than it',
    async (times) => {
      const url = await listen((socket) =>
        socket.once('data', () => {
          socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${times}\r\n\r\n`)
          writeAndBlock(times)
          function writeAndBlock(left: number): void {
            if (left === 0) return
            socket.write('a', () => {
              block(TIMEOUT_MS * 2)
              writeAndBlock(left - 1)
            })
          }
        }),
      )

      const { body } = await client({ timeoutMs: TIMEOUT_MS }).get({ url, headers: {} }, never())

      expect(body.toString()).toBe('a'.repeat(times))
    },
  )

  it('ends a server that says nothing also while our own thread is busy', async () => {
    const url = await listen(() => undefined)
    const busy = setInterval(() => block(50), 1)

    const failed = await failure(client({ timeoutMs: TIMEOUT_MS }), url)
    clearInterval(busy)

    expect(failed).toMatchObject({ code: 'timeout', message: /0\.3 s/ })
  })
})

it('a connection to the first address of a name counts though our own thread was busy while it was made', async () => {
  const url = await listen((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na'))
  const addresses = answering([
    { address: '127.0.0.1', family: 4 },
    { address: '127.0.0.99', family: 4 },
  ])
  const http = client({
    lookup: (host, options, callback) => {
      addresses(host, options, callback)
      process.nextTick(() => process.nextTick(block, TIMEOUT_MS))
    },
  })

  const { body } = await http.get({ url: url.replace('127.0.0.1', 'paper.example'), headers: {} }, never())

  expect(body.toString()).toBe('a')
})

/** Keeps this thread from reading anything. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
