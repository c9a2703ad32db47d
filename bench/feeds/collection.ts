import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { BenchContext } from '../harness/benchmark.ts'
import { runMeasured, service, startServed, type Served } from '../harness/child.ts'
import { startFeedFarm } from './feed-farm.ts'

/** A collection that `collect` made, ready to be served. */
export interface Collection {
  readonly config: string
  readonly data: string
}

const FEEDS = 1_000

/**
 * Gives a collection of about `items` items over 30 days that the service itself collected. It is made once and kept in
 * the cache; `npm run bench -- --fresh` makes it anew. Each run gets its own copy.
 */
export async function collectionOf(
  items: number,
  { cache, scratch, log }: BenchContext,
): Promise<Collection> {
  const kept = join(cache, `collection-${items}`)
  if (!existsSync(kept)) await make(items, kept, log)
  const folder = join(scratch, 'collection')
  cpSync(kept, folder, { recursive: true })
  return { config: join(folder, 'digest.yaml'), data: join(folder, 'data') }
}

/** Serves a collection without visiting any source. */
export function serveCollection({ config, data }: Collection): Promise<Served> {
  const settings = ['--port', '0', '--config', config, '--data', data, '--log-level', 'warn']
  return startServed(service('serve', '--no-collect', ...settings))
}

/**
 * Serves a collection until its search index is saved beside the store, so that the benchmark does not measure how the
 * index is built.
 *
 * @throws Error if there is no index after ten minutes
 */
export async function buildSearchIndex(collection: Collection): Promise<void> {
  const file = join(collection.data, 'digest.db-search')
  const served = await serveCollection(collection)
  try {
    for (let seconds = 0; !existsSync(file); seconds += 1) {
      if (seconds > 600) throw new Error(`no search index at ${file}`)
      await setTimeout(1_000)
    }
  } finally {
    await served.stop()
  }
}

async function make(items: number, kept: string, log: BenchContext['log']): Promise<void> {
  log(`collecting ${items} items once; later runs reuse ${kept}`)
  const unfinished = `${kept}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const farm = await startFeedFarm(FEEDS, items / FEEDS)
  try {
    const config = farm.writeSettings(unfinished)
    await runMeasured(
      service('collect', '--all', '--json', '--config', config, '--data', join(unfinished, 'data')),
    )
    renameSync(unfinished, kept)
  } finally {
    await farm.stop()
  }
}
