import { readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CUT_CODE } from '../../src/model/source.ts'
import { eventually } from '../../test/e2e/run-cli.ts'
import { openLoopbackHosts } from '../../test/loopback-hosts.ts'
import type { Bomb } from '../../test/safety/bombs/bomb.ts'
import { PACKED_BOMBS } from '../../test/safety/bombs/packed-bombs.ts'
import { SIZE_BOMBS } from '../../test/safety/bombs/size-bombs.ts'
import { xmlBombs } from '../../test/safety/bombs/xml-bombs.ts'
import { newsFeed } from '../harness/news-server.ts'
import type { Trial } from '../harness/trial.ts'

const GOOD = 60
/** Sources of each way in which a server can be slow. */
const SLOW_EACH = 10
const HOSTS = 200
/** Of one visit. */
const TIMEOUT_S = 60
const ALL_VISITED_MS = 300_000
const SLOWEST_ANSWER_MS = 5_000
const LARGEST_MEGABYTES = 1_000

export const trial: Trial = {
  name: 'hostile-servers',
  what: `servers that hang, drip a byte a second, stall after 9 MB, never end, cut or lie, ${SLOW_EACH} of each, and all malicious documents, beside ${GOOD} usual feeds; readers ask meanwhile`,
  promise: `all usual feeds are collected, each visit ends, readers are answered within ${SLOWEST_ANSWER_MS / 1000} s, and the process stays below ${LARGEST_MEGABYTES} MB`,
  times: { full: 1, short: 0 },
  async run({ times, folder, broken, serve, afterwards }) {
    const bombs = [...SIZE_BOMBS, ...PACKED_BOMBS, ...xmlBombs('http://127.0.0.1:9/')].map(bombOf)
    const slow = Array.from({ length: SLOW_EACH }, () => SLOW).flat()
    const good = Array.from({ length: GOOD }, (_, n): Hostile => ({
      name: `usual feed ${n}`,
      answer: (response) => void response.end(newsFeed(n, 0, 12, Date.now())),
      outcome: /^entries$/,
    }))
    // Those that only take time come first: they must not keep the others waiting.
    const all = [...slow, ...bombs, ...good]
    const hosts = await openLoopbackHosts(HOSTS, (request, response) => {
      const source = all[Number(request.url?.split('/').at(-1))]
      response.on('error', () => undefined)
      if (source === undefined) response.writeHead(404).end()
      else source.answer(response)
    })
    afterwards(() => hosts.close())
    const sources = all.map((_, n) => `  - { id: s-${n}, url: '${hosts.originOf(n)}/feed/${n}' }\n`)
    const config = join(folder, 'digest.yaml')
    writeFileSync(
      config,
      `collect: { allowAddresses: [127.0.0.0/8], timeout: ${TIMEOUT_S}s, thumbnails: false }\nsources:\n${sources.join('')}`,
    )
    const notes: string[] = []
    for (let time = 1; time <= times; time++) {
      const service = await serve(['--config', config, '--data', join(folder, `data-${time}`)])
      const over = new AbortController()
      let slowestMs = 0
      let answers = 0
      const reading = (async () => {
        for (; !over.signal.aborted; answers++) {
          const started = performance.now()
          const response = await fetch(`${service.url}/api/items?limit=50&offset=${answers % 100}`)
          await response.arrayBuffer()
          broken.unless(response.ok, `status ${response.status} for a reader`)
          slowestMs = Math.max(slowestMs, performance.now() - started)
          await sleep(50)
        }
      })()
      const started = performance.now()
      const visited = await eventually(
        async () => outcomesOf(service.url),
        (found) => found.size === all.length,
        ALL_VISITED_MS,
      ).catch(() => outcomesOf(service.url))
      const seconds = (performance.now() - started) / 1000
      over.abort()
      await reading
      for (const [n, { name, outcome }] of all.entries()) {
        const came = visited.get(`s-${n}`)
        broken.unless(came !== undefined && outcome.test(came), `${name}: ${came ?? 'not visited'}`)
      }
      broken.unless(slowestMs <= SLOWEST_ANSWER_MS, `the slowest answer took ${Math.round(slowestMs)} ms`)
      const megabytes = largestMegabytes(service.child.pid)
      broken.unless(!(megabytes > LARGEST_MEGABYTES), `the process took ${megabytes} MB`)
      const { code } = await service.stop()
      broken.unless(code === 0, `the service ended with ${code}`)
      notes.push(
        `all visited after ${seconds.toFixed(0)} s, at most ${megabytes} MB, slowest of ${answers} answers: ${Math.round(slowestMs)} ms`,
      )
    }
    return { tried: times * all.length, notes }
  },
}

/** A source and the outcome of its visit: `entries`, or the code of its error. */
interface Hostile {
  readonly name: string
  readonly answer: (response: ServerResponse) => void
  readonly outcome: RegExp
}

const SLOW: readonly Hostile[] = [
  { name: 'hangs', answer: () => undefined, outcome: /^timeout$/ },
  {
    name: 'drips its header',
    answer: (response) => dripRaw(response, 'HTTP/1.1 200 OK\r\nX-Slow: '),
    outcome: /^timeout$/,
  },
  {
    name: 'drips its body',
    answer: (response) => dripRaw(response, 'HTTP/1.1 200 OK\r\n\r\n<rss><channel><title>'),
    outcome: /^timeout$/,
  },
  { name: 'stalls', answer: (response) => response.write(NINE_MEGABYTES), outcome: /^timeout$/ },
  {
    name: 'never ends',
    answer: (response) => sendEndlessly(response, Buffer.alloc(65_536)),
    outcome: /^tooLarge$/,
  },
  {
    name: 'has an endless header',
    answer: (response) => sendRawEndlessly(response, 'HTTP/1.1 200 OK\r\n', 'X-More: and more\r\n'),
    outcome: /^tooLarge$/,
  },
  {
    name: 'sends hints for ever',
    answer: (response) => sendRawEndlessly(response, '', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
    outcome: /^tooLarge$/,
  },
  {
    name: 'promises more than it sends',
    answer: (response) => response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n<rss>'),
    outcome: /^(?:truncated|notAFeed|entries)$/,
  },
  {
    name: 'promises a terabyte',
    answer: (response) =>
      response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n<rss>'),
    outcome: /^tooLarge$/,
  },
  {
    name: 'cuts its body off',
    answer(response) {
      response.write(NINE_MEGABYTES, () => response.socket?.resetAndDestroy())
    },
    outcome: /^(?:truncated|refused|notAFeed)$/,
  },
  {
    name: 'lies about a chunk',
    answer: (response) =>
      response.socket?.end(
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\n<rss>',
      ),
    outcome: /^truncated$/,
  },
]

const NINE_MEGABYTES = Buffer.alloc(9_000_000, ' ')

function bombOf({ name, headers = {}, body, outcome }: Bomb): Hostile {
  // Made before the service starts: that takes long.
  const bytes = body()
  return {
    name,
    answer(response) {
      for (const [header, value] of Object.entries(headers)) response.setHeader(header, value)
      response.end(bytes)
    },
    outcome,
  }
}

/** A byte a second. */
function dripRaw({ socket }: ServerResponse, start: string): void {
  socket?.write(start)
  const timer = setInterval(() => socket?.write('x'), 1_000)
  socket?.once('close', () => clearInterval(timer))
}

function sendEndlessly(response: ServerResponse, part: Buffer): void {
  const more = (): void => {
    if (response.destroyed) return
    if (response.write(part)) setImmediate(more)
    else response.once('drain', more)
  }
  more()
}

function sendRawEndlessly({ socket }: ServerResponse, start: string, part: string): void {
  socket?.write(start)
  const many = part.repeat(100)
  const more = (): void => {
    if (socket === null || socket.destroyed) return
    if (socket.write(many)) setImmediate(more)
    else socket.once('drain', more)
  }
  more()
}

/** By source id; without sources that were not visited yet. A document that is cut to its newest entries brings entries. */
async function outcomesOf(url: string): Promise<Map<string, string>> {
  const response = await fetch(`${url}/api/sources`)
  const { items } = (await response.json()) as {
    readonly items: readonly {
      readonly id: string
      readonly health: {
        readonly lastVisitAt: string | null
        readonly lastError: { readonly code: string } | null
      }
    }[]
  }
  return new Map(
    items
      .filter(({ health }) => health.lastVisitAt !== null)
      .map(({ id, health: { lastError } }) => [
        id,
        lastError === null || lastError.code === CUT_CODE ? 'entries' : lastError.code,
      ]),
  )
}

/** The most that it ever had; `NaN` where the system does not say. */
function largestMegabytes(pid: number | undefined): number {
  if (process.platform !== 'linux') return Number.NaN
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round((Number(kilobytes) * 1_024) / 1_000_000)
}
