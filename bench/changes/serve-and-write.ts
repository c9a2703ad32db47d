// `serve-and-write.ts STORE ITEMS_A_SECOND` serves a store and saves new items into it at a steady rate from the first
// request for `/api/health` on, in one process, as a service does that collects.

import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { createServer } from '../../src/api/server.ts'
import { SECOND_MS } from '../../src/model/time.ts'
import { openSearch } from '../../src/search/search.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { Inventor } from '../million/inventor.ts'
import { inventSources } from '../million/sources.ts'

const [file = '', perSecond = '100'] = process.argv.slice(2)
const MOST = 100_000
const TOGETHER_MS = 50
/** Differs from the seed of the collection, so that the items are new. */
const SEED = 98

const store = await openSqliteStore(file, { now: Date.now })
const app = createServer({
  store,
  search: openSearch(store.searchSource),
  page: undefined,
  now: Date.now,
  startedAt: Date.now(),
  config: { corsOrigins: ['*'], apiKeys: [] },
  logger: pino({ level: 'error' }),
})
const begun = new Promise<void>((begin) => {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url === '/api/health') begin()
    done()
  })
})
const base = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${base}\n`)
await begun

const inventor = new Inventor(
  inventSources(),
  { itemId: await store.reserveIds('item', MOST), storyId: await store.reserveIds('story', MOST) },
  SEED,
)
const started = performance.now()
for (let saved = 0; ;) {
  const due = Math.floor((Number(perSecond) * (performance.now() - started)) / SECOND_MS)
  while (saved < due) {
    const visit = inventor.visit(Date.now(), due - saved)
    await store.saveVisit(visit)
    saved += visit.inserts.length
  }
  await sleep(TOGETHER_MS)
}
