import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCollecting } from '../../src/cli/collecting.ts'
import { configOf } from '../../src/cli/options.ts'
import type { Source } from '../../src/domain/source.ts'
import { startNewsroom } from '../../src/newsroom/newsroom.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { ReadStore } from '../../src/store/store.ts'

/** The clock of every test of the page: an ordinary Tuesday noon. */
export const NOW = Date.parse('2026-03-10T12:00:30.500Z')

/** So many outlets of each language tell of the same events. */
const OUTLETS: Readonly<Record<string, number>> = { en: 9, de: 3 }

export interface NewsroomWorld {
  readonly store: ReadStore
  readonly sources: readonly Source[]
  close(): Promise<void>
}

/** What is collected once from the sample newsroom at noon, in a store of its own. */
export async function openNewsroomWorld(): Promise<NewsroomWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'digest-page-'))
  const file = join(folder, 'digest.db')
  const now = () => NOW
  const newsroom = await startNewsroom({ port: 0, now })
  const sources = Object.entries(OUTLETS).flatMap(([language, count]) =>
    newsroom.sources.filter((source) => source.language === language).slice(0, count),
  )
  const settings = configOf({ data: folder })
  const collect = { ...settings.collect, allowAddresses: ['127.0.0.0/8'], hostSpacingMs: 0, perHost: 8 }
  const writer = await openSqliteStore(file, { now })
  await writer.syncSources(sources, NOW)
  const failed: unknown[] = []
  const collecting = await openCollecting(
    { ...settings, sources, collect },
    writer,
    { onVisit: () => undefined, onError: (_, cause) => failed.push(cause) },
    now,
  )
  await collecting.schedule.runOnce('all', new AbortController().signal)
  await collecting.close()
  await newsroom.close()
  if (failed.length > 0) throw new Error('the newsroom could not be collected', { cause: failed[0] })
  const store = await openSqliteReadStore(file, { now })
  return {
    store,
    sources,
    async close() {
      await store.close()
      await writer.close()
      await rm(folder, { recursive: true })
    },
  }
}
