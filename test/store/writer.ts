// Run as a process of its own: `writer.ts FILE SOURCE VISITS` saves so many visits, in groups, without end where it is 0,
// and tells each one that was acknowledged: its item ids, or the name and the cause of the failure that ended it.

import { writeSync } from 'node:fs'
import { DigestError } from '../../src/model/errors.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { aSource } from '../a-source.ts'
import { NOW, aDraft, aFirstVisit } from './drafts.ts'

const PER_VISIT = 5
/** Visits saved together: each is whole all the same. */
const PER_GROUP = 3

const [, , file = '', source = '', visits = '0'] = process.argv
const store = await openSqliteStore(file, { now: () => NOW })
await store.syncSources([aSource('paper'), aSource('hn')], NOW)
for (let done = 0; done < (Number(visits) || Infinity); done += PER_GROUP) {
  // At once, not through a stream's buffer: what is told must have been saved, and what was saved be told.
  try {
    const saved = await store.together(async () => [await saveOne(), await saveOne(), await saveOne()])
    for (const ids of saved) writeSync(1, `${ids.join(' ')}\n`)
  } catch (error) {
    if (!(error instanceof DigestError)) throw error
    writeSync(1, `${error.code}: ${error.message}\n`)
    break
  }
}

async function saveOne(): Promise<number[]> {
  const first = await store.reserveIds('item', PER_VISIT)
  const ids = Array.from({ length: PER_VISIT }, (_, index) => first + index)
  const articles = Object.fromEntries(ids.map((id) => [id, aDraft(String(id))]))
  const record = aFirstVisit(source, articles, { documentHash: `document-${first}`, at: NOW + first })
  await store.saveVisit(record)
  return ids
}
