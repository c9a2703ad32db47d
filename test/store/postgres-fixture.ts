import { randomUUID } from 'node:crypto'
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
  const file = join(newFolder(whenOver), 'digest')
  whenOver(() => ask(`DROP SCHEMA ${schema} CASCADE`))
  return { kind: 'postgres', url: postgresUrl(schema), readUrls: [], file }
}

/** The address of a schema. */
export function postgresUrl(schema: string): string {
  const url = new URL(server?.url ?? '')
  url.searchParams.set('options', `-c search_path=${schema}`)
  return url.href
}

/** A PostgreSQL store in a schema of its own. */
export async function newPostgresFixture(
  whenOver: WhenOver = whenTestOver,
): Promise<StoreFixture & { readonly address: PostgresAddress }> {
  const address = await newAddress(whenOver)
  const options = { now: () => NOW }
  return {
    address,
    open: async () => kept(await openPostgresStore(address, options), whenOver),
    openReader: async () => kept(await openPostgresReadStore(address, options), whenOver),
  }
}
