import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { PostgresAddress } from '../../src/model/store-address.ts'
import { openPostgresReadStore, openPostgresStore } from '../../src/store/postgres/open.ts'
import { atExit } from '../at-exit.ts'
import type { StoreFixture } from './contract.ts'
import { NOW } from './drafts.ts'
import { kept, newFolder, type WhenOver, whenTestOver } from './kept.ts'
import { startPostgres } from './postgres-server.ts'

/** The server of all tests of this process; `undefined` if the platform has none. */
const server = await startPostgres()
if (server !== undefined) atExit(server.kill)

/** Whether there is a server for `what`; prints that it is skipped if not. */
export function hasPostgres(what: string): boolean {
  const platform = `${process.platform}-${process.arch}`
  if (server === undefined)
    console.warn(
      `SKIPPED: ${what}: there is no PostgreSQL for ${platform}; DIGEST_TEST_POSTGRES can name one`,
    )
  return server !== undefined
}

/** Stops the server, runs work, and starts it again; `undefined` if the server is not the tests' own. */
export const restart = server?.restart

/** Runs a statement on the tests' server. */
export async function ask(sql: string, url = server?.url ?? ''): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** An empty schema that goes at the end. */
export async function newAddress(whenOver: WhenOver = whenTestOver): Promise<PostgresAddress> {
  const schema = `digest_${randomUUID().replaceAll('-', '')}`
  await ask(`CREATE SCHEMA ${schema}`)
  const address = addressOf(postgresUrl(schema), newFolder(whenOver))
  whenOver(() => ask(`DROP SCHEMA ${schema} CASCADE`))
  return address
}

/** The address of a schema. */
export function postgresUrl(schema: string): string {
  const url = new URL(server?.url ?? '')
  url.searchParams.set('options', `-c search_path=${schema}`)
  return url.href
}

/** A database that goes at the end. Other than in a schema, what is told there is heard only there. */
export async function newDatabase(whenOver: WhenOver = whenTestOver, made = ''): Promise<string> {
  const name = `digest_${randomUUID().replaceAll('-', '')}`
  await ask(`CREATE DATABASE ${name} ${made}`)
  whenOver(() => ask(`DROP DATABASE ${name} WITH (FORCE)`))
  return urlOf(name)
}

/** A PostgreSQL store of its own. */
export async function newPostgresFixture(
  whenOver: WhenOver = whenTestOver,
): Promise<StoreFixture & { readonly address: PostgresAddress }> {
  const address = server?.restart === undefined ? await newAddress(whenOver) : await copyOfNew(whenOver)
  const options = { now: () => NOW }
  return {
    address,
    open: async () => kept(await openPostgresStore(address, options), whenOver),
    openReader: async () => kept(await openPostgresReadStore(address, options), whenOver),
  }
}

/** A store in which nothing was saved, for all tests of this process. */
const NEW = 'digest_new'
let whenMade: Promise<void> | undefined

/** A copy takes a third of what the migrations take. */
async function copyOfNew(whenOver: WhenOver): Promise<PostgresAddress> {
  await (whenMade ??= makeNew())
  const url = await newDatabase(whenOver, `TEMPLATE ${NEW} STRATEGY FILE_COPY`)
  // Stores have different ids.
  await ask('UPDATE identity SET id = gen_random_uuid()', url)
  return addressOf(url, newFolder(whenOver))
}

async function makeNew(): Promise<void> {
  await ask(`CREATE DATABASE ${NEW}`)
  const folder = mkdtempSync(join(tmpdir(), 'digest-new-'))
  const store = await openPostgresStore(addressOf(urlOf(NEW), folder), { now: () => NOW })
  await store.close()
  rmSync(folder, { recursive: true })
}

function urlOf(database: string): string {
  const url = new URL(server?.url ?? '')
  url.pathname = `/${database}`
  return url.href
}

function addressOf(url: string, folder: string): PostgresAddress {
  return { kind: 'postgres', url, readUrls: [], file: join(folder, 'digest') }
}
