import type { Database } from 'better-sqlite3'
import { DAY_MS, type EpochMs } from '../../../model/time.ts'
import type { Pruned, PruneRequest } from '../../records.ts'
import { prepareAll } from '../statements.ts'
import { TagWrites } from '../tag-rows.ts'
import { ChangeLog } from './change-log.ts'
import { StoryWrites } from './stories.ts'

export const ITEM_DELETE_SQL = {
  item: 'DELETE FROM items WHERE id = ? RETURNING tags',
  content: 'DELETE FROM contents WHERE item_id = ?',
  sightings: 'DELETE FROM sightings WHERE item_id = ?',
  keepAddresses: `UPDATE addresses SET item_id = NULL, last_texts =
      (SELECT group_concat(source_id || ':' || text_hash) FROM sightings s WHERE s.item_id = addresses.item_id)
    WHERE item_id = ?`,
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
   * @param addresses `kept` remembers the addresses and what was said there, and a feed that still lists the article as it
   *   was does not add it again; `free` forgets them, and it does
   * @returns whether there was such an item
   */
  delete(id: number, addresses: 'kept' | 'free'): boolean {
    this.#stories.touchStoryOf(id)
    const row = this.#sql.item.get(id) as { readonly tags: string | null } | undefined
    if (row === undefined) return false
    this.#tags.drop(id, row.tags)
    const { content, sightings, thumbnail, unshare, keepAddresses, freeAddresses } = this.#sql
    // First, since the addresses keep what the sightings say.
    const address = addresses === 'kept' ? keepAddresses : freeAddresses
    for (const statement of [address, content, sightings, thumbnail, unshare]) statement.run(id)
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
  // Times ahead of a clock that is right were written by one that was wrong.
  timely: 'UPDATE items SET renewed_at = ? WHERE renewed_at > ?',
  old: `SELECT id FROM items WHERE first_seen_at < ? AND ifnull(renewed_at, 0) < ?
    ORDER BY first_seen_at`,
  sources: 'SELECT id FROM sources',
  surplus: 'SELECT id FROM items WHERE source_id = ? ORDER BY published_at DESC, id DESC LIMIT -1 OFFSET ?',
  // Keeps the last event of each source, which is its present state.
  events: `DELETE FROM source_events WHERE at < ?
    AND id < (SELECT max(e.id) FROM source_events e WHERE e.source_id = source_events.source_id)`,
  thumbnails: `DELETE FROM thumbnails WHERE item_id <=
    (SELECT item_id FROM thumbnails ORDER BY item_id DESC LIMIT 1 OFFSET ${MAX_THUMBNAILS})`,
} as const

/** Deletes items by age, and then above a number for each source. */
export function pruner(db: Database): (request: PruneRequest, now: EpochMs) => Pruned {
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

  function deleteInBatches(ids: readonly number[], now: EpochMs): number {
    let deleted = 0
    for (let at = 0; at < ids.length; at += BATCH)
      deleted += deleteItems.immediate(ids.slice(at, at + BATCH), now)
    return deleted
  }

  function deleteOld(before: EpochMs, now: EpochMs): number {
    sql.timely.run(now, now)
    sql.events.run(before)
    return deleteInBatches(sql.old.all(before, before) as number[], now)
  }

  return ({ firstSeenBefore, maxItemsPerSource }, now) => {
    const byAge = firstSeenBefore === undefined ? 0 : deleteOld(firstSeenBefore, now)
    const tooMany = sql.sources.all().flatMap((source) => sql.surplus.all(source, maxItemsPerSource))
    const surplus = deleteInBatches(tooMany as number[], now)
    forgetChanges.immediate(now)
    sql.thumbnails.run()
    return { byAge, surplus }
  }
}
