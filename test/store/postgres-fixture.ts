import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import type { PostgresAddress } from '../../src/model/store-address.ts'
import { openPostgresReadStore, openPostgresStore } from '../../src/store/postgres/open.ts'
import type { StoreFixture } from './contract.ts'
import { NOW } from './drafts.ts'
import { kept, newFolder, type WhenOver, whenTestOver } from './kept.ts'
import { startPostgres } from './postgres-server.ts'

/** The server of all tests of this process; `undefined` if the platform has none. */
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

/** For a moment, since a new connection takes longer than most statements. */
const CONNECTION_KEPT_MS = 2_000

/** The connections of `ask`, by address. */
const asking = new Map<string, Pool>()

/** Runs a statement on the tests' server. */
export async function ask(sql: string, url = server?.url ?? ''): Promise<Record<string, unknown>[]> {
  const pool = asking.get(url) ?? poolFor(url)
  const client = await pool.connect()
  let failed = true
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    failed = false
    return rows
  } finally {
    client.release(failed)
  }
}

function poolFor(connectionString: string): Pool {
  const pool = new Pool({ connectionString, idleTimeoutMillis: CONNECTION_KEPT_MS, allowExitOnIdle: true })
  // Tests end connections, drop databases and stop the server.
  pool.on('error', () => undefined)
  asking.set(connectionString, pool)
  return pool
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
  const address =
    server?.restart === undefined
      ? await newAddress(whenOver)
      : addressOf(await copyOfNew(whenOver), newFolder(whenOver))
  return fixtureAt(address, whenOver)
}

/**
 * An empty PostgreSQL store for tests that use it only as a store. It is the database of a test that is over, emptied, which
 * takes a sixth of what a new one takes.
 */
export async function emptiedPostgresFixture(): Promise<StoreFixture> {
  if (server?.restart === undefined) return newPostgresFixture()
  const database = (await emptied()) ?? (await newReusable())
  whenTestOver(() => unused.push(database))
  return fixtureAt(addressOf(database.url, newFolder(whenTestOver)), whenTestOver)
}

function fixtureAt(address: PostgresAddress, whenOver: WhenOver) {
  const options = { now: () => NOW }
  return {
    address,
    open: async () => kept(await openPostgresStore(address, options), whenOver),
    openReader: async () => kept(await openPostgresReadStore(address, options), whenOver),
  }
}

/** A database that tests use one after the other. */
interface Reusable {
  readonly url: string
  /** A connection that stays, since a new one takes longer than to empty the database. */
  readonly connection: Pool
  /** Its relations at first. */
  readonly relations: string
}

const unused: Reusable[] = []

/** All relations of a store but the copies of its first rows. */
const RELATIONS = `SELECT string_agg(relname, ' ' ORDER BY relname) AS names FROM pg_class
  WHERE relnamespace = 'public'::regnamespace`

/** Tables with their first rows, such as counters. */
const KEEP_FIRST_ROWS = `CREATE SCHEMA first;
  DO $$ DECLARE name TEXT; has_rows BOOLEAN; BEGIN
    FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
    LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', name) INTO has_rows;
      IF has_rows THEN EXECUTE format('CREATE TABLE first.%I AS TABLE public.%1$I', name); END IF;
    END LOOP;
  END $$`

/** Without triggers, so in any order. Stores have different ids. */
const EMPTY = `SET session_replication_role = replica;
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid();
  DO $$ DECLARE name TEXT; BEGIN
    FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND NOT relispartition
    LOOP EXECUTE format('DELETE FROM public.%I', name); END LOOP;
    FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'first'::regnamespace AND relkind = 'r'
    LOOP EXECUTE format('INSERT INTO public.%I OVERRIDING SYSTEM VALUE TABLE first.%1$I', name); END LOOP;
    FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'
    LOOP EXECUTE format('ALTER SEQUENCE public.%I RESTART', name); END LOOP;
  END $$;
  UPDATE identity SET id = gen_random_uuid()`

async function newReusable(): Promise<Reusable> {
  // It goes with the server.
  const url = await copyOfNew(() => undefined)
  await ask(KEEP_FIRST_ROWS, url)
  const connection = new Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The server may be started anew meanwhile.
  connection.on('error', () => undefined)
  const [found] = await ask(RELATIONS, url)
  return { url, connection, relations: String(found?.['names']) }
}

/** One that no test uses; one whose tables a test changed stays unused. */
async function emptied(): Promise<Reusable | undefined> {
  for (;;) {
    const database = unused.pop()
    if (database === undefined) return undefined
    const { rows } = await database.connection.query<{ names: string }>(RELATIONS)
    if (rows[0]?.names !== database.relations) continue
    await database.connection.query(EMPTY)
    return database
  }
}

/** A store in which nothing was saved, for all tests of this process. */
const NEW = 'digest_new'
let whenMade: Promise<void> | undefined

/** A copy takes a third of what the migrations take. */
async function copyOfNew(whenOver: WhenOver): Promise<string> {
  await (whenMade ??= makeNew())
  const url = await newDatabase(whenOver, `TEMPLATE ${NEW} STRATEGY FILE_COPY`)
  // Stores have different ids.
  await ask('UPDATE identity SET id = gen_random_uuid()', url)
  return url
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
