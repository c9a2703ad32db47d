import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Trial } from '../harness/trial.ts'

const FEEDS = 60
const SLOW = 200
/** A header must arrive within 15 s; Node.js looks every 30 s. */
const HEADER_LIMIT_MS = 60_000

type Kind = 'says nothing' | 'drips its header' | 'never reads' | 'half a request'
const KINDS: readonly Kind[] = ['never reads', 'half a request', 'drips its header', 'says nothing']

export const trial: Trial = {
  name: 'slow-clients',
  what: '200 clients that say nothing, drip their header, send half a request or never read the answer',
  promise: 'others are answered meanwhile, and unfinished requests are ended',
  times: { full: 8, short: 0 },
  async run({ times, broken, makeStore, serve }) {
    const made = await makeStore(FEEDS)
    const service = await serve(['--no-collect', ...made.copy('data').args])
    const { hostname, port } = new URL(service.url)
    let slowestMs = 0
    for (let time = 0; time < times; time++) {
      const kind = KINDS[time % KINDS.length] ?? 'never reads'
      const sockets = await Promise.all(
        Array.from({ length: SLOW }, () => open(hostname, Number(port), kind)),
      )
      for (let n = 0; n < 50; n++) {
        const started = performance.now()
        const response = await fetch(`${service.url}/api/items?limit=50&offset=${n}`)
        await response.arrayBuffer()
        slowestMs = Math.max(slowestMs, performance.now() - started)
        broken.unless(response.ok, `${kind}: status ${response.status} for another client`)
      }
      if (kind === 'half a request' || kind === 'drips its header') {
        const started = performance.now()
        while (sockets.some((socket) => !socket.closed) && performance.now() - started < HEADER_LIMIT_MS) {
          if (kind === 'drips its header')
            for (const socket of sockets) if (socket.writable) socket.write('x')
          await sleep(1_000)
        }
        const left = sockets.filter((socket) => !socket.closed).length
        broken.unless(
          left === 0,
          `${kind}: ${left} of ${SLOW} are still connected after ${HEADER_LIMIT_MS / 1000} s`,
        )
      }
      for (const socket of sockets) socket.destroy()
    }
    return {
      notes: [`${times * SLOW} slow clients`, `slowest answer to another: ${Math.round(slowestMs)} ms`],
    }
  },
}

function open(host: string, port: number, kind: Kind): Promise<Socket> {
  return new Promise((opened) => {
    const socket = connect(port, host, () => {
      if (kind === 'never reads') {
        socket.pause()
        socket.write(`GET /api/items?limit=500 HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(20))
      } else if (kind !== 'says nothing') socket.write(`GET /api/items HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `)
      opened(socket)
    })
    socket.on('error', () => socket.destroy())
    if (kind !== 'never reads') socket.resume()
  })
}
