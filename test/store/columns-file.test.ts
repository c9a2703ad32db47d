import { existsSync, copyFileSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { EVERYTHING, type ItemFilter } from '../../src/model/filter.ts'
import { HOUR_MS } from '../../src/model/time.ts'
import { ColumnsCache } from '../../src/store/columns/columns-cache.ts'
import type { Columns } from '../../src/store/columns/columns.ts'
import { Selector } from '../../src/store/columns/select.ts'
import { ChangeFeed } from '../../src/store/follow/change-feed.ts'
import { cachedStore } from '../../src/store/open-store.ts'
import { StoreNames } from '../../src/store/rows/store-names.ts'
import { SqliteDatabase } from '../../src/store/sqlite/database.ts'
import { copyPages } from '../../src/store/sqlite/engine.ts'
import { schemaVersion } from '../../src/store/sqlite/migrations.ts'
import { openForReading, openForWriting } from '../../src/store/sqlite/open-file.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { NOW } from './drafts.ts'
import { newFolder } from './kept.ts'
import { oldSideFile } from './old-side-file.ts'
import { ORDERS } from './plain-lists.ts'
import { RandomChanges, SOURCES } from './random-changes.ts'

const OPTIONS = { now: () => NOW, minItemsOfFile: 1 }
const ROUNDS = 50

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describe('columns from their file', () => {
  it('answer every list as columns that are built anew, whatever changed between writing and reading', async () => {
    const { store, file, changes } = await newStore()
    let restored = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let left = round % 4; left >= 0; left -= 1) await changes.change(store)

      const reader = await openReader(file)
      expect(listsOf(reader.feed), `round ${round}`).toEqual(listsOf(await builtAnew(file)))

      if (reader.isRestored) restored += 1
      await changes.change(store)
      await reader.feed.refresh()
      expect(listsOf(reader.feed), `round ${round}, followed`).toEqual(listsOf(await builtAnew(file)))
      if (round % 3 === 0) await reader.feed.save()
    }
    // Otherwise the test would show nothing.
    expect(restored).toBeGreaterThan(ROUNDS / 2)
  })

  it('leave nothing of processes that were killed while they wrote it', async () => {
    const { store, file, changes } = await newStore()
    await grow(store, changes)
    const drafts = ['new-1', 'new-2'].map((ending) => `${file}-columns.${ending}`)
    for (const draft of drafts) writeFileSync(draft, 'half')
    const [abandoned = '', recent = ''] = drafts
    utimesSync(abandoned, 0, (Date.now() - 2 * HOUR_MS) / 1000)

    const { feed } = await openReader(file)
    feed.columns()
    await feed.save()

    expect(existsSync(abandoned)).toBe(false)
    expect(existsSync(recent)).toBe(true)
  })

  it('forget combinations of words that no item has any more', async () => {
    const { store, file, changes } = await newStore()
    await grow(store, changes)
    const first = await openReader(file)
    first.feed.columns()
    await store.prune({ firstSeenBefore: 0, maxItemsPerSource: 1 })
    await first.feed.refresh()
    await first.feed.save()
    const { facets } = first.feed.columns()
    expect(facets.live().length).toBeLessThan(facets.size - 1)

    const second = await openReader(file)

    expect(second.isRestored).toBe(true)
    expect(second.feed.columns().facets.size - 1).toBe(facets.live().length)
  })
})

describe('a file of columns that cannot be used', () => {
  it.each<[string, (bytes: Buffer) => Uint8Array]>([
    ['empty', () => new Uint8Array(0)],
    ['of other content', () => Buffer.from('not columns at all')],
    ['cut off in its head', (bytes) => bytes.subarray(0, 40)],
    ['cut off at its end', (bytes) => bytes.subarray(0, -1)],
    ['of another version of its format', (bytes) => flipped(bytes, 20)],
    [
      'of the format of 1.0',
      () => oldSideFile('DIGESTCO', '{"format":1,"version":{},"words":[],"lengths":[]}'),
    ],
    ['with another length of its head', (bytes) => flipped(bytes, 33)],
    ['damaged in its head', (bytes) => flipped(bytes, 60)],
    ['damaged in the middle', (bytes) => flipped(bytes, bytes.length >> 1)],
    ['damaged at its end', (bytes) => flipped(bytes, bytes.length - 1)],
  ])('is ignored: %s', async (_, spoil) => {
    const { store, file, changes } = await newStore()
    await grow(store, changes)
    await save(file)
    writeFileSync(`${file}-columns`, spoil(readFileSync(`${file}-columns`)))

    expect(await opened(file)).toBe('built')
  })

  it('is ignored: of another store', async () => {
    const { store, file, changes } = await newStore()
    const other = await newStore()
    await grow(store, changes)
    await grow(other.store, other.changes)
    await save(other.file)
    copyFileSync(`${other.file}-columns`, `${file}-columns`)

    expect(await opened(file)).toBe('built')
  })

  it('is ignored: newer than the store, and of another course of its changes', async () => {
    const { store, file, changes } = await newStore()
    await grow(store, changes)
    const backup = join(newFolder(), 'digest.db')
    await copyPages(file, backup)
    await changes.change(store)
    await changes.change(store)
    await save(file)
    copyFileSync(`${file}-columns`, `${backup}-columns`)

    expect(await opened(backup)).toBe('built')

    const restored = await openStore(backup)
    for (let round = 0; round < 5; round += 1)
      await restored.saveCorrections({ at: NOW + 1, deletes: [round + 1], corrections: [] })
    expect(await opened(backup)).toBe('built')
  })

  it('is ignored: older than the log of changes', async () => {
    const { store, file, changes } = await newStore()
    await grow(store, changes)
    await save(file)
    await changes.change(store)
    const db = openForWriting(file, OPTIONS)
    db.exec('DELETE FROM changes WHERE seq < (SELECT max(seq) FROM changes)')
    db.close()

    expect(await opened(file)).toBe('built')
  })

  it('is ignored: before a change that is not in the log, such as of the formula for scores', async () => {
    const { store, file, changes } = await newStore()
    await grow(store, changes)
    await save(file)
    const db = openForWriting(file, OPTIONS)
    db.exec('UPDATE items SET hot = hot + 1')
    db.close()

    expect(await opened(file)).toBe('built')
  })
})

describe('writing columns to their file', () => {
  it('begins again where changes come meanwhile, and leaves no other file', async () => {
    const { store, file, changes } = await newStore()
    await grow(store, changes)
    const reader = await openReader(file)

    const saved = reader.feed.save()
    await changes.change(store)
    await reader.feed.refresh()
    await saved

    const next = await openReader(file)
    expect(next.isRestored).toBe(true)
    expect(listsOf(next.feed)).toEqual(listsOf(await builtAnew(file)))
    expect(readdirSync(join(file, '..')).filter((name) => name.includes('.new-'))).toEqual([])
  })

  it('leaves the file as it is until enough has changed', async () => {
    const { store, file, changes } = await newStore()
    await grow(store, changes)
    const reader = await openReader(file)
    await reader.feed.save()
    writeFileSync(`${file}-columns`, 'untouched')

    await reader.feed.save()
    expect(readFileSync(`${file}-columns`, 'utf8')).toBe('untouched')

    await changes.change(store)
    await reader.feed.refresh()
    await reader.feed.save()
    expect((await openReader(file)).isRestored).toBe(true)
  })

  it('is left out for small stores, and where the folder cannot be written', async () => {
    const { store, file, changes } = await newStore()
    await grow(store, changes)
    const small = await openSqliteReadStore(file, { now: () => NOW })
    closing.push(() => small.close())
    await small.saveColumns()
    expect(existsSync(`${file}-columns`)).toBe(false)

    const reader = await openReader(file, join(file, 'no-folder'))
    await expect(reader.feed.save()).resolves.toBeUndefined()
  })

  it('is what a store that serves does', async () => {
    const { store, file, changes } = await newStore()
    await grow(store, changes)
    const serving = await openSqliteReadStore(file, OPTIONS)
    await serving.saveColumns()
    await serving.close()

    expect((await openReader(file)).isRestored).toBe(true)
    const again = await openSqliteReadStore(file, OPTIONS)
    closing.push(() => again.close())
    const window = { limit: 500, offset: 0, after: undefined }
    const all = new Selector((await builtAnew(file)).columns()).select(EVERYTHING, 'hot', window)
    expect(await again.select(EVERYTHING, 'hot', window)).toEqual(all)
  })
})

async function newStore() {
  const file = join(newFolder(), 'digest.db')
  const store = await openStore(file)
  const changes = new RandomChanges(29)
  await changes.begin(store)
  return { store, file, changes }
}

async function openStore(file: string): Promise<Store> {
  const store = await openSqliteStore(file, OPTIONS)
  closing.push(() => store.close())
  return store
}

async function grow(store: Store, changes: RandomChanges): Promise<void> {
  for (let round = 0; round < 40; round += 1) await changes.change(store)
}

/** A connection that takes its columns from their file if it can. */
async function openReader(file: string, cacheFile = `${file}-columns`) {
  const driver = openForReading(file)
  const db = new SqliteDatabase(driver)
  const cache = new NotedCache(cachedStore(db, schemaVersion(driver)), OPTIONS, cacheFile)
  const feed = await openFeed(db, cache)
  return { feed, isRestored: cache.isRead }
}

/** Notes whether columns were taken from the file. */
class NotedCache extends ColumnsCache {
  isRead = false

  override async read<T>(
    adopt: (seq: number, columns: Columns) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const adopted = await super.read(adopt)
    this.isRead = adopted !== undefined
    return adopted
  }
}

function builtAnew(file: string): Promise<ChangeFeed> {
  return openFeed(new SqliteDatabase(openForReading(file)))
}

async function openFeed(db: SqliteDatabase, cache?: ColumnsCache): Promise<ChangeFeed> {
  closing.push(() => db.close())
  const names = new StoreNames(db)
  await names.load()
  const feed = new ChangeFeed(db, names, cache)
  await feed.start()
  await feed.loaded()
  return feed
}

async function save(file: string): Promise<void> {
  const { feed } = await openReader(file)
  await feed.save()
  expect(await opened(file)).toBe('restored')
}

/** Whether a new connection takes its columns from their file, and whether it answers as one that builds them. */
async function opened(file: string) {
  const { feed, isRestored } = await openReader(file)
  expect(listsOf(feed)).toEqual(listsOf(await builtAnew(file)))
  return isRestored ? 'restored' : 'built'
}

const FILTERS: readonly Partial<ItemFilter>[] = [
  {},
  { distinctStory: true },
  { category: { include: ['science'], exclude: [] } },
  { category: { include: [], exclude: ['science'] }, distinctStory: true },
  ...SOURCES.map((source) => ({ source: { include: [source], exclude: [] } })),
  { from: NOW - 48 * HOUR_MS, until: NOW - 24 * HOUR_MS, distinctStory: true },
  { seenFrom: NOW - 1, minScore: 25 },
  { minPoints: 1, minMinutes: 1, maxMinutes: 2 },
]

/** Whole lists of all orders. */
function listsOf(feed: ChangeFeed) {
  const selector = new Selector(feed.columns())
  return FILTERS.flatMap((changes) =>
    ORDERS.map((order) =>
      selector.select({ ...EVERYTHING, ...changes }, order, { limit: 500, offset: 0, after: undefined }),
    ),
  )
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ 0x40, at)
  return copy
}
