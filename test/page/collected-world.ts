import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCollecting } from '../../src/cli/collecting.ts'
import { configOf } from '../../src/cli/options.ts'
import type { Source } from '../../src/domain/source.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { ReadStore } from '../../src/store/store.ts'

export interface CollectedWorld {
  readonly store: ReadStore
  close(): Promise<void>
}

/** A store of its own, filled by one visit to each of `sources` on loopback: everything as in earnest. */
export async function openCollectedWorld(
  sources: readonly Source[],
  now: () => number,
): Promise<CollectedWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'digest-page-'))
  const file = join(folder, 'digest.db')
  const settings = configOf({ data: folder })
  const collect = { ...settings.collect, allowAddresses: ['127.0.0.0/8'], hostSpacingMs: 0, perHost: 8 }
  const writer = await openSqliteStore(file, { now })
  await writer.syncSources(sources, now())
  const failed: unknown[] = []
  const collecting = await openCollecting(
    { ...settings, sources, collect },
    writer,
    { onVisit: () => undefined, onError: (_, cause) => failed.push(cause) },
    now,
  )
  await collecting.schedule.runOnce('all', new AbortController().signal)
  await collecting.close()
  if (failed.length > 0) throw new Error('a visit could not be saved', { cause: failed[0] })
  const store = await openSqliteReadStore(file, { now })
  return {
    store,
    async close() {
      await store.close()
      await writer.close()
      await rm(folder, { recursive: true })
    },
  }
}
