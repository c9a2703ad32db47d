import type { Database } from 'better-sqlite3'
import { DAY_MS, type EpochMs } from '../../domain/time.ts'
import type { PruneRequest } from '../records.ts'
import { ChangeLog } from './change-log.ts'
import { ItemDeletes } from './item-deletes.ts'
import { prepareAll } from './statements.ts'
import { StoryWrites } from './story-writes.ts'

/** How long changes are kept for those who follow them. */
const CHANGES_KEPT_MS = 7 * DAY_MS

/** Items deleted in one transaction: visits in between wait some milliseconds at most. */
const BATCH = 500

export const PRUNE_SQL = {
  old: 'SELECT id FROM items WHERE first_seen_at < ? ORDER BY first_seen_at',
  sources: 'SELECT id FROM sources',
  surplus: 'SELECT id FROM items WHERE source_id = ? ORDER BY published_at DESC, id DESC LIMIT -1 OFFSET ?',
  // A source's last event stays: it tells how the source is now.
  events: `DELETE FROM source_events WHERE at < ?
    AND id < (SELECT max(e.id) FROM source_events e WHERE e.source_id = source_events.source_id)`,
} as const

/** Deletes items by age and by number; their addresses stay known. */
export function pruner(db: Database): (request: PruneRequest, now: EpochMs) => number {
  const sql = prepareAll(db, PRUNE_SQL)
  for (const name of ['old', 'sources', 'surplus'] as const) sql[name].pluck()
  const changes = new ChangeLog(db)
  const stories = new StoryWrites(db, changes)
  const deletes = new ItemDeletes(db, changes, stories)

  const deleteItems = db.transaction((ids: readonly number[], now: EpochMs): number => {
    changes.begin()
    stories.begin()
    let deleted = 0
    for (const id of ids) {
      if (deletes.delete(id, 'kept')) deleted += 1
    }
    stories.recount()
    changes.write(now)
    return deleted
  })
  const forgetChanges = db.transaction((now: EpochMs) => changes.forget(now - CHANGES_KEPT_MS))

  return ({ firstSeenBefore, maxItemsPerSource }, now) => {
    const ids = new Set(sql.old.all(firstSeenBefore) as number[])
    for (const source of sql.sources.all()) {
      for (const id of sql.surplus.all(source, maxItemsPerSource) as number[]) ids.add(id)
    }
    const list = [...ids]
    let deleted = 0
    for (let at = 0; at < list.length; at += BATCH)
      deleted += deleteItems.immediate(list.slice(at, at + BATCH), now)
    forgetChanges.immediate(now)
    sql.events.run(firstSeenBefore)
    return deleted
  }
}
