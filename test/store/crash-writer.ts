// Run as a process of its own: saves visits until it is killed, and tells each one that was acknowledged.
import { writeSync } from 'node:fs'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { NOW, aDraft, aFirstVisit, aSource } from './drafts.ts'

const PER_VISIT = 5

const [, , file = ''] = process.argv
const store = await openSqliteStore(file, { now: () => NOW })
await store.syncSources([aSource('paper')], NOW)
for (;;) {
  const first = await store.reserveIds('item', PER_VISIT)
  const ids = Array.from({ length: PER_VISIT }, (_, index) => first + index)
  const articles = Object.fromEntries(ids.map((id) => [id, aDraft(String(id))]))
  await store.saveVisit(
    aFirstVisit('paper', articles, { documentHash: `document-${first}`, at: NOW + first }),
  )
  // At once, not through a stream's buffer: what is told must have been saved, and what was saved be told.
  writeSync(1, `${ids.join(' ')}\n`)
}
