import type { Clock } from '../../model/time.ts'
import { findValue } from '../connection.ts'
import type { OpenStore } from '../open-store.ts'
import { ICON_SQL, saveIcon, saveThumbnails, THUMBNAIL_SQL } from '../pictures.ts'
import type { ReadStore } from '../read-store.ts'
import { entryReads } from '../reads/entries.ts'
import { REPORT_SQL } from '../reads/reports.ts'
import { storyReads } from '../reads/stories.ts'
import { stateOf, type StateRow } from '../rows/source-row.ts'
import type { Store } from '../store.ts'
import { saveCorrections } from './corrections.ts'
import { prune } from './deletes.ts'
import { editionWrites } from './editions.ts'
import { hookWrites } from './hooks.ts'
import { keepHalfLife } from './hot.ts'
import { syncSources } from './sources.ts'
import { saveVisit } from './visits.ts'

export const WRITE_SQL = {
  reserve: 'UPDATE counters SET value = value + $1 WHERE name = $2 RETURNING value - $1',
} as const

type WriteMethods = Omit<Store, keyof ReadStore>

export function writeMethods({ db, names, changeFeed, engine }: OpenStore, now: Clock): WriteMethods {
  /** Publishes written changes. Within a group, its end does so. */
  async function written<T>(writing: Promise<T>): Promise<T> {
    const result = await writing
    // The write is saved. If reading it fails now, the next refresh does it.
    if (!db.isGrouping) await changeFeed.refresh().catch(() => undefined)
    return result
  }

  return {
    syncSources: (sources, at) => written(syncSources(db, names, sources, at)),
    keepHalfLife: (halfLifeMs) => written(keepHalfLife(db, halfLifeMs, now())),
    listSourceStates: async () => (await db.rows<StateRow>(REPORT_SQL.states)).map(stateOf),
    // Outside any transaction, like a sequence: a rollback must not assign an id twice.
    reserveIds: async (kind, count) => {
      engine.check()
      return (await findValue<number>(db.outside, WRITE_SQL.reserve, [count, kind])) ?? 0
    },
    keepLiveStories: (parts) => engine.keepLiveStories(parts),
    readLiveStories: () => engine.readLiveStories(),
    together: async (work) => {
      const isOuter = !db.isGrouping
      try {
        return await db.together(work)
      } catch (error) {
        // New names of sources were rolled back.
        if (isOuter) await names.load().catch(() => undefined)
        throw error
      } finally {
        if (isOuter) await changeFeed.refresh().catch(() => undefined)
      }
    },
    saveVisit: (record) => written(saveVisit(db, names, record)),
    listDueIcons: (at, limit) => db.rows(ICON_SQL.due, [at, limit]),
    saveIcon: (...icon) => written(saveIcon(db, ...icon)),
    listDuePictures: (...window) => db.rows(THUMBNAIL_SQL.due, window),
    saveThumbnails: (records, at) => written(saveThumbnails(db, records, at)),
    saveCorrections: (record) => written(saveCorrections(db, names, record)),
    prune: (request, inTurn) => written(prune(db, request, now(), inTurn)),
    ...entryReads(db, names),
    ...storyReads(db, names),
    ...editionWrites(db),
    ...hookWrites(db),
  }
}
