import { Database } from './driver.ts'
import { describe, expect, it } from 'vitest'
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
})
