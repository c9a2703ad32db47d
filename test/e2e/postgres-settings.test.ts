import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openPostgresStore } from '../../src/store/postgres/open.ts'
import { ask, hasPostgres, newAddress, restart } from '../store/postgres-fixture.ts'
import { emptyFolder, runCli } from './run-cli.ts'

const PASSWORD = 's3cret'
const TABLES = `SELECT c.relname AS name, c.relfilenode AS file FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace ORDER BY 1`

type Change = (url: URL) => unknown

/** Starts the service with a store, which must be refused. @returns what it says */
async function refusalOf(url: string, ...changes: readonly Change[]): Promise<string> {
  const changed = new URL(url)
  for (const change of [(its: URL) => (its.password = PASSWORD), ...changes]) change(changed)

  const folder = emptyFolder()
  // With a source, it would collect too.
  writeFileSync(join(folder, 'digest.yaml'), 'sources: [{ id: paper, url: http://127.0.0.1:1/feed }]\n')
  const { code, stdout, stderr } = await runCli(['serve', '--port', '0'], folder, {
    DIGEST_STORE: changed.href,
  })

  expect(stdout + stderr).not.toContain(PASSWORD)
  expect([code, stdout]).toEqual([2, ''])
  return stderr
}

const schemaOf = (url: string) => /search_path=(\w+)/.exec(decodeURIComponent(url))?.[1] ?? ''

describe.skipIf(!hasPostgres('refused settings of a PostgreSQL store'))('serve ends with code 2', () => {
  it.each<[string, Change, RegExp]>([
    [
      'a host that does not exist',
      (url) => (url.hostname = 'nowhere.invalid'),
      /nowhere\.invalid.*(?:ENOTFOUND|EAI_AGAIN)/,
    ],
    [
      'a port where nothing listens',
      (url) => (url.port = '1'),
      /:1\/postgres cannot be opened: .*ECONNREFUSED/,
    ],
    [
      'a database that does not exist',
      (url) => (url.pathname = '/nowhere'),
      /"nowhere" does not exist \(3D000\)/,
    ],
    [
      'a user who does not exist',
      (url) => (url.username = 'nobody'),
      /role "nobody" does not exist \(28000\)/,
    ],
    [
      'a schema that does not exist',
      (url) => url.searchParams.set('options', '-c search_path=nowhere'),
      /no schema for tables; create one, or set search_path/,
    ],
  ])('for %s', async (_, change, message) => {
    const { url } = await newAddress()

    expect(await refusalOf(url, change)).toMatch(message)

    expect(await ask(TABLES, url)).toEqual([])
  })

  it.skipIf(restart === undefined)('for a wrong password', async () => {
    const { url } = await newAddress()
    const [hba] = await ask('SHOW hba_file')
    const rules = "ARRAY['host all locked 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 trust']"
    await ask(`COPY (SELECT unnest(${rules})) TO '${String(hba?.['hba_file'])}'`)
    await ask('SELECT pg_reload_conf()')
    await ask(`CREATE ROLE locked LOGIN PASSWORD 'another'`)
    try {
      const message = await refusalOf(url, (its) => (its.username = 'locked'))

      expect(message).toMatch(/password authentication failed for user "locked" \(28P01\)/)
    } finally {
      await ask('DROP ROLE locked')
    }
  })

  it('for a user without the rights, to make tables or to write to them', async () => {
    const { url, ...address } = await newAddress()
    await ask(`CREATE ROLE weak LOGIN PASSWORD '${PASSWORD}'`)
    await ask(`GRANT USAGE ON SCHEMA ${schemaOf(url)} TO weak`)
    try {
      const weak: Change = (its) => (its.username = 'weak')
      expect(await refusalOf(url, weak)).toMatch(/permission denied for schema \w+ \(42501\)/)
      expect(await ask(TABLES, url)).toEqual([])

      await (await openPostgresStore({ ...address, url }, { now: Date.now })).close()
      await ask(`GRANT SELECT ON ALL TABLES IN SCHEMA ${schemaOf(url)} TO weak`)
      expect(await refusalOf(url, weak)).toMatch(/permission denied for table \w+ \(42501\)/)
      expect(await ask('SELECT count(*)::int AS sources FROM sources', url)).toEqual([{ sources: 0 }])
    } finally {
      await ask('DROP OWNED BY weak')
      await ask('DROP ROLE weak')
    }
  })

  it('for tables of another program, and for a newer store, which are left as they are', async () => {
    const other = await newAddress()
    await ask('CREATE TABLE items (id int)', other.url)
    const newer = await newAddress()
    await (await openPostgresStore(newer, { now: Date.now })).close()
    await ask('INSERT INTO content_digest (version, migrated_at) VALUES (999, 0)', newer.url)
    const before = [await ask(TABLES, other.url), await ask(TABLES, newer.url)]

    expect(await refusalOf(other.url)).toMatch(/tables of another program .* it was left as it is/)
    expect(await refusalOf(newer.url)).toMatch(
      /newer version of content-digest \(schema 999, this one knows \d+\)/,
    )

    expect([await ask(TABLES, other.url), await ask(TABLES, newer.url)]).toEqual(before)
  })

  it('for a server that is too old', async () => {
    const { url } = await newAddress()
    const schema = schemaOf(url)
    // There is no old server to ask: this one says that it is old.
    await ask(
      `CREATE FUNCTION ${schema}.current_setting(name text) RETURNS text LANGUAGE sql AS
        $$ SELECT CASE name WHEN 'server_version_num' THEN '140011' ELSE pg_catalog.current_setting(name) END $$`,
    )
    const seesIt: Change = (its) => its.searchParams.set('options', `-c search_path=${schema},pg_catalog`)

    expect(await refusalOf(url, seesIt)).toMatch(/is PostgreSQL 14; this needs 15 or later/)

    expect(await ask(TABLES, url)).toEqual([])
  })

  it('for a database that is not UTF-8', async () => {
    const { url } = await newAddress()
    await ask(`CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`)
    try {
      const latin: Change = (its) => {
        its.pathname = '/latin'
        its.searchParams.delete('options')
      }

      expect(await refusalOf(url, latin)).toMatch(/has the encoding LATIN1; this needs UTF8/)
    } finally {
      await ask('DROP DATABASE latin')
    }
  })
})
