import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Database } from '../../src/store/sqlite/driver.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { aSource } from '../a-source.ts'
import { aDraft, aFirstVisit, NOW } from './drafts.ts'
import { newFolder } from './kept.ts'

const OPTIONS = { now: () => NOW }

/** The disk has no room for the next commit, and has it again when the log was moved into the store. */
function fillOnce(): void {
  const exec = Reflect.get(Database.prototype, 'exec')
  let isFull = true
  const spy = vi.spyOn(Database.prototype, 'exec').mockImplementation(function (this: Database, sql) {
    if (sql !== 'COMMIT' || !isFull) return exec.call(this, sql)
    isFull = false
    throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
  })
  onTestFinished(() => spy.mockRestore())
}

it.each([
  [
    'the settings of a source',
    (store: Store) => store.syncSources([aSource('paper', { category: 'new' })], NOW),
  ],
  [
    'a rule',
    (store: Store) =>
      store.saveCorrections({ at: NOW, deletes: [], corrections: [{ itemId: 1, category: 'new' }] }),
  ],
])('a category that %s names is there if its first attempt found a full disk', async (_, file) => {
  const path = join(newFolder(), 'digest.db')
  const store = await openSqliteStore(path, OPTIONS)
  await store.syncSources([aSource('paper')], NOW)
  await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
  fillOnce()

  await file(store)

  await store.close()
  const reader = await openSqliteReadStore(path, OPTIONS)
  expect((await reader.findItems([1])).map(({ category }) => category)).toEqual(['new'])
  await reader.close()
})
