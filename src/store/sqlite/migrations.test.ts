import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../model/time.ts'
import { keyHash } from '../rows/hashes.ts'
import { Database } from './driver.ts'
import { migrate, readMigrations, schemaVersion } from './migrations.ts'

const FIRST = { version: 1, sql: 'CREATE TABLE one (id INTEGER)' }
const SECOND = { version: 2, sql: 'ALTER TABLE one ADD COLUMN name TEXT' }

describe('migrations', () => {
  it('are numbered from 1 without a gap', () => {
    const versions = readMigrations().map(({ version }) => version)

    expect(versions).toEqual(versions.map((_, index) => index + 1))
    expect(versions.length).toBeGreaterThan(0)
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
      all.filter(({ version }) => version < 9),
    )
    const page = 'https://paper.example/changes'
    const insert =
      db.prepare(`INSERT INTO items (id, published_at, hot, score, facet_id, story_id, source_id, first_seen_at,
        word_count, reading_minutes, weight, coverage, engagement, content_hash, publisher, url, title, title_key, summary)
      VALUES (?, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 0, '', '', ?, '', '', '')`)
    for (const [id, url] of [`${page}#v1`, `http://www.paper.example/changes/#v2`, page].entries())
      insert.run(id, url)
    db.prepare('INSERT INTO addresses VALUES (?, 2)').run(Buffer.from(keyHash(page), 'hex'))

    migrate(db, all)

    const shared = db.prepare('SELECT key_hash, item_id FROM shared_addresses ORDER BY item_id').all()
    expect(shared).toEqual(
      [0, 1].map((item_id) => ({ key_hash: Buffer.from(keyHash(page), 'hex'), item_id })),
    )
  })

  it('split the hash of a document from that of the rules', () => {
    const db = new Database(':memory:')
    const migrations = readMigrations()
    migrate(db, migrations.slice(0, 15))
    const insert =
      db.prepare(`INSERT INTO sources (slug, configured, position, name, type, url, category, region, language,
      weight, enabled, every_ms, interval_ms, document_hash) VALUES (?, 1, 0, '', 'feed', '', '', NULL, NULL, 1, 1, 1, 1, ?)`)
    const hashes = ['d0c~4a5b', 'd0c-page-12ab~4a5b', '~4a5b', 'd0c', '', null]
    for (const [index, hash] of hashes.entries()) insert.run(`source-${index}`, hash)

    migrate(db, migrations.slice(0, 16))

    expect(db.prepare('SELECT document_hash, rules_hash FROM sources ORDER BY id').raw().all()).toEqual([
      ['d0c', '4a5b'],
      ['d0c-page-12ab', '4a5b'],
      ['', '4a5b'],
      ['d0c', null],
      ['', null],
      [null, null],
    ])
  })

  it('rank what came without a time at a source’s first visit 30 days earlier', () => {
    const db = new Database(':memory:')
    const migrations = readMigrations()
    migrate(db, migrations.slice(0, 6))
    const insert = db.prepare(`INSERT INTO items (id, published_at, hot, score, facet_id, story_id, source_id,
      first_seen_at, word_count, reading_minutes, weight, coverage, engagement, content_hash, publisher, url, title,
      title_key, summary) VALUES (?, ?, 0, 20, 1, 1, ?, ?, 1, 1, 1, 1, 0, '', '', '', '', '', '')`)
    const rows = [
      { id: 1, publishedAt: 5_000, source: 1, seenAt: 5_000 },
      { id: 2, publishedAt: 4_000, source: 1, seenAt: 5_000 },
      { id: 3, publishedAt: 9_000, source: 1, seenAt: 9_000 },
      { id: 4, publishedAt: 9_000, source: 2, seenAt: 9_000 },
    ]
    for (const { id, publishedAt, source, seenAt } of rows) insert.run(id, publishedAt, source, seenAt)

    migrate(db, migrations.slice(0, 7))

    const ranks = db.prepare('SELECT ranked_at FROM items ORDER BY id').pluck().all()
    expect(ranks).toEqual([5_000 - 30 * DAY_MS, null, null, 9_000 - 30 * DAY_MS])
  })
})
