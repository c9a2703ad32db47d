import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, createServer, get, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyFolder, eventually, runCli, serve, type Serving } from './run-cli.ts'

const KEY = 'a-key-of-this-test'
const HASH = createHash('sha256').update(KEY).digest('hex')

/** Connections to one service. They are handed to its processes in turn. */
const CONNECTIONS = 8

describe('two serving processes', () => {
  const folder = emptyFolder()
  const file = join(folder, 'digest.yaml')
  let feeds: Server
  let service: Serving
  let connections: Connection[]

  beforeAll(async () => {
    feeds = await serveFeeds()
    writeFileSync(file, yaml({ feeds, sources: ['first'] }))
    service = await serve(['--workers', '2'], folder)
    await listening(service, 2)
    connections = openConnections(service.url)
  })

  afterAll(async () => {
    await service.stop()
    feeds.closeAllConnections()
    await new Promise((closed) => feeds.close(closed))
  })

  const titles = (list: readonly Connection[]): Promise<string[]> =>
    Promise.all(
      list.map(async ({ ask }) => {
        const { body } = await ask('/api/items?sort=newest', KEY)
        const { items } = JSON.parse(body) as { items?: readonly { readonly title: string }[] }
        return (items ?? [])
          .map(({ title }) => title)
          .toSorted((a, b) => a.localeCompare(b))
          .join()
      }),
    )
  const statuses = (list: readonly Connection[]): Promise<number[]> =>
    Promise.all(list.map(async ({ ask }) => (await ask('/api/items')).status))

  it('show what was collected, on every connection', async () => {
    const all = await eventually(
      () => titles(connections),
      (lists) => lists.every((list) => list !== ''),
    )

    expect(new Set(all)).toEqual(new Set(['Item of first']))
  })

  it('all follow changed settings, and show what these bring', async () => {
    writeFileSync(file, yaml({ feeds, sources: ['first', 'second'], server: `apiKeys: ["${HASH}"]` }))

    await eventually(
      () => statuses(connections),
      (all) => all.every((status) => status === 401),
    )
    const all = await eventually(
      () => titles(connections),
      (lists) => lists.every((list) => list.includes(',')),
    )

    expect(new Set(all)).toEqual(new Set(['Item of first,Item of second']))
  })

  it('share these connections: those of one end when it is killed, and the other answers', async () => {
    const [killed = 0] = await listening(service, 2)

    process.kill(killed, 'SIGKILL')
    await logged(service, `serving process ${killed} ended (SIGKILL)`)

    const isOpen = await eventually(
      () => Promise.resolve(connections.map((connection) => connection.isOpen())),
      (open) => open.includes(false),
    )
    expect(isOpen).toContain(true)
    const others = openConnections(service.url)
    expect(new Set(await titles(others))).toEqual(new Set(['Item of first,Item of second']))
    for (const connection of others) connection.close()
  })

  it('come back: what replaces the killed one answers alone when the other is killed too', async () => {
    const [, old = 0] = await listening(service, 3)

    process.kill(old, 'SIGKILL')
    await logged(service, `serving process ${old} ended (SIGKILL)`)

    const others = openConnections(service.url)
    expect(new Set(await statuses(others))).toEqual(new Set([401]))
    expect(new Set(await titles(others))).toEqual(new Set(['Item of first,Item of second']))
    for (const connection of others) connection.close()
  })

  it('end on SIGTERM with the service, which ends with success and leaves the whole store in its file', async () => {
    const pids = await listening(service, 4)
    for (const connection of connections) connection.close()

    const { code } = await service.stop('SIGTERM')

    expect(code).toBe(0)
    expect(pids.filter(isRunning)).toEqual([])
    expect(existsSync(join(folder, 'data', 'digest.db-wal'))).toBe(false)
  })
})

describe('serving processes', () => {
  it('end when the process that started them is killed', async () => {
    const service = await serve(['--workers', '2'], withSettings())
    const pids = await listening(service, 2)
    expect(pids.filter(isRunning)).toEqual(pids)

    await service.stop('SIGKILL')

    await eventually(
      () => Promise.resolve(pids.filter(isRunning)),
      (left) => left.length === 0,
    )
  })

  it('keep their port when all of them are killed at once', async () => {
    const service = await serve(['--workers', '2', '--no-collect'], withSettings())
    const pids = await listening(service, 2)

    for (const pid of pids) process.kill(pid, 'SIGKILL')

    await listening(service, 4)
    expect((await fetch(`${service.url}/livez`)).status).toBe(200)
    expect((await service.stop()).code).toBe(0)
  })

  it('allow one client no more requests together than the settings do', async () => {
    const service = await serve(
      ['--workers', '2'],
      withSettings('server: { rateLimit: { max: 4, per: 1d } }'),
    )
    await listening(service, 2)
    const connections = openConnections(service.url)

    const statuses: number[] = []
    for (const { ask } of connections) statuses.push((await ask('/api/items')).status)

    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 429, 429, 429, 429])
    for (const connection of connections) connection.close()
    expect((await service.stop()).code).toBe(0)
  })

  it('that cannot listen end the service with 2 and one message', async () => {
    const taken = createServer()
    await new Promise<void>((listens) => taken.listen(0, '127.0.0.1', listens))
    const { port } = taken.address() as AddressInfo

    const { code, stderr } = await runCli(
      ['serve', '--workers', '2', '--port', String(port), '--log-level', 'fatal'],
      withSettings(),
    )

    expect(code).toBe(2)
    expect(stderr).toBe(`port ${port} on 127.0.0.1 is in use; choose another with --port\n`)
    await new Promise((closed) => taken.close(closed))
  })
})

interface Connection {
  /** Asks over this connection; over a new one if it has ended. */
  readonly ask: (path: string, key?: string) => Promise<{ readonly status: number; readonly body: string }>
  /** Whether the connection of the first request is still open. */
  readonly isOpen: () => boolean
  readonly close: () => void
}

function openConnections(url: string): Connection[] {
  return Array.from({ length: CONNECTIONS }, () => openConnection(url))
}

function openConnection(url: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let first: Socket | undefined
  return {
    ask: (path, key) =>
      new Promise((resolve, reject) => {
        const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
        const request = get(url + path, { agent, headers }, (response) => {
          let body = ''
          response.setEncoding('utf8').on('data', (text: string) => (body += text))
          response.once('end', () => resolve({ status: response.statusCode ?? 0, body }))
        })
        request.once('socket', (socket) => (first ??= socket))
        request.once('error', reject)
      }),
    isOpen: () => first?.destroyed === false,
    close: () => agent.destroy(),
  }
}

/** The ids of the processes that have begun to listen, in this order, once there are `count`. */
async function listening(service: Serving, count: number): Promise<number[]> {
  return eventually(
    () =>
      Promise.resolve(
        [...service.output().stderr.matchAll(/serving process (\d+) listens/g)].map(([, pid]) => Number(pid)),
      ),
    (pids) => pids.length >= count,
  )
}

async function logged(service: Serving, text: string): Promise<void> {
  await eventually(
    () => Promise.resolve(service.output().stderr),
    (said) => said.includes(text),
  )
}

/** A process that has ended, but that nobody has waited for, does not run. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = `/proc/${pid}/stat`
  return !(existsSync(stat) && /\) Z /.test(readFileSync(stat, 'utf8')))
}

/** One feed for each path, with one item. */
async function serveFeeds(): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const name = url.slice(1)
    response.setHeader('content-type', 'application/rss+xml')
    response.end(
      `<rss version="2.0"><channel><title>${name}</title><item><title>Item of ${name}</title><link>https://${name}.example/1</link></item></channel></rss>`,
    )
  })
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens))
  return server
}

function yaml({
  feeds,
  sources,
  server = '',
}: {
  readonly feeds: Server
  readonly sources: readonly string[]
  readonly server?: string
}): string {
  const { port } = feeds.address() as AddressInfo
  const lines = sources.map((id) => `  - { id: ${id}, name: ${id}, url: "http://127.0.0.1:${port}/${id}" }`)
  return [
    `server: { ${server} }`,
    'collect: { allowAddresses: [127.0.0.0/8], thumbnails: false }',
    'sources:',
    ...lines,
    '',
  ].join('\n')
}

/** A folder with one source that nobody answers for. */
function withSettings(...lines: readonly string[]): string {
  const folder = emptyFolder()
  const source = '  - { id: nobody, name: Nobody, url: "https://nobody.invalid/feed" }'
  writeFileSync(join(folder, 'digest.yaml'), [...lines, 'sources:', source, ''].join('\n'))
  return folder
}
