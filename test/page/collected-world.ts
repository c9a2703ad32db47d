import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCollecting } from '../../src/cli/collecting.ts'
import { configOf } from '../../src/cli/options.ts'
import type { Source } from '../../src/model/source.ts'
import { MINUTE_MS } from '../../src/model/time.ts'
import { loadShrinker, type Shrink } from '../../src/sources/thumbnails/shrinker.ts'
import type { ReadStore } from '../../src/store/read-store.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { runningClock } from '../running-clock.ts'

export interface CollectedWorld {
  readonly store: ReadStore
  readonly writer: Store
  /** Of its store. */
  readonly folder: string
  /** Visits all sources again, when the clock shows `at`. */
  collectAt(at: number): Promise<void>
  close(): Promise<void>
}

/** So many pictures are shrunk, which takes most of the time of collecting. Others look like one of them. */
const SHRUNK = 32

function firstOnes(shrink: Shrink): Shrink {
  const made: (Buffer | undefined)[] = []
  let asked = 0
  return async (picture) => (made[asked++ % SHRUNK] ??= await shrink(picture))
}

/**
 * A store of its own, filled by one visit to each of `sources` on loopback: everything as in earnest.
 *
 * @param begin what the clock shows when collecting begins; it goes on from there, since waits follow it
 * @param mayFail ids of the sources that are in trouble on purpose
 */
export async function openCollectedWorld(
  sources: readonly Source[],
  begin: number,
  mayFail: readonly string[] = [],
): Promise<CollectedWorld> {
  let clock = runningClock(begin)
  const now = () => clock()
  const folder = await mkdtemp(join(tmpdir(), 'digest-page-'))
  const file = join(folder, 'digest.db')
  const settings = configOf({ data: folder })
  const loopback = { allowAddresses: ['127.0.0.0/8'], hostSpacingMs: 0, perHost: 8, timeoutMs: 5 * MINUTE_MS }
  const collect = { ...settings.collect, ...loopback }
  const writer = await openSqliteStore(file, { now })
  await writer.syncSources(sources, now())
  const collectOnce = async () => {
    let failed: unknown[] = []
    const collecting = await openCollecting(
      { ...settings, sources, collect },
      writer,
      {
        onVisit: ({ sourceId, collected }) =>
          collected.kind === 'failed' &&
          !mayFail.includes(sourceId) &&
          failed.push([sourceId, collected.error]),
        onError: (_, cause) => failed.push(String(cause)),
      },
      now,
    )
    // Both ends share one thread: where that is busy for long, a connection that was kept may be closed already.
    for (let tries = 1; tries === 1 || (failed.length > 0 && tries <= 4); tries++) {
      failed = []
      await collecting.schedule.runOnce('all', new AbortController().signal)
    }
    const shrink = await loadShrinker()
    if (shrink !== undefined)
      await collecting.thumbnails(async () => firstOnes(shrink)).refresh(new AbortController().signal)
    await collecting.close()
    if (failed.length > 0) throw new Error(`a source could not be visited: ${JSON.stringify(failed)}`)
  }
  await collectOnce()
  const store = await openSqliteReadStore(file, { now })
  return {
    store,
    writer,
    folder,
    async collectAt(at) {
      clock = runningClock(at)
      await collectOnce()
    },
    async close() {
      await store.close()
      await writer.close()
      await rm(folder, { recursive: true })
    },
  }
}
