import { DAY_MS, type EpochMs } from '../../../model/time.ts'
import type { PruneRequest } from '../../records.ts'
import type { WriteConnection } from '../connection.ts'
import { droppedWithPartition, type IdRange, NO_IDS } from '../content-partitions.ts'
import type { Database } from '../database.ts'
import { ChangeLog, forgetChanges } from './change-log.ts'
import { StoryWrites } from './stories.ts'

export const ITEM_DELETE_SQL = {
  items: 'DELETE FROM items WHERE id = ANY($1::bigint[]) RETURNING id',
  rows: `WITH ids AS (SELECT unnest($1::bigint[]) AS id),
    contents AS (DELETE FROM contents USING ids WHERE item_id = ids.id AND NOT (ids.id >= $2 AND ids.id < $3)),
    sightings AS (DELETE FROM sightings USING ids WHERE item_id = ids.id),
    tags AS (DELETE FROM item_tags USING ids WHERE item_id = ids.id),
    thumbnails AS (DELETE FROM thumbnails USING ids WHERE item_id = ids.id)
    DELETE FROM shared_addresses USING ids WHERE item_id = ids.id`,
  keepAddresses: 'UPDATE addresses SET item_id = NULL WHERE item_id = ANY($1::bigint[])',
  freeAddresses: 'DELETE FROM addresses WHERE item_id = ANY($1::bigint[])',
} as const

/**
 * Deletes items with their rows in other tables.
 *
 * @param addresses `kept` remembers the addresses, and a feed that still lists the article does not add it again;
 *   `free` forgets them, and it does
 * @param keptTexts the items whose texts stay, until their partition is dropped
 * @returns the number of items that existed
 */
export async function deleteItems(
  tx: WriteConnection,
  ids: readonly number[],
  addresses: 'kept' | 'free',
  { changes, stories }: { readonly changes: ChangeLog; readonly stories: StoryWrites },
  keptTexts: IdRange = NO_IDS,
): Promise<number> {
  if (ids.length === 0) return 0
  await stories.touchStoriesOf(ids)
  const deleted = (await tx.tuples<readonly [number]>(ITEM_DELETE_SQL.items, [ids])).map(([id]) => id)
  if (deleted.length === 0) return 0
  tx.send(ITEM_DELETE_SQL.rows, [deleted, keptTexts.from, keptTexts.until])
  tx.send(addresses === 'kept' ? ITEM_DELETE_SQL.keepAddresses : ITEM_DELETE_SQL.freeAddresses, [deleted])
  for (const id of deleted) changes.delete(id)
  return deleted.length
}

/** Processes that read the change log must do so at least this often. */
const CHANGES_KEPT_MS = 7 * DAY_MS

/** Items deleted in one transaction. A visit that waits for it waits a few milliseconds. */
const BATCH = 500

/** At most 1,300 bytes each, together 26 MB. */
const MAX_THUMBNAILS = 20_000

export const PRUNE_SQL = {
  old: 'SELECT id FROM items WHERE first_seen_at < $1 ORDER BY first_seen_at, id',
  surplus: `SELECT i.id FROM sources s CROSS JOIN LATERAL (SELECT id FROM items WHERE source_id = s.id
    ORDER BY published_at DESC, id DESC OFFSET $1) i`,
  // Keeps the last event of each source, which is its present state.
  events: `DELETE FROM source_events e WHERE at < $1
    AND id < (SELECT max(o.id) FROM source_events o WHERE o.source_id = e.source_id)`,
  thumbnails: `DELETE FROM thumbnails WHERE item_id <=
    (SELECT item_id FROM thumbnails ORDER BY item_id DESC LIMIT 1 OFFSET ${MAX_THUMBNAILS})`,
} as const

/** Deletes items by age and above a number for each source. Feeds that still list them do not add them again. */
export function pruner(db: Database): (request: PruneRequest, now: EpochMs) => Promise<number> {
  return async ({ firstSeenBefore, maxItemsPerSource }, now) => {
    const old = await db.tuples<readonly [number]>(PRUNE_SQL.old, [firstSeenBefore])
    const surplus = await db.tuples<readonly [number]>(PRUNE_SQL.surplus, [maxItemsPerSource])
    const isOld = new Set(old.map(([id]) => id))
    const ofOld = await deleteInBatches(db, [...isOld], now, await droppedWithPartition(db))
    // What a source has too many may be new: its partition will stay for long.
    const others = surplus.map(([id]) => id).filter((id) => !isOld.has(id))
    const ofOthers = await deleteInBatches(db, others, now, NO_IDS)
    await db.write(async (tx) => {
      forgetChanges(tx, now - CHANGES_KEPT_MS)
      tx.send(PRUNE_SQL.events, [firstSeenBefore])
      tx.send(PRUNE_SQL.thumbnails)
    })
    return ofOld + ofOthers
  }
}

async function deleteInBatches(
  db: Database,
  ids: readonly number[],
  now: EpochMs,
  keptTexts: IdRange,
): Promise<number> {
  let deleted = 0
  for (let at = 0; at < ids.length; at += BATCH) {
    deleted += await db.write(async (tx) => {
      const changes = new ChangeLog()
      const stories = new StoryWrites(tx, changes)
      const batch = ids.slice(at, at + BATCH)
      const count = await deleteItems(tx, batch, 'kept', { changes, stories }, keptTexts)
      await stories.recount()
      changes.write(tx, now)
      return count
    })
  }
  return deleted
}
