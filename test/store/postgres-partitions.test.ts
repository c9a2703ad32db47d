import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { EVERYTHING } from '../../src/model/filter.ts'
import type { PostgresAddress } from '../../src/model/store-address.ts'
import { HOUR_MS } from '../../src/model/time.ts'
import { copyStore } from '../../src/store/copy/copy-store.ts'
import { openPostgresStore } from '../../src/store/postgres/open.ts'
import { openPostgresTables, openPostgresTablesForWriting } from '../../src/store/postgres/table-store.ts'
import type { Store } from '../../src/store/store.ts'
import { aSource } from '../a-source.ts'
import { aDraft, aFirstVisit, anInsert, aSighting, aVisit, FIRST_PAGE, NOW } from './drafts.ts'
import { ask, hasPostgres, kept, newAddress, newPostgresFixture } from './postgres-fixture.ts'

const OPTIONS = { now: () => NOW }
const FIRST_SCHEMA = new URL('../../src/store/postgres/migrations/001-collection.sql', import.meta.url)

/** Ids in three partitions of a new store, two of each. */
const OLD = [1, 2]
const MIDDLE = [20_001, 20_002]
const NEW = [40_001, 40_002]
const PRUNE_OLD = { firstSeenBefore: NOW - HOUR_MS, maxItemsPerSource: 100 }

async function partitionsOf({ url }: PostgresAddress): Promise<unknown[]> {
  const names = `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'contents'::regclass ORDER BY 1`
  return (await ask(names, url)).map(({ name }) => name)
}

/** Saves items that were first seen `hoursAgo`. */
async function save(store: Store, ids: readonly number[], hoursAgo = 0): Promise<void> {
  const drafts = ids.map((id) => [id, aDraft(`n${id}`)] as const)
  const inserts = drafts.map(([id, draft]) => ({
    ...anInsert(id, id, draft),
    firstSeenAt: NOW - hoursAgo * HOUR_MS,
  }))
  const sightings = drafts.map(([id, draft]) => aSighting(id, draft))
  await store.saveVisit(aVisit('paper', { inserts, sightings, at: NOW + (ids[0] ?? 0) }))
}

async function newStore() {
  const fixture = await newPostgresFixture()
  const store = await fixture.open()
  await store.syncSources([aSource('paper')], NOW)
  return { fixture, address: fixture.address, store }
}

describe.skipIf(!hasPostgres('partitions of texts'))('partitions of texts', () => {
  it('take over the texts of a store of the first version, though two nodes start at once', async () => {
    const address = await newAddress()
    const old = readFileSync(FIRST_SCHEMA, 'utf8')
    await ask(
      `CREATE TABLE content_digest (version INTEGER PRIMARY KEY, migrated_at BIGINT NOT NULL);
      INSERT INTO content_digest VALUES (1, 0); ${old}`,
      address.url,
    )
    // The rows of a store that this version wrote, put into the tables of the old one.
    const { address: other, store } = await newStore()
    await save(store, [1, 2, 3])
    for (const table of ['sources', 'facets', 'items', 'contents', 'stories', 'addresses', 'changes']) {
      const columns = (await ask(`SELECT * FROM ${columnsOf(address, table)}`, other.url))
        .map(({ column_name: name }) => name)
        .join()
      await ask(
        `INSERT INTO ${schemaOf(address)}.${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${table}`,
        other.url,
      )
    }

    const nodes = await Promise.all([1, 2].map(async () => kept(await openPostgresStore(address, OPTIONS))))

    const versions = await ask('SELECT version FROM content_digest ORDER BY version', address.url)
    expect(versions.filter(({ version }) => version === 3)).toHaveLength(1)
    expect(await partitionsOf(address)).toEqual(['contents_4', 'contents_first'])
    await save(nodes[0] as Store, [30_001])
    const texts = await nodes[1]?.findTexts([1, 2, 3, 30_001])
    expect([...(texts ?? [])]).toEqual([1, 2, 3, 30_001].map((id) => [id, `Content of n${id}.`]))
  })

  it('are dropped when all their items are old, with the addresses still known', async () => {
    const { fixture, address, store } = await newStore()
    await save(store, OLD, 9)
    await save(store, MIDDLE, 9)
    await save(store, NEW)
    expect(await partitionsOf(address)).toEqual([
      'contents_1',
      'contents_20001',
      'contents_40001',
      'contents_first',
    ])

    expect(await store.prune(PRUNE_OLD)).toEqual({ byAge: 4, surplus: 0 })

    expect(await partitionsOf(address)).toEqual(['contents_40001'])
    const known = await store.findKnown('paper', [{ key: aDraft('n1').key, entryKey: 'none' }])
    expect([...known.deleted.keys()]).toEqual([aDraft('n1').key])
    expect((await (await fixture.openReader()).findArticle(40_001))?.contentHtml).toContain('n40001')
  })

  it('are dropped at the end of a group, and take items with ids from before again', async () => {
    const { address, store } = await newStore()
    await save(store, OLD, 9)
    await save(store, NEW)

    await store.together(async () => {
      await save(store, MIDDLE)
      await store.prune(PRUNE_OLD)
      expect(await partitionsOf(address)).toContain('contents_1')
    })

    expect(await partitionsOf(address)).toEqual(['contents_20001', 'contents_40001'])
    // A process may have reserved them long ago.
    await save(store, [7])
    expect((await store.findArticle(7))?.contentHtml).toContain('n7')
  })

  it('keep texts of deleted items while others need them, and show them to nobody', async () => {
    const { address, store } = await newStore()
    await save(store, OLD)
    await save(store, [20_001], 9)
    await save(store, [20_002])
    await save(store, NEW)

    await store.prune(PRUNE_OLD)

    const rows = await ask('SELECT item_id::int AS id FROM contents ORDER BY 1', address.url)
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 20_001, 20_002, 40_001, 40_002])
    expect([...(await store.findContents(MIDDLE)).keys()]).toEqual([20_002])
    expect([...(await store.findTexts(MIDDLE)).keys()]).toEqual([20_002])
    const source = await openPostgresTables(address)
    const target = await openPostgresTablesForWriting(await newAddress(), OPTIONS)
    onTestFinished(async () => {
      await source.close()
      await target.close()
    })
    const { tables } = await copyStore(source, target)
    expect(tables.find(({ table }) => table === 'contents')?.rows).toBe(5)
  })

  it('keep only the texts of renewed items where all others are deleted', async () => {
    const { address, store } = await newStore()
    await save(store, OLD, 9)
    const renewed = {
      ...aDraft('n1'),
      textHash: 1,
      contentHtml: '<p>New words.</p>',
      contentText: 'New words.',
    }
    await store.saveVisit(
      aVisit('paper', { edits: [{ itemId: 1, draft: renewed, updatedAt: NOW, renewedAt: NOW }] }),
    )
    await save(store, NEW)

    expect(await store.prune(PRUNE_OLD)).toEqual({ byAge: 1, surplus: 0 })

    const rows = await ask('SELECT item_id::int AS id FROM contents ORDER BY 1', address.url)
    expect(rows.map(({ id }) => id)).toEqual([1, 40_001, 40_002])
    expect((await store.findArticle(1))?.contentHtml).toBe('<p>New words.</p>')
  })

  it('wait for those who read, and go the next time', async () => {
    const { address, store } = await newStore()
    await save(store, OLD, 9)
    await save(store, NEW)
    const reading = new Client({ connectionString: address.url })
    await reading.connect()
    await reading.query('BEGIN; SELECT count(*) FROM contents')

    await store.prune(PRUNE_OLD)

    expect(await partitionsOf(address)).toContain('contents_1')
    expect((await store.select(EVERYTHING, 'newest', FIRST_PAGE)).total).toBe(2)
    await reading.end()
    await store.prune(PRUNE_OLD)
    expect(await partitionsOf(address)).not.toContain('contents_1')
  })

  it('of a copy are few, though the first ids are high', async () => {
    const { address, store } = await newStore()
    await store.saveVisit(aFirstVisit('paper', { 9_000_001: aDraft('one'), 9_000_002: aDraft('two') }))

    expect(await partitionsOf(address)).toEqual([
      'contents_1',
      'contents_20001',
      'contents_9000001',
      'contents_first',
    ])
  })
})

/** The rows of the catalogue that have the columns of a table. */
function columnsOf(address: PostgresAddress, table: string): string {
  return `information_schema.columns WHERE table_schema = '${schemaOf(address)}' AND table_name = '${table}'`
}

function schemaOf({ url }: PostgresAddress): string {
  return /search_path=(\w+)/.exec(decodeURIComponent(url))?.[1] ?? ''
}
