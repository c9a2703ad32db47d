import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aSource } from '../../../test/a-source.ts'
import { aDraft, aFirstVisit, NOW } from '../../../test/store/drafts.ts'
import { newFolder } from '../../../test/store/kept.ts'
import { HOUR_MS } from '../../model/time.ts'
import { checkColumns } from './check-columns.ts'
import { openSqliteReadStore, openSqliteStore } from './open.ts'

const OPTIONS = { now: () => NOW, minItemsOfFile: 1 }

it('a file of columns is right as it was written, and outdated after another half-life, but not wrong', async () => {
  const file = join(newFolder(), 'digest.db')
  const store = await openSqliteStore(file, OPTIONS)
  await store.syncSources([aSource('paper')], NOW)
  await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one'), 2: aDraft('two') }))
  const reader = await openSqliteReadStore(file, OPTIONS)
  await reader.saveColumns()
  await reader.close()

  const written = await checkColumns(file)
  await store.keepHalfLife(3 * HOUR_MS)

  expect([written.kind, (await checkColumns(file)).kind]).toEqual(['right', 'outdated'])
  await store.close()
})
