// `write-items.ts STORE ITEMS_A_SECOND SECONDS` saves new items at a steady rate into a store that another process
// serves. Prints a `Written` as JSON.

import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../../src/model/time.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { cpuSecondsSince } from '../harness/cpu.ts'
import { Inventor } from './inventor.ts'
import { inventSources } from './sources.ts'
import type { Written } from './written.ts'

const [, , file = '', perSecond = '300', seconds = '10'] = process.argv
const items = Number(perSecond) * Number(seconds)
/** Differs from the seed of the collection, so that the items are new. */
const SEED = 99
const TOGETHER_MS = 50

const store = await openSqliteStore(file, { now: Date.now })
const itemId = await store.reserveIds('item', items)
const storyId = await store.reserveIds('story', items)
const inventor = new Inventor(inventSources(), { itemId, storyId }, SEED)
const before = process.cpuUsage()
const started = performance.now()
let saved = 0
let latestMs = 0
while (saved < items) {
  const due = Math.min(items, Math.floor((Number(perSecond) * (performance.now() - started)) / SECOND_MS))
  if (due > saved) {
    latestMs = Math.max(latestMs, ((due - saved) / Number(perSecond)) * SECOND_MS)
    saved += await store.together(() => save(due - saved))
  }
  await sleep(TOGETHER_MS)
}
const written: Written = {
  items: saved,
  seconds: (performance.now() - started) / SECOND_MS,
  latestMs,
  cpuSeconds: cpuSecondsSince(before),
}
await store.close()
process.stdout.write(`${JSON.stringify(written)}\n`)

async function save(most: number): Promise<number> {
  let added = 0
  while (added < most) {
    const visit = inventor.visit(Date.now(), most - added)
    await store.saveVisit(visit)
    added += visit.inserts.length
  }
  return added
}
