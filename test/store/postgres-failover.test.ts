import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { EVERYTHING } from '../../src/model/filter.ts'
import type { PostgresAddress } from '../../src/model/store-address.ts'
import { PostgresDatabase } from '../../src/store/postgres/database.ts'
import { openPostgresReadStore, openPostgresStore } from '../../src/store/postgres/open.ts'
import { findPrimary } from '../../src/store/postgres/primary.ts'
import type { ReadStore } from '../../src/store/read-store.ts'
import type { Store } from '../../src/store/store.ts'
import { aSource } from '../a-source.ts'
import { aDraft, aFirstVisit, FIRST_PAGE, NOW } from './drafts.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

const OPTIONS = { now: () => NOW, listens: true }

const closing: (() => unknown)[] = []
const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(() => warnings.mockRestore())

const first = await startPostgres()
const canReplicate = first?.replicate !== undefined
if (!canReplicate)
  console.warn('SKIPPED: replicas and failover: there is no PostgreSQL of the tests that can be copied')
afterAll(() => first?.stop())

/** A primary and its replica. They are stopped when the test is over. */
async function newPair(): Promise<{ primary: PostgresServer; replica: PostgresServer }> {
  const primary = await startPostgres()
  if (primary?.replicate === undefined) throw new Error('the tests cannot start a server')
  closing.push(() => primary.stop())
  const replica = await primary.replicate()
  closing.push(() => replica.stop())
  return { primary, replica }
}

/** An address whose files are in a folder of its own. The replica has the schema `public` too. */
function addressOf(url: string, readUrls: readonly string[] = []): PostgresAddress {
  const folder = mkdtempSync(join(tmpdir(), 'digest-store-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  return { kind: 'postgres', url, readUrls, file: join(folder, 'digest') }
}

async function ask(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

async function openWriter(address: PostgresAddress): Promise<Store> {
  const store = await openPostgresStore(address, { now: () => NOW })
  closing.push(() => store.close())
  return store
}

async function openReader(address: PostgresAddress): Promise<ReadStore> {
  const store = await openPostgresReadStore(address, OPTIONS)
  closing.push(() => store.close())
  return store
}

async function titlesOf(store: ReadStore, ids: readonly number[]): Promise<readonly string[]> {
  return (await store.findItems(ids)).map(({ title }) => title)
}

function idsOf(store: ReadStore): Promise<readonly number[]> {
  return store.select(EVERYTHING, 'newest', FIRST_PAGE).then(({ ids }) => ids)
}

/** The ports of the servers that answer statements of `work`. */
async function portsAsked(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  const query = vi.spyOn(Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  try {
    await work()
    return new Set(query.mock.contexts.map((client) => String((client as Client).port)))
  } finally {
    query.mockRestore()
  }
}

function portOf({ url }: PostgresServer): string {
  return new URL(url).port
}

describe.skipIf(!canReplicate)('a replica', () => {
  it('answers reads of rows while it is up to date, and is left out while it is not', async () => {
    const { primary, replica } = await newPair()
    const writer = await openWriter(addressOf(primary.url))
    await writer.syncSources([aSource('paper')], NOW)
    await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
    const reader = await openReader(addressOf(primary.url, [replica.url]))
    const askedFor = (ids: readonly number[]) => portsAsked(() => reader.findItems(ids))

    await expect.poll(() => askedFor([1])).toEqual(new Set([portOf(replica)]))

    await ask(replica.url, 'SELECT pg_wal_replay_pause()')
    await writer.saveVisit(aFirstVisit('paper', { 2: aDraft('two') }))
    await expect.poll(() => idsOf(reader)).toEqual([2, 1])
    for (let round = 0; round < 5; round += 1) expect(await titlesOf(reader, [1, 2])).toHaveLength(2)
    expect((await reader.findArticle(2))?.item.id).toBe(2)

    await ask(replica.url, 'SELECT pg_wal_replay_resume()')
    await expect.poll(() => askedFor([1, 2])).toEqual(new Set([portOf(replica)]))
    expect(await titlesOf(reader, [1, 2])).toHaveLength(2)
  })

  it('that dies is left out at once, and is taken back when it is there again', async () => {
    const { primary, replica } = await newPair()
    const writer = await openWriter(addressOf(primary.url))
    await writer.syncSources([aSource('paper')], NOW)
    await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
    const reader = await openReader(addressOf(primary.url, [replica.url]))
    const asked = () => portsAsked(() => reader.findItems([1]))
    await expect.poll(asked).toEqual(new Set([portOf(replica)]))

    await replica.restart?.(async () => {
      for (let round = 0; round < 3; round += 1) expect(await titlesOf(reader, [1])).toHaveLength(1)
      await writer.saveVisit(aFirstVisit('paper', { 2: aDraft('two') }))
      await expect.poll(() => idsOf(reader)).toEqual([2, 1])
      expect(await titlesOf(reader, [2, 1])).toHaveLength(2)
    })

    await expect.poll(asked).toEqual(new Set([portOf(replica)]))
    expect(warnings).toHaveBeenCalledWith(
      expect.stringContaining(`replica ${new URL(replica.url).host} is left out`),
    )
  })

  it('goes on answering while the primary is away', async () => {
    const { primary, replica } = await newPair()
    const writer = await openWriter(addressOf(primary.url))
    await writer.syncSources([aSource('paper')], NOW)
    await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
    const reader = await openReader(addressOf(primary.url, [replica.url]))
    await expect.poll(() => portsAsked(() => reader.findItems([1]))).toEqual(new Set([portOf(replica)]))

    await primary.restart?.(async () => {
      await expect(reader.refresh()).rejects.toMatchObject({ code: 'storeFailed' })
      expect(await idsOf(reader)).toEqual([1])
      expect(await titlesOf(reader, [1])).toHaveLength(1)
      expect((await reader.ping()).itemCount).toBe(1)
      expect(await reader.listSources(NOW)).toMatchObject([{ id: 'paper', itemCount: 1 }])
      // A search first indexes what is new.
      expect(await reader.searchSource.findDocuments([1])).toHaveLength(1)
      expect(await reader.searchSource.listTitles([1])).toHaveLength(1)
    })

    await writer.saveVisit(aFirstVisit('paper', { 2: aDraft('two') }))
    await expect.poll(() => idsOf(reader)).toEqual([2, 1])
  })
})

describe.skipIf(!canReplicate)('a failover', () => {
  it('to a synchronous replica loses nothing that was saved, and an address with both hosts follows it', async () => {
    const { primary, replica } = await newPair()
    const both = addressOf(primary.url.replace(/@([^/]+)/, `@$1,${new URL(replica.url).host}`))
    const writer = await openWriter(both)
    await writer.syncSources([aSource('paper')], NOW)
    const reader = await openReader(both)
    await ask(primary.url, `ALTER SYSTEM SET synchronous_standby_names = 'replica'`)
    await ask(primary.url, 'SELECT pg_reload_conf()')
    const replication = 'SELECT sync_state FROM pg_stat_replication'
    await expect.poll(() => ask(primary.url, replication)).toEqual([{ sync_state: 'sync' }])
    await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one'), 2: aDraft('two') }))
    await expect.poll(() => idsOf(reader)).toEqual([2, 1])

    await primary.stop()
    await expect(writer.saveVisit(aFirstVisit('paper', { 3: aDraft('three') }))).rejects.toMatchObject({
      code: 'storeFailed',
    })
    await expect(reader.findItems([1])).rejects.toMatchObject({ code: 'storeFailed' })
    expect(await idsOf(reader)).toEqual([2, 1])
    await ask(replica.url, `ALTER SYSTEM RESET synchronous_standby_names`)
    await ask(replica.url, 'SELECT pg_promote()')

    await writer.saveVisit(aFirstVisit('paper', { 4: aDraft('four') }))
    await expect.poll(() => idsOf(reader)).toEqual([4, 2, 1])
    expect(await titlesOf(reader, [4, 2, 1])).toHaveLength(3)
  })

  it('that loses changes makes readers read everything again, though the numbers of changes come again', async () => {
    const { primary, replica } = await newPair()
    const both = addressOf(primary.url.replace(/@([^/]+)/, `@$1,${new URL(replica.url).host}`))
    const writer = await openWriter(both)
    await writer.syncSources([aSource('paper')], NOW)
    await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
    await ask(replica.url, `ALTER SYSTEM SET primary_conninfo = ''`)
    await ask(replica.url, 'SELECT pg_reload_conf()')
    const reader = await openReader(both)
    // The replica does not get this one.
    await expect.poll(() => ask(replica.url, 'SELECT pid FROM pg_stat_wal_receiver')).toEqual([])
    await writer.saveVisit(aFirstVisit('paper', { 2: aDraft('two') }, { at: NOW + 1 }))
    await expect.poll(() => idsOf(reader)).toEqual([2, 1])
    const before = reader.version()

    await primary.stop()
    await ask(replica.url, 'SELECT pg_promote()')
    await writer.saveVisit(aFirstVisit('paper', { 3: aDraft('three') }, { at: NOW + 2 }))

    await expect.poll(() => idsOf(reader)).toEqual([3, 1])
    expect(reader.version()).toMatchObject({ seq: before.seq, history: 1 })
    expect(await titlesOf(reader, [3, 2, 1])).toHaveLength(2)
  })
})

describe.skipIf(!canReplicate)('an old primary that is a primary still', () => {
  it('is not taken for the promoted one, and is reported', async () => {
    const { primary, replica } = await newPair()
    const hosts = [primary, replica].map(({ url }) => new URL(url).host)
    const both = primary.url.replace(/@([^/]+)/, `@${hosts.join()}`)
    await ask(replica.url, 'SELECT pg_promote()')

    const found = await Promise.all(Array.from({ length: 8 }, () => findPrimary(both)))

    expect(new Set(found.map((url) => new URL(url).host))).toEqual(new Set([hosts[1]]))
    expect(warnings).toHaveBeenCalledWith(
      `${hosts.toSorted().join(' and ')} take writes: ${hosts[1]} is used, which was promoted last. Make the others its replicas`,
    )
  })
})

describe.skipIf(!canReplicate)('a server that hangs', () => {
  it('keeps no read waiting', async () => {
    const { primary } = { primary: first ?? (await newPair()).primary }
    const db = new PostgresDatabase(primary.url, { statementMs: 300, snapshotMs: 300 })
    closing.push(() => db.close())
    const hanging = `SELECT pg_sleep(600), '${randomUUID()}'`

    await expect(db.rows(hanging)).rejects.toMatchObject({ code: 'storeFailed' })
    await expect(db.snapshot((tx) => tx.rows(hanging))).rejects.toMatchObject({ code: 'storeFailed' })

    expect(await db.rows('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})
