import { DAY_MS, type EpochMs } from '../../model/time.ts'
import { type Database, listValues, type WriteConnection } from '../connection.ts'
import type { InTurn, Pruned, PruneRequest } from '../records.ts'
import { ChangeLog, pruneChanges } from './change-log.ts'
import { dropTags, type StoredTags } from './items.ts'
import { StoryWrites } from './stories.ts'

export const ITEM_ROWS_SQL = {
  contents: 'DELETE FROM contents WHERE item_id = ANY($1::bigint[])',
  sightings: 'DELETE FROM sightings WHERE item_id = ANY($1::bigint[])',
  thumbnails: 'DELETE FROM thumbnails WHERE item_id = ANY($1::bigint[])',
  sharedAddresses: 'DELETE FROM shared_addresses WHERE item_id = ANY($1::bigint[])',
} as const

export const ITEM_DELETE_SQL = {
  items: 'DELETE FROM items WHERE id = ANY($1::bigint[]) RETURNING id, tags',
  keepAddresses: `UPDATE addresses SET item_id = NULL, last_texts =
      (SELECT string_agg(s.source_id || ':' || s.text_hash, ',') FROM sightings s WHERE s.item_id = addresses.item_id)
    WHERE item_id = ANY($1::bigint[])`,
  freeAddresses: 'DELETE FROM addresses WHERE item_id = ANY($1::bigint[])',
} as const

/**
 * Deletes items with their rows in other tables. Addresses and text hashes of expired items are kept, so that a feed
 * that still lists the unchanged article does not add it again. Those of removed items are forgotten, so a feed may.
 */
export async function deleteItems(
  tx: WriteConnection,
  ids: readonly number[],
  reason: 'expired' | 'removed',
  { changes, stories }: { readonly changes: ChangeLog; readonly stories: StoryWrites },
): Promise<number> {
  if (ids.length === 0) return 0
  await stories.touchStoriesOf(ids)
  const rows = await tx.tuples<StoredTags>(ITEM_DELETE_SQL.items, [ids])
  const deleted = rows.map(([id]) => id)
  if (deleted.length === 0) return 0
  // First, since the addresses take the text hashes from the sightings.
  tx.send(reason === 'expired' ? ITEM_DELETE_SQL.keepAddresses : ITEM_DELETE_SQL.freeAddresses, [deleted])
  dropTags(tx, rows)
  for (const sql of Object.values(ITEM_ROWS_SQL)) tx.send(sql, [deleted])
  for (const id of deleted) changes.delete(id, reason)
  return deleted.length
}

type Write = <T>(work: (tx: WriteConnection) => Promise<T>) => Promise<T>

/** Processes must read the change log at least this often. */
const CHANGES_KEPT_MS = 7 * DAY_MS

const DELETES_KEPT_MS = 90 * DAY_MS

/** Items per transaction: other writes, such as visits, wait for less than 0.5 s. */
const BATCH = 500

/** At most 1,300 bytes each, 26 MB together. */
const MAX_THUMBNAILS = 20_000

export const PRUNE_SQL = {
  // Future times were written while the clock was ahead.
  timely: 'UPDATE items SET renewed_at = $1 WHERE renewed_at > $1',
  oldOf: 'SELECT id FROM items WHERE source_id = $2 AND first_seen_at < $1 AND coalesce(renewed_at, 0) < $1',
  old: `SELECT id FROM items WHERE first_seen_at < $1 AND coalesce(renewed_at, 0) < $1
      AND NOT source_id = ANY($2::bigint[])
    ORDER BY first_seen_at, id`,
  sources: 'SELECT id, slug FROM sources',
  stillOld: 'SELECT id FROM items WHERE id = ANY($1::bigint[]) AND coalesce(renewed_at, 0) < $2',
  counts: 'SELECT source_id, count(*) FROM items GROUP BY source_id',
  surplus:
    'SELECT id FROM items WHERE source_id = $1 ORDER BY published_at DESC, id DESC LIMIT 1000000000 OFFSET $2',
  // Keeps the last event of each source, which is its current state.
  events: `DELETE FROM source_events WHERE at < $1
    AND id < (SELECT max(o.id) FROM source_events o WHERE o.source_id = source_events.source_id)`,
  thumbnails: `DELETE FROM thumbnails WHERE item_id <=
    (SELECT item_id FROM thumbnails ORDER BY item_id DESC LIMIT 1 OFFSET ${MAX_THUMBNAILS})`,
  announcedStories:
    'DELETE FROM announced_stories WHERE NOT EXISTS (SELECT 1 FROM stories s WHERE s.id = announced_stories.story_id)',
} as const

/** Deletes items by age, then those above each source's maximum number. */
export async function prune(
  db: Database,
  request: PruneRequest,
  now: EpochMs,
  inTurn: InTurn = (work) => work(),
): Promise<Pruned> {
  const write: Write = (work) => inTurn(() => db.write(work))
  const { firstSeenBefore, maxItemsPerSource, ofSources = [], deletesKeptMs = DELETES_KEPT_MS } = request
  const sources = await db.tuples<readonly [number, string]>(PRUNE_SQL.sources, [])
  const limits = new Map(ofSources.map((limit) => [limit.sourceId, limit]))
  const own = sources.flatMap(([key, id]) => {
    const limit = limits.get(id)
    return limit === undefined ? [] : [{ key, ...limit }]
  })
  const byAge = await deleteOld(db, firstSeenBefore, own, now, write)
  const counts = new Map(await db.tuples<readonly [key: number, items: number]>(PRUNE_SQL.counts, []))
  const lists: number[][] = []
  for (const [key, id] of sources) {
    const most = limits.get(id)?.maxItems ?? maxItemsPerSource
    if ((counts.get(key) ?? 0) > most)
      lists.push(await listValues<number>(db, PRUNE_SQL.surplus, [key, most]))
  }
  // Ordered by id, so that items of one story are mostly in one batch: each batch rescores its stories.
  const ids = lists.flat().toSorted((one, other) => one - other)
  const surplus = await deleteInBatches(ids, now, write)
  await write(async (tx) => {
    await pruneChanges(tx, { before: now - CHANGES_KEPT_MS, deletesBefore: now - deletesKeptMs })
    tx.send(PRUNE_SQL.thumbnails)
    tx.send(PRUNE_SQL.announcedStories)
  })
  return { byAge, surplus }
}

/** @param own limits of single sources, by key, instead of `before` */
async function deleteOld(
  db: Database,
  before: EpochMs | undefined,
  own: readonly (Pick<PruneRequest, 'firstSeenBefore'> & { readonly key: number })[],
  now: EpochMs,
  write: Write,
): Promise<number> {
  if (before === undefined) return 0
  await write(async (tx) => {
    tx.send(PRUNE_SQL.timely, [now])
    tx.send(PRUNE_SQL.events, [before])
  })
  const keys = own.map(({ key }) => key)
  let deleted = await deleteInBatches(
    await listValues<number>(db, PRUNE_SQL.old, [before, keys]),
    now,
    write,
    before,
  )
  for (const { key, firstSeenBefore = 0 } of own) {
    const old = await listValues<number>(db, PRUNE_SQL.oldOf, [firstSeenBefore, key])
    deleted += await deleteInBatches(old, now, write, firstSeenBefore)
  }
  return deleted
}

/** @param before keeps items that were renewed since. Others can write between two batches */
async function deleteInBatches(
  ids: readonly number[],
  now: EpochMs,
  write: Write,
  before?: EpochMs,
): Promise<number> {
  let deleted = 0
  for (let at = 0; at < ids.length; at += BATCH) {
    deleted += await write(async (tx) => {
      const changes = new ChangeLog()
      const stories = new StoryWrites(tx, changes)
      const listed = ids.slice(at, at + BATCH)
      const batch =
        before === undefined ? listed : await listValues<number>(tx, PRUNE_SQL.stillOld, [listed, before])
      const count = await deleteItems(tx, batch, 'expired', { changes, stories })
      await stories.recount()
      await changes.write(tx, now)
      return count
    })
  }
  return deleted
}
