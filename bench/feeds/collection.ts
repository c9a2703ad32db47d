import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchContext } from '../harness/benchmark.ts'
import { runMeasured, service } from '../harness/child.ts'
import { startFeedFarm } from './feed-farm.ts'

/** A collection as `collect` made it, ready to be served. */
export interface Collection {
  readonly config: string
  readonly data: string
}

const FEEDS = 1_000

/**
 * A collection of about `items` items over 30 days, collected by the service itself. It is made once and
 * kept in the cache; `npm run bench -- --fresh` makes it anew. The copy handed out is this run's own.
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

async function make(items: number, kept: string, log: BenchContext['log']): Promise<void> {
  log(`collecting ${items} items once, kept in ${kept}`)
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
