import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { keyHash } from './hashes.ts'
import { migrate, readMigrations, schemaVersion } from './migrations.ts'

const FIRST = { version: 1, sql: 'CREATE TABLE one (id INTEGER)' }
const SECOND = { version: 2, sql: 'ALTER TABLE one ADD COLUMN name TEXT' }

describe('migrations', () => {
  it('are numbered from 1, each by a number of its own', () => {
    const versions = readMigrations().map(({ version }) => version)

    expect(versions[0]).toBe(1)
    expect(new Set(versions).size).toBe(versions.length)
  })

  it('bring a database from any version to the newest, each step once', () => {
    const db = new Database(':memory:')
    migrate(db, [FIRST])
    db.exec('INSERT INTO one VALUES (7)')

    migrate(db, [FIRST, SECOND])
    migrate(db, [FIRST, SECOND])

    expect(schemaVersion(db)).toBe(2)
    expect(db.prepare('SELECT id, name FROM one').all()).toEqual([{ id: 7, name: null }])
  })

  it('that fail leave the database as it was', () => {
    const db = new Database(':memory:')
    migrate(db, [FIRST])

    const failing = () => migrate(db, [FIRST, SECOND, { version: 3, sql: 'CREATE TABLE one (x)' }])

    expect(failing).toThrow('already exists')
    expect(schemaVersion(db)).toBe(1)
    expect(db.pragma('table_info(one)')).toHaveLength(1)
  })

  it('find the stored articles that share their page with others', () => {
    const db = new Database(':memory:')
    const all = readMigrations()
    migrate(
      db,
      all.filter(({ version }) => version < 8),
    )
    const page = 'https://paper.example/changes'
    const insert =
      db.prepare(`INSERT INTO items (id, published_at, hot, score, facet_id, story_id, source_id, first_seen_at,
        word_count, reading_minutes, weight, coverage, engagement, content_hash, publisher, url, title, title_key, summary)
      VALUES (?, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 0, '', '', ?, '', '', '')`)
    for (const [id, url] of [`${page}#v1`, `http://www.paper.example/changes/#v2`, page].entries())
      insert.run(id, url)
    db.prepare('INSERT INTO addresses VALUES (?, 2)').run(keyHash(page))

    migrate(db, all)

    const shared = db.prepare('SELECT key_hash, item_id FROM shared_addresses ORDER BY item_id').all()
    expect(shared).toEqual([0, 1].map((item_id) => ({ key_hash: keyHash(page), item_id })))
  })
})
