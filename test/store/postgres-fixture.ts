import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach } from 'vitest'
import type { PostgresAddress } from '../../src/model/store-address.ts'
import { openPostgresReadStore, openPostgresStore } from '../../src/store/postgres/open.ts'
import type { ReadStore } from '../../src/store/read-store.ts'
import type { StoreFixture } from './contract.ts'
import { NOW } from './drafts.ts'
import { startPostgres } from './postgres-server.ts'

/** The server of this file's tests; `undefined` if the platform has none. */
const server = await startPostgres()

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

const opened: ReadStore[] = []
const schemas: string[] = []
const folders: string[] = []

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  for (const schema of schemas.splice(0)) await ask(`DROP SCHEMA ${schema} CASCADE`)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})
afterAll(() => server?.stop())

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

/** An empty schema that goes when the test is over. */
export async function newAddress(): Promise<PostgresAddress> {
  const schema = `digest_${randomUUID().replaceAll('-', '')}`
  await ask(`CREATE SCHEMA ${schema}`)
  schemas.push(schema)
  const folder = mkdtempSync(join(tmpdir(), 'digest-store-'))
  folders.push(folder)
  return { kind: 'postgres', url: postgresUrl(schema), readUrls: [], file: join(folder, 'digest') }
}

/** The address of a schema. */
export function postgresUrl(schema: string): string {
  const url = new URL(server?.url ?? '')
  url.searchParams.set('options', `-c search_path=${schema}`)
  return url.href
}

/** A PostgreSQL store in a schema of its own. */
export async function newPostgresFixture(): Promise<StoreFixture & { readonly address: PostgresAddress }> {
  const address = await newAddress()
  const options = { now: () => NOW }
  return {
    address,
    open: async () => kept(await openPostgresStore(address, options)),
    openReader: async () => kept(await openPostgresReadStore(address, options)),
  }
}

/** Closes a store when the test is over. */
export function kept<S extends ReadStore>(store: S): S {
  opened.push(store)
  return store
}
