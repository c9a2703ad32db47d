import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '../../src/config/load.ts'
import { HOUR_MS, type EpochMs } from '../../src/model/time.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { Inventor } from './inventor.ts'
import { publishingTimes } from './publishing-times.ts'
import { inventSources, settingsOf } from './sources.ts'

/** A made collection, ready to be served. */
export interface MadeCollection {
  readonly items: number
  /** The newest items end here. An old collection should be made anew. */
  readonly endAt: EpochMs
  readonly config: string
  readonly data: string
}

const SEED = 2_026
const VISITS_TOGETHER = 250
const DESCRIPTION = 'collection.json'

/**
 * Gives the collection of a folder, and makes it if there is none: items of the last 400 days, saved visit by visit
 * through the store's own writer. Collections of the same size are the same except for their end time.
 */
export async function collectionIn(
  folder: string,
  items: number,
  log: (line: string) => void,
): Promise<MadeCollection> {
  if (!existsSync(join(folder, DESCRIPTION))) await make(folder, items, log)
  const made = JSON.parse(readFileSync(join(folder, DESCRIPTION), 'utf8')) as { items: number; endAt: number }
  if (made.items !== items)
    throw new Error(`${folder} has ${made.items} items, not ${items}: remove it or name another --folder`)
  return { ...made, config: join(folder, 'digest.yaml'), data: join(folder, 'data') }
}

async function make(folder: string, items: number, log: (line: string) => void): Promise<void> {
  const draft = `${folder}.unfinished`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(join(draft, 'data'), { recursive: true })
  const sources = inventSources()
  const config = join(draft, 'digest.yaml')
  writeFileSync(config, settingsOf(sources))
  const endAt = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const started = performance.now()
  const store = await openSqliteStore(join(draft, 'data/digest.db'), { now: () => endAt })
  try {
    await store.syncSources(loadConfig({ flags: { config }, env: {} }).sources, endAt)
    const itemId = await store.reserveIds('item', items)
    const storyId = await store.reserveIds('story', items)
    await saveVisits(store, new Inventor(sources, { itemId, storyId }, SEED), { items, endAt }, log)
  } finally {
    await store.close()
  }
  writeFileSync(join(draft, DESCRIPTION), `${JSON.stringify({ items, endAt, seed: SEED })}\n`)
  rmSync(folder, { recursive: true, force: true })
  renameSync(draft, folder)
  log(`${items} items made in ${Math.round((performance.now() - started) / 1_000)} s`)
}

async function saveVisits(
  store: Store,
  inventor: Inventor,
  { items, endAt }: { readonly items: number; readonly endAt: EpochMs },
  log: (line: string) => void,
): Promise<void> {
  const timeOf = publishingTimes(endAt)
  let reported = 0
  for (let saved = 0; saved < items;) {
    const before = saved
    saved += await store.together(async () => {
      let added = 0
      for (let visit = 0; visit < VISITS_TOGETHER && before + added < items; visit += 1) {
        const record = inventor.visit(timeOf((before + added) / items), items - before - added)
        await store.saveVisit(record)
        added += record.inserts.length
      }
      return added
    })
    if (saved < reported + items / 10) continue
    reported = saved
    log(`${saved} of ${items} items saved`)
  }
}
