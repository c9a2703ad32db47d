import type { Database } from 'better-sqlite3'
import { DAY_MS, type EpochMs } from '../../../model/time.ts'
import type { PruneRequest } from '../../records.ts'
import { prepareAll } from '../statements.ts'
import { TagWrites } from '../tag-rows.ts'
import { ChangeLog } from './change-log.ts'
import { StoryWrites } from './stories.ts'

export const ITEM_DELETE_SQL = {
  item: 'DELETE FROM items WHERE id = ? RETURNING tags',
  content: 'DELETE FROM contents WHERE item_id = ?',
  sightings: 'DELETE FROM sightings WHERE item_id = ?',
  keepAddresses: 'UPDATE addresses SET item_id = NULL WHERE item_id = ?',
  thumbnail: 'DELETE FROM thumbnails WHERE item_id = ?',
  unshare: 'DELETE FROM shared_addresses WHERE item_id = ?',
  freeAddresses: 'DELETE FROM addresses WHERE item_id = ?',
} as const

/** Deletes items with their rows in other tables. Call it within a transaction. */
export class ItemDeletes {
  readonly #sql
  readonly #tags: TagWrites
  readonly #changes: ChangeLog
  readonly #stories: StoryWrites

  constructor(db: Database, changes: ChangeLog, stories: StoryWrites) {
    this.#sql = prepareAll(db, ITEM_DELETE_SQL)
    this.#tags = new TagWrites(db)
    this.#changes = changes
    this.#stories = stories
  }

  /**
   * @param addresses `kept` remembers the addresses, and a feed that still lists the article does not add it again;
   *   `free` forgets them, and it does
   * @returns whether there was such an item
   */
  delete(id: number, addresses: 'kept' | 'free'): boolean {
    this.#stories.touchStoryOf(id)
    const row = this.#sql.item.get(id) as { readonly tags: string | null } | undefined
    if (row === undefined) return false
    this.#tags.drop(id, row.tags)
    const { content, sightings, thumbnail, unshare, keepAddresses, freeAddresses } = this.#sql
    const address = addresses === 'kept' ? keepAddresses : freeAddresses
    for (const statement of [content, sightings, thumbnail, unshare, address]) statement.run(id)
    this.#changes.delete(id)
    return true
  }
}

/** Processes that read the change log must do so at least this often. */
const CHANGES_KEPT_MS = 7 * DAY_MS

/** Items deleted in one transaction. A visit that waits for it waits a few milliseconds. */
const BATCH = 500

/** At most 1,300 bytes each, together 26 MB. */
const MAX_THUMBNAILS = 20_000

export const PRUNE_SQL = {
  old: 'SELECT id FROM items WHERE first_seen_at < ? ORDER BY first_seen_at',
  sources: 'SELECT id FROM sources',
  surplus: 'SELECT id FROM items WHERE source_id = ? ORDER BY published_at DESC, id DESC LIMIT -1 OFFSET ?',
  // Keeps the last event of each source, which is its present state.
  events: `DELETE FROM source_events WHERE at < ?
    AND id < (SELECT max(e.id) FROM source_events e WHERE e.source_id = source_events.source_id)`,
  thumbnails: `DELETE FROM thumbnails WHERE item_id <=
    (SELECT item_id FROM thumbnails ORDER BY item_id DESC LIMIT 1 OFFSET ${MAX_THUMBNAILS})`,
} as const

/** Deletes items by age and above a number for each source. Feeds that still list them do not add them again. */
export function pruner(db: Database): (request: PruneRequest, now: EpochMs) => number {
  const sql = prepareAll(db, PRUNE_SQL)
  for (const name of ['old', 'sources', 'surplus'] as const) sql[name].pluck()
  const changes = new ChangeLog(db)
  const stories = new StoryWrites(db, changes)
  const deletes = new ItemDeletes(db, changes, stories)

  const deleteItems = db.transaction((ids: readonly number[], now: EpochMs): number => {
    changes.clear()
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
    sql.thumbnails.run()
    return deleted
  }
}
