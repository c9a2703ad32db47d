import type { Clock } from '../../model/time.ts'
import type { ReadStore } from '../read-store.ts'
import type { Store } from '../store.ts'
import type { Connected } from './connect.ts'
import { ContentPartitions } from './content-partitions.ts'
import { listDueIcons, listDuePictures, saveIcon, saveThumbnails } from './pictures.ts'
import { EntryReads } from './reads/entries.ts'
import { Reports } from './reads/reports.ts'
import { StoryReads } from './reads/stories.ts'
import { correctionSaver } from './writes/corrections.ts'
import { pruner } from './writes/deletes.ts'
import { hotKeyUpdater } from './writes/hot.ts'
import { sourceSync } from './writes/sources.ts'
import { visitSaver } from './writes/visits.ts'

export const WRITE_SQL = {
  reserve: 'UPDATE counters SET value = value + $1 WHERE name = $2 RETURNING value - $1 AS first',
  keepCache: `INSERT INTO caches (name, bytes) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes`,
  readCache: 'SELECT bytes FROM caches WHERE name = $1',
} as const

const LIVE_STORIES = 'live-stories'

type WriteMethods = Omit<Store, keyof ReadStore>

/** The methods that only the store for writing has. */
export function writeMethods({ db, names, changeFeed }: Connected, now: Clock): WriteMethods {
  const entries = new EntryReads(db, names)
  const stories = new StoryReads(db, names)
  const reports = new Reports(db)
  const partitions = new ContentPartitions()
  const save = visitSaver(db, names, partitions)
  const correct = correctionSaver(db, names)
  const prune = pruner(db)
  const sync = sourceSync(db, names)
  /** Whether a group deleted items: their partitions are dropped at its end. */
  let hasPruned = false

  async function dropPartitions(): Promise<void> {
    if (!hasPruned || db.isGrouping) return
    hasPruned = false
    await partitions.dropEmpty(db)
  }

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
    findKnown: (sourceId, identities) => entries.findKnown(sourceId, identities),
    findTwins: (sourceId, drafts) => entries.findTwins(sourceId, drafts),
    findTitled: (sourceId, titleKeys) => entries.findTitled(sourceId, titleKeys),
    // Outside of any transaction, as the numbers of a sequence: a rollback must not give an id twice.
    reserveIds: async (kind, count) => {
      const [row] = await db.outside.rows<{ readonly first: number }>(WRITE_SQL.reserve, [count, kind])
      return row?.first ?? 0
    },
    listStoryItems: (from) => stories.listStoryItems(from),
    listStoryPlacements: (from) => stories.listStoryPlacements(from),
    listPlacementChanges: async (from, version) => {
      const isSaved = !db.isGrouping
      return { ...(await stories.listPlacementChanges(from, version)), isSaved }
    },
    findStoryItems: (itemIds) => stories.findStoryItems(itemIds),
    keepLiveStories: async (bytes) => {
      await db.outside.run(WRITE_SQL.keepCache, [LIVE_STORIES, Buffer.from(bytes)]).catch(() => undefined)
    },
    readLiveStories: async () => {
      const rows = await db.outside
        .rows<{ readonly bytes: Buffer }>(WRITE_SQL.readCache, [LIVE_STORIES])
        .catch(() => [])
      return rows[0]?.bytes
    },
    listStoryMembers: (storyIds) => stories.listStoryMembers(storyIds),
    listEngagements: (sourceId, from) => entries.listEngagements(sourceId, from),
    listDiscussions: (sourceId, from, limit) => entries.listDiscussions(sourceId, from, limit),
    listPublishedTimes: (sourceId, limit) => entries.listPublishedTimes(sourceId, limit),
    listPublications: (sourceId, limit) => entries.listPublications(sourceId, limit),
    together: async (work) => {
      const isOuter = !db.isGrouping
      try {
        return await db.together(work)
      } catch (error) {
        // The rollback took back new names of sources.
        if (isOuter) await names.load().catch(() => undefined)
        throw error
      } finally {
        if (isOuter) {
          await changeFeed.refresh().catch(() => undefined)
          await dropPartitions()
        }
      }
    },
    saveVisit: (record) => written(save(record)),
    listDueIcons: (at, limit) => listDueIcons(db, at, limit),
    saveIcon: (...icon) => written(saveIcon(db, ...icon)),
    listDuePictures: (from, at, limit) => listDuePictures(db, from, at, limit),
    saveThumbnails: (records, at) => written(saveThumbnails(db, records, at)),
    saveCorrections: (record) => written(correct(record)),
    prune: async (request) => {
      const deleted = await written(prune(request, now()))
      hasPruned = true
      await dropPartitions()
      return deleted
    },
  }
}
