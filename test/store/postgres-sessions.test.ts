import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { PostgresAddress } from '../../src/model/store-address.ts'
import { openCheckedPostgres, postgresInfo, vacuumPostgres } from '../../src/store/postgres/info.ts'
import {
  hasPostgresStore,
  isPostgresStoreUpToDate,
  openPostgresReadStore,
  openPostgresStore,
} from '../../src/store/postgres/open.ts'
import { openPostgresTables, openPostgresTablesForWriting } from '../../src/store/postgres/table-store.ts'
import { aSource } from '../a-source.ts'
import { aDraft, aFirstVisit, NOW } from './drafts.ts'
import { kept, newFolder, whenAllOver, whenTestOver } from './kept.ts'
import { ask, hasPostgres, newAddress } from './postgres-fixture.ts'
import { type Choice, openTransactionPool } from './transaction-pool.ts'

const OPTIONS = { now: () => NOW }
const HAS_POSTGRES = hasPostgres('sessions of PostgreSQL')

/** Saves a visit, prunes, and reads what is left. */
async function useStore(address: PostgresAddress, whenOver = whenTestOver) {
  const store = kept(await openPostgresStore(address, OPTIONS), whenOver)
  await store.syncSources([aSource('paper')], NOW)
  const imageUrl = 'https://paper.example/one.jpg'
  const drafts = { 1: aDraft('one', { imageUrl }), 2: aDraft('two', { imageUrl, language: 'NULL' }) }
  await store.together(() => store.saveVisit(aFirstVisit('paper', drafts)))
  const pictures = [1, 2].map((itemId) => ({ itemId, imageUrl, bytes: undefined, nextCheckAt: NOW }))
  await store.saveThumbnails(pictures, NOW)
  await store.prune({ firstSeenBefore: 0, maxItemsPerSource: 1 })
  const reader = kept(await openPostgresReadStore(address, { ...OPTIONS, listens: true }), whenOver)
  const { items, byRegion, byCategory } = await reader.stats(NOW)
  return { items, byRegion, byCategory, rows: await reader.findItems([1, 2]) }
}

describe.skipIf(!HAS_POSTGRES)('a pool in transaction mode', () => {
  const POOLS: readonly (readonly [Choice, number])[] = [
    ['last used first', 0],
    ['last used first', 1],
    ['last used first', 4],
    ['in turn', 0],
    ['in turn', 1],
    ['in turn', 2],
    ['in turn', 5],
  ]
  const REFUSAL = {
    code: 'storeUnusable',
    message: expect.stringMatching(
      /is a connection pool in transaction mode.*pool_mode = session/,
    ) as unknown,
  }

  it.each(POOLS)('is refused at the start, whichever session it gives (%s, %i idle)', async (...how) => {
    const address = await newAddress()
    const pool = await openTransactionPool(address.url, ...how)
    onTestFinished(() => pool.close())
    const pooled = { ...address, url: pool.url }

    await expect(openPostgresStore(pooled, OPTIONS)).rejects.toMatchObject(REFUSAL)
    expect(await hasPostgresStore(address)).toBe(false)
  })

  it('is refused by all that opens a store', async () => {
    const address = await newAddress()
    const pool = await openTransactionPool(address.url, 'in turn', 1)
    onTestFinished(() => pool.close())
    const pooled = { ...address, url: pool.url }

    for (const open of [
      openPostgresReadStore,
      openPostgresTables,
      openPostgresTablesForWriting,
      openCheckedPostgres,
      postgresInfo,
      vacuumPostgres,
      hasPostgresStore,
    ])
      await expect(open(pooled, OPTIONS), open.name).rejects.toMatchObject(REFUSAL)
  })

  it('is not what a server is, however many nodes start at the same time', async () => {
    const address = await newAddress()

    const stores = await Promise.all(
      Array.from({ length: 6 }, async () => kept(await openPostgresStore(address, OPTIONS))),
    )

    expect(stores).toHaveLength(6)
  })
})

describe.skipIf(!HAS_POSTGRES)('a schema', () => {
  it('may have any name: with a digit first, capitals, signs, quotes, and a letter that is not ASCII', async () => {
    const name = `1st Odd.schema-über o'clock quo"te ${randomUUID().slice(0, 8)}`
    const quoted = `"${name.replaceAll('"', '""')}"`
    // A schema of the name as it is without quotes has tables of another program.
    const folded = `"${name.replaceAll('"', '').toLowerCase()} other"`
    await ask(`CREATE SCHEMA ${quoted}; CREATE SCHEMA ${folded}; CREATE TABLE ${folded}.items (id int)`)
    onTestFinished(
      async () => void (await ask(`DROP SCHEMA ${quoted} CASCADE; DROP SCHEMA ${folded} CASCADE`)),
    )
    const plain = await newAddress()
    const url = new URL(plain.url)
    url.searchParams.set('options', `-c search_path=${quoted.replaceAll(/[\\ ]/g, String.raw`\$&`)}`)
    const address = { ...plain, url: url.href, file: join(newFolder(), 'digest') }

    expect(await hasPostgresStore(address)).toBe(false)
    await useStore(address)

    expect(await isPostgresStoreUpToDate(address)).toBe(true)
    expect((await postgresInfo(address)).tables.map(({ name: table }) => table)).toContain('items')
    await vacuumPostgres(address)
    await (await openCheckedPostgres(address)).close()
  })

  it('whose name differs in capitals from that of another program is told apart from it', async () => {
    const other = `odd_${randomUUID().slice(0, 8)}`
    const ours = `"${other.toUpperCase()}"`
    await ask(`CREATE SCHEMA ${other}; CREATE TABLE ${other}.items (id int); CREATE SCHEMA ${ours}`)
    onTestFinished(async () => void (await ask(`DROP SCHEMA ${other} CASCADE; DROP SCHEMA ${ours} CASCADE`)))
    const plain = await newAddress()
    const at = (path: string): PostgresAddress => {
      const url = new URL(plain.url)
      url.searchParams.set('options', `-c search_path=${path}`)
      return { ...plain, url: url.href }
    }

    await useStore(at(ours))

    await expect(openPostgresStore(at(other), OPTIONS)).rejects.toMatchObject({ code: 'storeForeign' })
  })
})

describe.skipIf(!HAS_POSTGRES)('settings of the server, the database or the role', () => {
  const SETTINGS: Readonly<Record<string, string>> = {
    array_nulls: 'off',
    idle_in_transaction_session_timeout: '1ms',
    lock_timeout: '1ms',
    extra_float_digits: '-15',
    default_transaction_isolation: 'serializable',
    default_transaction_deferrable: 'on',
    plan_cache_mode: 'force_custom_plan',
    enable_indexscan: 'off',
    bytea_output: 'escape',
    standard_conforming_strings: 'off',
    transform_null_equals: 'on',
    quote_all_identifiers: 'on',
    row_security: 'off',
    IntervalStyle: 'sql_standard',
    DateStyle: 'German',
    TimeZone: 'Asia/Kathmandu',
    client_encoding: 'LATIN1',
    synchronous_commit: 'off',
  }

  const whenOver = whenAllOver()
  let usual: Awaited<ReturnType<typeof useStore>>
  beforeAll(async () => {
    usual = await useStore(await newAddress(whenOver), whenOver)
  })

  it('do not change what is stored', async () => {
    const used = await useStore(await addressWith(SETTINGS))

    expect(used.items.total).toBe(1)
    expect(used).toEqual(usual)
  })

  // Long enough for a short statement on a busy machine: the one that lifts the limit.
  it('do not end a statement that takes longer than their limit', async () => {
    const plain = await newAddress()
    const address = await addressWith({ statement_timeout: '500ms' }, plain)
    const store = kept(await openPostgresStore(address, OPTIONS))
    await store.syncSources([aSource('paper')], NOW)
    await ask(
      `CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.6); RETURN NEW; END';
      CREATE TRIGGER slowly BEFORE INSERT ON items FOR EACH STATEMENT EXECUTE FUNCTION slowly()`,
      plain.url,
    )

    await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))

    expect(await store.findItems([1])).toHaveLength(1)
  })

  it('is not vacuumed by a role that only reads it: the server would do nothing, and say no error', async () => {
    const address = await newAddress()
    await useStore(address)
    const reader = await addressWith({ search_path: 'public' }, address)
    const { username } = new URL(reader.url)
    const schema = /search_path=(\w+)/.exec(decodeURIComponent(address.url))?.[1] ?? ''
    await ask(`GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${username}`)

    await expect(vacuumPostgres(reader)).rejects.toMatchObject({ code: 'storeForbidden' })
    await vacuumPostgres(address)
  })

  /** An empty schema and a role that has these settings. */
  async function addressWith(
    settings: Readonly<Record<string, string>>,
    plain?: PostgresAddress,
  ): Promise<PostgresAddress> {
    const address = plain ?? (await newAddress())
    const role = `role_${randomUUID().replaceAll('-', '')}`
    const schema = /search_path=(\w+)/.exec(decodeURIComponent(address.url))?.[1] ?? ''
    await ask(`CREATE ROLE ${role} LOGIN; GRANT ALL ON SCHEMA ${schema} TO ${role}`)
    const set = Object.entries(settings).map(([name, value]) => `ALTER ROLE ${role} SET ${name} = '${value}'`)
    await ask(set.join(';'))
    onTestFinished(async () => void (await ask(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`)))
    const url = new URL(address.url)
    url.username = role
    return { ...address, url: url.href }
  }
})
