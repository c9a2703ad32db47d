import type { Clock } from '../../model/time.ts'
import { type OpenStore, storageOf } from '../open-store.ts'
import { listDueIcons, listDuePictures, saveIcon, saveThumbnails } from '../pictures.ts'
import type { ReadStore } from '../read-store.ts'
import { entryReads } from '../reads/entries.ts'
import { Reports } from '../reads/reports.ts'
import { storyReads } from '../reads/stories.ts'
import type { Store } from '../store.ts'
import { correctionSaver } from './corrections.ts'
import { pruner } from './deletes.ts'
import { editionWrites } from './editions.ts'
import { hookWrites } from './hooks.ts'
import { hotKeyUpdater } from './hot.ts'
import { sourceSync } from './sources.ts'
import { visitSaver } from './visits.ts'

export const WRITE_SQL = {
  reserve: 'UPDATE counters SET value = value + $1 WHERE name = $2 RETURNING value - $1 AS first',
} as const

type WriteMethods = Omit<Store, keyof ReadStore>

/** The methods that only the store for writing has. */
export function writeMethods({ db, names, changeFeed, engine }: OpenStore, now: Clock): WriteMethods {
  const reports = new Reports(db, () => storageOf(engine))
  const save = visitSaver(db, names)
  const correct = correctionSaver(db, names)
  const prune = pruner(db)
  const sync = sourceSync(db, names)

  /** Publishes what was written. Changes that are not committed yet are published at the end of the group. */
  async function written<T>(writing: Promise<T>): Promise<T> {
    const result = await writing
    // It is saved. If it cannot be read now, the next refresh reads it.
    if (!db.isGrouping) await changeFeed.refresh().catch(() => undefined)
    return result
  }

  return {
    syncSources: (sources, at) => written(sync(sources, at)),
    keepHalfLife: hotKeyUpdater(db),
    listSourceStates: () => reports.listSourceStates(),
    // Outside of any transaction, as the numbers of a sequence: a rollback must not give an id twice.
    reserveIds: async (kind, count) => {
      engine.check()
      const [row] = await db.outside.rows<{ readonly first: number }>(WRITE_SQL.reserve, [count, kind])
      return row?.first ?? 0
    },
    keepLiveStories: (bytes) => engine.keepLiveStories(bytes),
    readLiveStories: () => engine.readLiveStories(),
    together: async (work) => {
      const isOuter = !db.isGrouping
      try {
        return await db.together(work)
      } catch (error) {
        // The rollback took back new names of sources.
        if (isOuter) await names.load().catch(() => undefined)
        throw error
      } finally {
        if (isOuter) await changeFeed.refresh().catch(() => undefined)
      }
    },
    saveVisit: (record) => written(save(record)),
    listDueIcons: (at, limit) => listDueIcons(db, at, limit),
    saveIcon: (...icon) => written(saveIcon(db, ...icon)),
    listDuePictures: (from, at, limit) => listDuePictures(db, from, at, limit),
    saveThumbnails: (records, at) => written(saveThumbnails(db, records, at)),
    saveCorrections: (record) => written(correct(record)),
    prune: (request) => written(prune(request, now())),
    ...entryReads(db, names),
    ...storyReads(db, names),
    ...editionWrites(db),
    ...hookWrites(db),
  }
}
