import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { aSource } from '../../../test/a-source.ts'
import { aDraft, anInsert, aVisit, NOW } from '../../../test/store/drafts.ts'
import { newFolder } from '../../../test/store/kept.ts'
import { StoreNames } from '../rows/store-names.ts'
import { SqliteDatabase } from '../sqlite/database.ts'
import { translated } from '../sqlite/dialect.ts'
import { openForReading } from '../sqlite/open-file.ts'
import { openSqliteStore } from '../sqlite/open.ts'
import { ChangeFeed } from './change-feed.ts'
import { COLUMN_SQL } from './column-reads.ts'

it('a change that could not be read is read the next time', async () => {
  const file = join(newFolder(), 'digest.db')
  const store = await openSqliteStore(file, { now: () => NOW })
  onTestFinished(() => store.close())
  await store.syncSources([aSource('paper')], NOW)
  await store.saveVisit(aVisit('paper', { inserts: [anInsert(1, 1, aDraft('a1'))] }))
  const driver = openForReading(file)
  onTestFinished(() => void driver.close())
  const rows = failing(driver, translated(COLUMN_SQL.rows).text)
  const db = new SqliteDatabase(driver)
  const feed = new ChangeFeed(db, new StoreNames(db))
  await feed.start()
  const taken: number[] = []
  feed.subscribe({ take: (edited) => taken.push(...edited), startAnew: () => undefined })
  expect((await feed.loaded()).size).toBe(1)
  const { seq } = feed.version()
  await store.saveVisit(aVisit('paper', { inserts: [anInsert(2, 2, aDraft('a2'))] }))

  rows.isFailing = true
  await expect(feed.refresh()).rejects.toThrow('disk I/O error')
  const after = feed.version().seq
  rows.isFailing = false
  await feed.refresh()

  expect(after).toBe(seq)
  expect(feed.columns().size).toBe(2)
  expect(taken).toContain(2)
})

/** Makes one statement of a connection fail, like a disk error. */
function failing(db: Database, sql: string): { isFailing: boolean } {
  const state = { isFailing: false }
  const prepare = db.prepare.bind(db)
  db.prepare = ((text: string) => {
    const statement = prepare(text)
    if (text !== sql) return statement
    const all = statement.all.bind(statement)
    statement.all = (...values: unknown[]) => {
      if (state.isFailing) throw new Error('disk I/O error')
      return all(...values)
    }
    return statement
  }) as typeof db.prepare
  return state
}
