import { expect, it } from 'vitest'
import { changesBehind, keepIndexFile } from '../../src/search/index-file.ts'
import { openSearch } from '../../src/search/search.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import { aSource } from '../a-source.ts'
import { aDraft, aFirstVisit } from '../store/drafts.ts'
import { newSqliteFixture } from '../store/sqlite-fixture.ts'

const HOUR_MS = 3_600_000
/** More than searches wait for. */
const MANY = 3_001

function draftsFrom(first: number, count: number): Record<number, ReturnType<typeof aDraft>> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [first + at, aDraft(`n${first + at}`)]))
}

it('a search index whose file has long missed many changes is far behind, and one that was just written is not', async () => {
  const { file } = await newSqliteFixture()
  const now = Date.now()
  const writer = await openSqliteStore(file, { now: () => now })
  await writer.syncSources([aSource('first'), aSource('second')], now)
  await writer.saveVisit(aFirstVisit('first', draftsFrom(1, 5)))
  await keepIndexFile(writer.searchSource)
  await writer.saveVisit(aFirstVisit('second', draftsFrom(10, MANY)))
  await writer.close()

  const store = await openSqliteReadStore(file, { now: () => now })
  const later = Date.now() + 2 * HOUR_MS

  expect(await changesBehind(store.searchSource, later)).toBe(MANY)
  expect(await changesBehind(store.searchSource, Date.now())).toBeUndefined()
  const reader = openSearch(store.searchSource, { maxSynchronous: 0 })
  while ((await reader.state()).status !== 'ready') await new Promise(setImmediate)
  expect(await reader.state()).toEqual({ status: 'ready', progress: 1, behind: MANY })
  await reader.close()
  await store.close()
})
