import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../src/model/filter.ts'
import { INITIAL_LOCATION, type SourceLocation } from '../../src/model/source.ts'
import { lockForCollecting } from '../../src/store/sqlite/collector-lock.ts'
import { APPLICATION_ID } from '../../src/store/sqlite/create-file.ts'
import { Database } from '../../src/store/sqlite/driver.ts'
import { migrate, readMigrations, schemaVersion } from '../../src/store/sqlite/migrations.ts'
import { asOpenFailure } from '../../src/store/sqlite/open-file.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import { aSource } from '../a-source.ts'
import { FIRST_PAGE, NOW, aDraft, aFirstVisit } from './drafts.ts'
import { newFolder } from './kept.ts'

const OPTIONS = { now: () => NOW }

describe('a file that is not our database', () => {
  const FOREIGN: Readonly<Record<string, (file: string) => void>> = {
    'a text': (file) => writeFileSync(file, 'sources:\n  - { id: one }\n'.repeat(50)),
    'a few bytes': (file) => writeFileSync(file, 'x'),
    'another program’s database': (file) => withDatabase(file, 'CREATE TABLE notes (text TEXT)'),
    'a marked database of another program': (file) =>
      withDatabase(file, 'CREATE TABLE notes (text TEXT); PRAGMA application_id = 1234'),
    'another program’s database in WAL mode': (file) =>
      withDatabase(file, 'PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT)'),
  }
  for (const [name, make] of Object.entries(FOREIGN)) {
    it(`is refused and left as it is: ${name}`, async () => {
      const folder = newFolder()
      const file = join(folder, 'data.db')
      make(file)
      const before = fingerprint(folder)

      await expect(openSqliteStore(file, OPTIONS)).rejects.toMatchObject({ code: 'storeForeign' })
      await expect(openSqliteReadStore(file, OPTIONS)).rejects.toMatchObject({ code: 'storeForeign' })

      expect(fingerprint(folder)).toEqual(before)
    })
  }

  it('is refused in words that name the file', async () => {
    const file = join(newFolder(), 'data.db')
    writeFileSync(file, 'text')

    await expect(openSqliteStore(file, OPTIONS)).rejects.toThrow(file)
  })

  it('that is newer than we know is refused and left as it is', async () => {
    const folder = newFolder()
    const file = join(folder, 'data.db')
    await (await openSqliteStore(file, OPTIONS)).close()
    withDatabase(file, 'PRAGMA user_version = 900; PRAGMA wal_checkpoint(TRUNCATE)')
    const before = fingerprint(folder)

    await expect(openSqliteStore(file, OPTIONS)).rejects.toMatchObject({
      code: 'storeNewer',
      message: expect.stringContaining('schema 900'),
    })
    await expect(openSqliteReadStore(file, OPTIONS)).rejects.toMatchObject({ code: 'storeNewer' })

    expect(fingerprint(folder)).toEqual(before)
  })
})

describe('a file that cannot be opened', () => {
  it('is told by name: a folder, a place below a file', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'data.db'))
    writeFileSync(join(folder, 'file'), 'x')

    const attempts = [
      openSqliteStore(join(folder, 'data.db'), OPTIONS),
      openSqliteStore(join(folder, 'file', 'data.db'), OPTIONS),
      openSqliteReadStore(join(folder, 'data.db'), OPTIONS),
    ]

    for (const attempt of attempts) {
      await expect(attempt).rejects.toMatchObject({
        code: 'storeForbidden',
        message: expect.stringContaining(folder),
      })
    }
    expect(readdirSync(folder).sort((a, b) => (a < b ? -1 : 1))).toEqual(['data.db', 'file'])
  })

  it('because nobody made it is told by name', async () => {
    const file = join(newFolder(), 'absent.db')

    const attempt = openSqliteReadStore(file, OPTIONS)

    await expect(attempt).rejects.toMatchObject({
      code: 'storeFailed',
      message: expect.stringContaining(file),
    })
  })

  it('for want of permission is told apart from a damaged one', () => {
    const refusals = ['SQLITE_CANTOPEN', 'SQLITE_READONLY_DIRECTORY', 'EROFS'].map((code) =>
      asOpenFailure('/data/digest.db', Object.assign(new Error('no'), { code })),
    )
    const other = asOpenFailure('/data/digest.db', Object.assign(new Error('no'), { code: 'EIO' }))

    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'storeForbidden' })
    expect(other).toMatchObject({ code: 'storeFailed' })
  })

  it('because it is damaged fails by name, not by what the driver throws', async () => {
    const file = join(newFolder(), 'data.db')
    const store = await openSqliteStore(file, OPTIONS)
    await store.syncSources([aSource('paper')], NOW)
    await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
    await store.close()
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0xff, 4096))

    const attempts = [openSqliteStore(file, OPTIONS), openSqliteReadStore(file, OPTIONS)]

    for (const attempt of attempts) {
      await expect(attempt).rejects.toMatchObject({
        code: 'storeFailed',
        message: expect.stringContaining(file),
        cause: expect.any(Error),
      })
    }
  })
})

it.each(['items SET tags', 'items SET enclosures', 'sources SET location'])(
  'a row whose JSON is damaged hides no others: %s',
  async (column) => {
    const file = join(newFolder(), 'data.db')
    const store = await openSqliteStore(file, OPTIONS)
    await store.syncSources([aSource('paper'), aSource('radio')], NOW)
    const location = { ...INITIAL_LOCATION, movedTo: 'https://moved.example/feed' }
    await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }, { location }))
    await store.saveVisit(aFirstVisit('radio', { 2: aDraft('two') }, { location }))
    await store.close()
    withDatabase(file, `UPDATE ${column} = '["a' WHERE id = 1`)

    const again = await openSqliteStore(file, OPTIONS)
    const items = await again.findItems([1, 2])
    const json = await again.findItemJson([1, 2])
    const documents = await again.searchSource.findDocuments([1, 2])
    const states = await again.listSourceStates()
    await again.close()

    expect(items.map(({ source }) => source)).toEqual(['paper', 'radio'])
    expect(json.map((encoded) => JSON.parse(String(encoded.json)) as unknown)).toHaveLength(2)
    expect(documents).toHaveLength(2)
    expect(states.at(-1)?.location).toEqual(location)
  },
)

describe('a damaged store', () => {
  const DAMAGE: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
    'that was cut': (bytes) => bytes.subarray(0, 3 * 8_192),
    'that was cut within its head': (bytes) => bytes.subarray(0, 60),
    'with other bytes in its first pages': (bytes) => bytes.fill(0x5a, 100, 3 * 8_192),
    'that is a text': () => Buffer.from('sources: []\n'.repeat(40)),
    'of a newer version': (bytes) => {
      bytes.writeUInt32BE(900, 60)
      return bytes
    },
  }
  for (const [name, change] of Object.entries(DAMAGE)) {
    it(`${name} is refused in words that name the file and the way out, and is left as it is`, async () => {
      const file = join(newFolder(), 'data.db')
      const store = await openSqliteStore(file, OPTIONS)
      await store.syncSources([aSource('paper')], NOW)
      await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
      await store.close()
      writeFileSync(file, change(readFileSync(file)))
      const before = readFileSync(file)

      for (const open of [openSqliteStore, openSqliteReadStore]) {
        const failure: unknown = await open(file, OPTIONS).catch((cause: unknown) => cause)

        expect(failure).toMatchObject({
          code: expect.stringMatching(/^store(?:Failed|Foreign|Newer)$/),
          message: expect.stringMatching(/data\.db .*content-digest restore/),
        })
      }
      expect(readFileSync(file)).toEqual(before)
    })
  }
})

describe('a new file', () => {
  it('is made with its folder, and nothing else is left beside it', async () => {
    const folder = newFolder()

    const store = await openSqliteStore(join(folder, 'deep', 'down', 'data.db'), OPTIONS)
    await store.close()

    expect(readdirSync(join(folder, 'deep', 'down'))).toEqual(['data.db'])
  })

  it('takes the place of an empty one', async () => {
    const file = join(newFolder(), 'data.db')
    writeFileSync(file, '')

    const store = await openSqliteStore(file, OPTIONS)

    expect((await store.select(EVERYTHING, 'newest', FIRST_PAGE)).total).toBe(0)
    await store.close()
  })

  it('is one store, though two open it at once', async () => {
    const file = join(newFolder(), 'data.db')

    const [one, two] = await Promise.all([openSqliteStore(file, OPTIONS), openSqliteStore(file, OPTIONS)])
    await one.syncSources([aSource('paper')], NOW)

    expect((await two.listSources(NOW)).map(({ id }) => id)).toEqual(['paper'])
    await one.close()
    await two.close()
  })

  it('has an id of its own, made once', async () => {
    const files = [join(newFolder(), 'data.db'), join(newFolder(), 'data.db')]
    const idOf = async (file: string) => {
      const store = await openSqliteStore(file, OPTIONS)
      const id = await store.storeId()
      await store.close()
      return id
    }

    const [one = '', other] = await Promise.all(files.map(idOf))

    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(other).not.toBe(one)
    expect(await idOf(files[0] ?? '')).toBe(one)
  })

  it('bears our mark, the version of its schema and a write-ahead log', async () => {
    const file = join(newFolder(), 'data.db')
    await (await openSqliteStore(file, OPTIONS)).close()

    const db = new Database(file, { readonly: true })
    const pragma = (name: string) => db.pragma(name, { simple: true })

    expect([pragma('application_id'), pragma('user_version'), pragma('journal_mode')]).toEqual([
      0x44694765,
      readMigrations().at(-1)?.version,
      'wal',
    ])
    db.close()
  })
})

describe('a store of an earlier version', () => {
  it('keeps what it knew of the locations of sources', () => {
    const db = new Database(':memory:')
    const migrations = readMigrations()
    const pollingHints = { ttlMs: 60_000, quietHours: [3, 4], quietDays: [] }
    migrate(
      db,
      migrations.filter(({ version }) => version < 17),
    )
    db.prepare(
      `INSERT INTO sources (slug, name, type, url, category, weight, location,
        configured, position, enabled, every_ms, interval_ms)
      VALUES ('paper', 'Paper', 'feed', 'https://paper.example/feed', 'world', 1, ?, 1, 0, 1, 60000, 60000)`,
    ).run(JSON.stringify({ keptUrl: 'https://new.example/feed', movingVisits: 0, pollingHints }))

    migrate(db, migrations)

    const location = JSON.parse(
      String(db.prepare('SELECT location FROM sources').pluck().get()),
    ) as SourceLocation
    expect({ ...INITIAL_LOCATION, ...location }).toEqual({
      ...INITIAL_LOCATION,
      movedTo: 'https://new.example/feed',
      pollingHints: { ttlMs: 60_000, skipHours: [3, 4], skipDays: [] },
    })
    db.close()
  })

  it('is not migrated while another process collects into it', async () => {
    const file = join(newFolder(), 'data.db')
    const older = readMigrations().slice(0, -1)
    withDatabase(file, `PRAGMA application_id = ${APPLICATION_ID}`)
    const db = new Database(file)
    migrate(db, older)
    db.close()
    const other = new Database(`${file}-collector`)
    other.exec('BEGIN EXCLUSIVE')

    await expect(openSqliteStore(file, OPTIONS)).rejects.toMatchObject({
      code: 'storeInUse',
      message: expect.stringContaining('a service of an older version collects into'),
    })
    const left = new Database(file)
    expect(schemaVersion(left)).toBe(older.length)
    left.close()

    other.close()
    const own = lockForCollecting(file)
    await (await openSqliteStore(file, OPTIONS)).close()
    own.release()
  })
})

describe('a store that is closed', () => {
  it('is whole in its file alone, though another connection has it open', async () => {
    const file = join(newFolder(), 'data.db')
    const store = await openSqliteStore(file, OPTIONS)
    await store.syncSources([aSource('paper')], NOW)
    await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
    const reader = await openSqliteReadStore(file, OPTIONS)
    expect((await reader.select(EVERYTHING, 'newest', FIRST_PAGE)).total).toBe(1)

    await store.close()

    const copy = join(newFolder(), 'data.db')
    copyFileSync(file, copy)
    const again = await openSqliteReadStore(copy, OPTIONS)
    expect((await again.select(EVERYTHING, 'newest', FIRST_PAGE)).total).toBe(1)
    for (const connection of [reader, again]) await connection.close()
  })

  it('closes though another connection is in the midst of reading, and loses nothing', async () => {
    const file = join(newFolder(), 'data.db')
    const store = await openSqliteStore(file, OPTIONS)
    await store.syncSources([aSource('paper')], NOW)
    const other = new Database(file, { readonly: true })
    other.exec('BEGIN; SELECT count(*) FROM items')
    await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))

    await store.close()

    other.close()
    const again = await openSqliteStore(file, OPTIONS)
    expect((await again.select(EVERYTHING, 'newest', FIRST_PAGE)).total).toBe(1)
    await again.close()
  })
})

describe('a lock', () => {
  it('of another process that does not end fails by name, and saves nothing', async () => {
    const file = join(newFolder(), 'data.db')
    const store = await openSqliteStore(file, { ...OPTIONS, busyTimeoutMs: 20 })
    await store.syncSources([aSource('paper')], NOW)
    const other = new Database(file)
    other.exec('BEGIN IMMEDIATE')

    const saving = store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))

    await expect(saving).rejects.toMatchObject({ code: 'storeFailed', cause: { code: 'SQLITE_BUSY' } })
    other.exec('ROLLBACK')
    other.close()
    await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
    expect((await store.select(EVERYTHING, 'newest', FIRST_PAGE)).total).toBe(1)
    await store.close()
  })

  it('never keeps readers waiting', async () => {
    const file = join(newFolder(), 'data.db')
    const store = await openSqliteStore(file, OPTIONS)
    const reader = await openSqliteReadStore(file, OPTIONS)
    const other = new Database(file)
    other.exec('BEGIN IMMEDIATE')

    const page = await reader.select(EVERYTHING, 'newest', FIRST_PAGE)

    expect(page.total).toBe(0)
    for (const connection of [reader, store]) await connection.close()
    other.close()
  })
})

function withDatabase(file: string, sql: string): void {
  const db = new Database(file)
  db.exec(sql)
  db.close()
}

/** Names and contents of all files of a folder. */
function fingerprint(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )
}
