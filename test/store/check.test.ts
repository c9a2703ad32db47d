import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { checkStore } from '../../src/cli/commands/doctor/doctor-deep.ts'
import type { StoreAddress } from '../../src/model/store-address.ts'
import { openSearch } from '../../src/search/search.ts'
import { checkTables, type Fault } from '../../src/store/check/check-store.ts'
import type { Row, TableStore } from '../../src/store/copy/table-store.ts'
import { DATA_TABLES, HEAD_TABLES } from '../../src/store/copy/tables.ts'
import { engineOf } from '../../src/store/engine-of.ts'
import { lockForCollecting } from '../../src/store/sqlite/collector-lock.ts'
import { Database } from '../../src/store/sqlite/driver.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { NOW } from './drafts.ts'
import { newFolder, whenAllOver } from './kept.ts'
import { ask, hasPostgres, newPostgresFixture } from './postgres-fixture.ts'
import { RandomChanges } from './random-changes.ts'
import { newSqliteFixture } from './sqlite-fixture.ts'

/** Asking without a pause takes the time of the thread that is waited for. */
const ASK_AGAIN_MS = 5

interface Place {
  readonly store: StoreAddress
  readonly run: (sql: string) => Promise<void>
}

const ENGINES: Readonly<Record<string, () => Promise<Place & { readonly open: () => Promise<Store> }>>> = {
  SQLite: async () => {
    const fixture = await newSqliteFixture()
    const { file } = fixture
    return {
      open: () => fixture.open(),
      store: { kind: 'sqlite', file },
      run: async (sql) => onFile(file, sql),
    }
  },
  PostgreSQL: async () => {
    const fixture = await newPostgresFixture()
    const { address } = fixture
    return {
      open: () => fixture.open(),
      store: address,
      run: async (sql) => void (await ask(sql, address.url)),
    }
  },
}

/** A statement that plants a fault, its name, and the columns that a repair may choose anew. */
const PLANTED: readonly (readonly [name: string, sql: string, chosenAnew?: readonly string[]])[] = [
  ['orphanedRows.contents', `INSERT INTO contents (item_id, html) VALUES (900001, 'x')`],
  ['orphanedRows.item_tags', `INSERT INTO item_tags (tag, item_id) VALUES ('x', 900001)`],
  [
    'orphanedRows.thumbnails',
    `INSERT INTO thumbnails (item_id, image_url, next_check_at) VALUES (900001, 'https://x.example', 1)`,
  ],
  [
    'orphanedRows.sightings',
    `INSERT INTO sightings (item_id, source_id, entry_key_hash, entry_hash, seen_at, published_at)
      SELECT 900001, source_id, KEY, 'x', 1, 1 FROM sightings LIMIT 1`,
  ],
  ['orphanedRows.addresses', `INSERT INTO addresses (key_hash, item_id) VALUES (KEY, 900001)`],
  ['orphanedRows.shared_addresses', `INSERT INTO shared_addresses (key_hash, item_id) VALUES (KEY, 900001)`],
  ['unknownSource.visits', 'INSERT INTO visits (source_id, at, failed, added) VALUES (9001, 1, 0, 0)'],
  ['unknownSource.icons', 'INSERT INTO icons (source_id, checked_at, next_check_at) VALUES (9001, 1, 1)'],
  ['emptyStories', 'INSERT INTO stories (id, item_count, source_count) VALUES (9999, 0, 0)'],
  ['brokenMerges', 'INSERT INTO stories (id, item_count, source_count, alias_of) VALUES (9998, 0, 0, 9997)'],
  [
    'itemsOfMergedStories',
    `UPDATE items SET story_id = (SELECT min(id) FROM stories WHERE alias_of = items.story_id)
      WHERE id = (SELECT min(i.id) FROM items i JOIN stories s ON s.alias_of = i.story_id)`,
  ],
  ['missingStories', 'DELETE FROM stories WHERE item_count = 1 AND alias_of IS NULL', ['representative_id']],
  ['storyCounts', 'UPDATE stories SET item_count = item_count + 1, source_count = 0 WHERE alias_of IS NULL'],
  [
    'representatives',
    'UPDATE stories SET representative_id = NULL WHERE item_count > 1',
    ['representative_id'],
  ],
  ['alsoIn', `UPDATE items SET also_in = '1,2,3,4' WHERE id < 9`],
  ['engagement', 'UPDATE items SET points = 77 WHERE id IN (1, 2, 3)'],
  ['counters.item', `UPDATE counters SET value = 2 WHERE name = 'item'`, ['value']],
  ['counters.story', `UPDATE counters SET value = 2 WHERE name = 'story'`, ['value']],
  ['scores', 'UPDATE items SET score = 99.5 WHERE id IN (1, 2, 3)'],
  ['tags', `INSERT INTO item_tags (tag, item_id) SELECT 'planted', id FROM items WHERE id IN (1, 2, 3)`],
]

/** What cannot be derived. */
const LOST: readonly (readonly [name: string, sql: string])[] = [
  ['unknownSource.items', 'UPDATE items SET source_id = 9001 WHERE id IN (1, 2, 3)'],
  ['unknownFacet', 'UPDATE items SET facet_id = 9001 WHERE id IN (1, 2, 3)'],
  ['noTime', 'UPDATE items SET published_at = 0 WHERE id IN (1, 2, 3)'],
  ['unreadable', `UPDATE items SET tags = '[' WHERE id IN (1, 2, 3)`],
]

for (const [engine, newPlace] of Object.entries(ENGINES)) {
  describe.skipIf(engine === 'PostgreSQL' && !hasPostgres('checks of PostgreSQL'))(
    `a check with ${engine}`,
    () => {
      it('finds nothing wrong with what collecting makes', async () => {
        for (const seed of [1, 2, 3]) {
          const { open, store } = await newPlace()
          const writer = await open()
          const changes = new RandomChanges(seed)
          await changes.begin(writer)
          for (let round = 0; round < 40; round += 1) await changes.change(writer)
          await writer.prune({ firstSeenBefore: 0, maxItemsPerSource: 30 })

          expect(await faultsOf(store, false)).toEqual([])
        }
      })

      it('finds and repairs each fault, and changes nothing else', async () => {
        const { open, store, run } = await newPlace()
        const writer = await open()
        const changes = new RandomChanges(5)
        await changes.begin(writer)
        for (let round = 0; round < 40; round += 1) await changes.change(writer)
        await writer.close()
        const key =
          engine === 'SQLite'
            ? `x'00112233445566778899aabbccddeeff'`
            : `'00112233-4455-6677-8899-aabbccddeeff'`

        const planted = PLANTED.filter(
          ([name]) => engine === 'SQLite' || name !== 'orphanedRows.contents',
        ).map(([name, sql, chosenAnew = []]) => ({ name, sql: sql.replaceAll('KEY', key), chosenAnew }))

        // Opened once, since to connect takes longer than to check.
        const opening = await engineOf(store)
        const [checked, tables] = [await opening.openChecked(true), await opening.openTables()]
        const faultsIn = (repairs: boolean) => checkTables(checked.db, repairs, NOW)
        let rows = await rowsIn(tables)
        for (const { name, sql, chosenAnew } of planted) {
          const before = rows
          await run(sql)

          const repaired = await faultsIn(true)

          expect([name, repaired.map((fault) => fault.name)]).toEqual([name, expect.arrayContaining([name])])
          expect([name, new Set(repaired.map(({ state }) => state))]).toEqual([name, new Set(['repaired'])])
          // Rows that are all as before have no fault.
          const left = chosenAnew.length > 0 ? await faultsIn(false) : []
          expect([name, left]).toEqual([name, []])
          rows = await rowsIn(tables)
          expect([name, without(rows, chosenAnew)]).toEqual([name, without(before, chosenAnew)])
        }
        await checked.close()
        await tables.close()
        expect(await faultsOf(store, false)).toEqual([])

        for (const { sql } of planted) await run(sql)
        const broken = await rowsOf(store)

        const found = await faultsOf(store, false)

        expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(planted.map(({ name }) => name)))
        expect(found.every(({ state }) => state !== 'repaired')).toBe(true)
        expect(await rowsOf(store)).toEqual(broken)
      })

      it('names what cannot be derived, and leaves it', async () => {
        const { open, store, run } = await newPlace()
        const writer = await open()
        const changes = new RandomChanges(5)
        await changes.begin(writer)
        for (let round = 0; round < 3; round += 1) await changes.change(writer)
        for (const [, sql] of LOST) await run(sql)
        const before = await rowsOf(store)

        const faults = await faultsOf(store, true)

        for (const [name] of LOST)
          expect(faults).toContainEqual(
            expect.objectContaining({ name, rows: 3, ids: [1, 2, 3], state: 'lost' }),
          )
        expect(await rowsOf(store)).toEqual(before)
      })

      it('has readers take in what it repaired', async () => {
        const { open, store, run } = await newPlace()
        const writer = await open()
        const changes = new RandomChanges(5)
        await changes.begin(writer)
        for (let round = 0; round < 9; round += 1) await changes.change(writer)
        const before = await writer.findItems([1])
        await run('UPDATE items SET score = 99.5 WHERE id = 1')
        const seq = writer.version().seq

        await faultsOf(store, true)

        await writer.refresh()
        expect(writer.version().seq).toBeGreaterThan(seq)
        expect(await writer.findItems([1])).toEqual(before)
      })
    },
  )
}

describe('doctor --deep', () => {
  const texts: string[] = []
  afterEach(() => void texts.splice(0))
  const output = { write: (text: string) => texts.push(text) }
  const deps = {
    io: { stdout: output, stderr: output },
    cwd: '/',
    env: {},
    now: () => NOW,
    exit: () => undefined,
  }

  const whenOver = whenAllOver()
  let made: Promise<string> | undefined

  /** A copy of one that is made once. */
  async function newFile(): Promise<string> {
    const original = await (made ??= makeFile())
    const { file } = await newSqliteFixture()
    for (const part of ['', '-columns', '-search']) copyFileSync(original + part, file + part)
    return file
  }

  async function makeFile(): Promise<string> {
    const file = join(newFolder(whenOver), 'digest.db')
    const store = await openSqliteStore(file, { now: () => NOW })
    const changes = new RandomChanges(3)
    await changes.begin(store)
    for (let round = 0; round < 40; round += 1) await changes.change(store)
    await store.close()
    await makeCaches(file)
    return file
  }

  /** As a service does when it stops. */
  async function makeCaches(file: string): Promise<void> {
    const store = await openSqliteReadStore(file, { now: () => NOW, minItemsOfFile: 1 })
    const search = openSearch(store.searchSource, { maxSynchronous: 0 })
    while ((await search.state()).status !== 'ready') await sleep(ASK_AGAIN_MS)
    await store.saveColumns()
    await search.close()
    await store.close()
    expect([existsSync(`${file}-columns`), existsSync(`${file}-search`)]).toEqual([true, true])
  }

  it('finds nothing wrong with a store and its caches, also where they are behind', async () => {
    const file = await newFile()
    expect(await checkStore({ store: `sqlite:${file}` }, deps)).toBe(0)
    const store = await openSqliteStore(file, { now: () => NOW })
    await store.saveCorrections({ at: NOW, deletes: [1, 2], corrections: [{ itemId: 3, title: 'Another' }] })
    await store.close()

    expect(await checkStore({ store: `sqlite:${file}` }, deps)).toBe(0)
    expect(texts).toEqual(Array(2).fill(`${file}: nothing is wrong\n`))
  })

  it('holds the caches against the rows, and deletes those that differ', async () => {
    const file = await newFile()
    onFile(
      file,
      `UPDATE items SET title = 'Planted', first_seen_at = first_seen_at + 1 WHERE id IN (8, 9, 10)`,
    )

    expect(await checkStore({ store: `sqlite:${file}`, json: true }, deps)).toBe(1)
    expect(await checkStore({ store: `sqlite:${file}`, repair: true }, deps)).toBe(0)

    const { faults } = JSON.parse(texts[0] ?? '') as { faults: Fault[] }
    expect(faults.map(({ name, state }) => [name, state])).toEqual([
      ['columnsFile', 'repairable'],
      ['searchIndexFile', 'repairable'],
    ])
    expect([existsSync(`${file}-columns`), existsSync(`${file}-search`)]).toEqual([false, false])
    expect(await checkStore({ store: `sqlite:${file}` }, deps)).toBe(0)
  })

  it.each(['columns', 'search'])('finds a flipped byte in FILE-%s', async (name) => {
    const file = await newFile()
    const bytes = readFileSync(`${file}-${name}`)
    const at = bytes.length - 200
    bytes[at] = ~(bytes[at] ?? 0)
    writeFileSync(`${file}-${name}`, bytes)

    expect(await checkStore({ store: `sqlite:${file}` }, deps)).toBe(1)
    expect(texts.join('')).toContain(`damaged or of another version: ${file}-${name}`)
    expect(await checkStore({ store: `sqlite:${file}`, repair: true }, deps)).toBe(0)
    expect(existsSync(`${file}-${name}`)).toBe(false)
  })

  it('makes an index of the file anew that differs from its table', async () => {
    const file = await newFile()
    onFile(
      file,
      `PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE INDEX items_by_published ON items (first_seen_at)' WHERE name = 'items_by_published';
      PRAGMA writable_schema = RESET; REINDEX items_by_published;
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE INDEX items_by_published ON items (published_at)' WHERE name = 'items_by_published'`,
    )

    expect(await checkStore({ store: `sqlite:${file}` }, deps)).toBe(1)
    expect(texts.join('')).toContain('items_by_published')
    expect(await checkStore({ store: `sqlite:${file}`, repair: true }, deps)).toBe(0)
    expect(await checkStore({ store: `sqlite:${file}` }, deps)).toBe(0)
  })

  it('says what to do about damaged pages, and leaves them', async () => {
    const file = await newFile()
    const bytes = readFileSync(file)
    bytes.fill(0x5a, 24 * 8_192, 26 * 8_192)
    writeFileSync(file, bytes)

    expect(await checkStore({ store: `sqlite:${file}`, repair: true }, deps)).toBe(1)
    expect(texts.join('')).toContain('restore a backup (content-digest restore)')
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })

  it('repairs nothing while a service collects', async () => {
    const file = await newFile()
    const lock = lockForCollecting(file)

    await expect(checkStore({ store: `sqlite:${file}`, repair: true }, deps)).rejects.toMatchObject({
      code: 'storeInUse',
    })
    expect(await checkStore({ store: `sqlite:${file}` }, deps)).toBe(0)
    lock.release()
  })
})

async function faultsOf(store: StoreAddress, repairs: boolean): Promise<Fault[]> {
  const checked = await (await engineOf(store)).openChecked(repairs)
  try {
    return await checkTables(checked.db, repairs, NOW)
  } finally {
    await checked.close()
  }
}

type Rows = Readonly<Record<string, readonly Row[]>>

/** All rows but those of the log of changes. */
async function rowsOf(store: StoreAddress): Promise<Rows> {
  const tables = await (await engineOf(store)).openTables()
  const rows = await rowsIn(tables)
  await tables.close()
  return rows
}

async function rowsIn(tables: TableStore): Promise<Rows> {
  const rows: Record<string, Row[]> = {}
  await tables.snapshot(async (reader) => {
    for (const table of [...HEAD_TABLES, ...DATA_TABLES]) {
      if (table.name === 'changes') continue
      for await (const batch of reader.batches(table)) (rows[table.name] ??= []).push(...batch)
    }
  })
  return rows
}

function without(rows: Rows, columns: readonly string[]): Rows {
  return Object.fromEntries(
    Object.entries(rows).map(([name, ofTable]) => {
      const table = [...HEAD_TABLES, ...DATA_TABLES].find((one) => one.name === name)
      const kept = table?.columns.map((column) => !columns.includes(column.name)) ?? []
      return [name, ofTable.map((row) => row.filter((_, at) => kept[at]))]
    }),
  )
}

function onFile(file: string, sql: string): void {
  const db = new Database(file)
  db.unsafeMode(true)
  db.exec(sql)
  db.close()
}
