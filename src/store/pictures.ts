import type { IconImage, IconType, ThumbnailRecord } from '../model/picture.ts'
import type { EpochMs } from '../model/time.ts'
import { type Connection, type Database, findValue, listValues } from './connection.ts'
import { ChangeLog } from './writes/change-log.ts'

export const ICON_SQL = {
  find: `SELECT mime_type AS "mimeType", bytes FROM icons
    WHERE source_id = (SELECT id FROM sources WHERE slug = $1 AND configured = 1) AND bytes IS NOT NULL`,
  // Before the first visit, the feed's icon and site are unknown.
  due: `SELECT slug AS "sourceId", icon_url AS "iconUrl", site_url AS "siteUrl", url AS "feedUrl"
    FROM sources LEFT JOIN icons ON icons.source_id = sources.id
    WHERE configured = 1 AND enabled = 1 AND last_success_at IS NOT NULL AND coalesce(next_check_at, 0) <= $1
    ORDER BY position LIMIT $2`,
  source: `SELECT s.id, i.bytes FROM sources s LEFT JOIN icons i ON i.source_id = s.id WHERE s.slug = $1`,
  save: `INSERT INTO icons (source_id, checked_at, next_check_at, mime_type, bytes) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (source_id) DO UPDATE SET checked_at = excluded.checked_at, next_check_at = excluded.next_check_at,
      mime_type = coalesce(excluded.mime_type, icons.mime_type), bytes = coalesce(excluded.bytes, icons.bytes)`,
} as const

export const THUMBNAIL_SQL = {
  find: 'SELECT bytes FROM thumbnails WHERE item_id = $1 AND bytes IS NOT NULL',
  having: 'SELECT item_id FROM thumbnails WHERE item_id = ANY($1::bigint[]) AND bytes IS NOT NULL',
  // The subquery makes both planners start from the index of new items. Without it they may read all items.
  due: `SELECT i.id AS "itemId", i.image_url AS "imageUrl" FROM (SELECT id FROM items WHERE first_seen_at >= $1) n
    CROSS JOIN items i LEFT JOIN thumbnails x ON x.item_id = i.id
    WHERE i.id = n.id AND i.image_url IS NOT NULL
      AND (x.image_url IS DISTINCT FROM i.image_url OR (x.bytes IS NULL AND x.next_check_at <= $2))
    ORDER BY i.hot DESC, i.id DESC LIMIT $3`,
  before: `SELECT i.id, i.source_id, CASE WHEN x.bytes IS NULL THEN 0 ELSE 1 END AS had FROM items i LEFT JOIN thumbnails x ON x.item_id = i.id
    WHERE i.id = ANY($1::bigint[])`,
  drop: 'DELETE FROM thumbnails WHERE item_id = ANY($1::bigint[])',
} as const

export function pictureReads(db: Connection) {
  return {
    async findIcon(sourceId: string): Promise<IconImage | undefined> {
      const values = [sourceId]
      const [icon] = await db.rows<{ readonly mimeType: IconType; readonly bytes: Buffer }>(
        ICON_SQL.find,
        values,
      )
      return icon
    },
    findThumbnail: (itemId: number) => findValue<Buffer>(db, THUMBNAIL_SQL.find, [itemId]),
    listThumbnailed: async (itemIds: readonly number[]) =>
      new Set(await listValues<number>(db, THUMBNAIL_SQL.having, [itemIds])),
  }
}

/** Saves the result of an icon search. @returns whether the source's icon changed */
export async function saveIcon(
  db: Database,
  sourceId: string,
  icon: IconImage | undefined,
  at: EpochMs,
  nextCheckAt: EpochMs,
): Promise<boolean> {
  return db.write(async (tx) => {
    const [source] = await tx.rows<{ readonly id: number; readonly bytes: Buffer | null }>(ICON_SQL.source, [
      sourceId,
    ])
    if (source === undefined) return false
    const bytes = icon === undefined ? null : Buffer.from(icon.bytes)
    await tx.run(ICON_SQL.save, [source.id, at, nextCheckAt, icon?.mimeType ?? null, bytes])
    if (bytes === null || source.bytes?.equals(bytes) === true) return false
    const changes = new ChangeLog()
    // An `event` makes a new version and changes no item: the JSON of items has no icon.
    changes.event(source.id)
    await changes.write(tx, at)
    return true
  })
}

/** Saves thumbnails. @returns the number of items that had none and now have one */
export async function saveThumbnails(
  db: Database,
  records: readonly ThumbnailRecord[],
  at: EpochMs,
): Promise<number> {
  const byItem = new Map(records.map((record) => [record.itemId, record]))
  if (byItem.size === 0) return 0
  return db.write(async (tx) => {
    const known = await tx.rows<ThumbnailState>(THUMBNAIL_SQL.before, [[...byItem.keys()]])
    const saved = known.flatMap((state) => {
      const record = byItem.get(state.id)
      return record === undefined ? [] : { ...state, record }
    })
    tx.send(THUMBNAIL_SQL.drop, [saved.map(({ id }) => id)])
    tx.insertAll(
      'thumbnails',
      saved.map(({ id, record: { imageUrl, nextCheckAt, bytes } }) => ({
        item_id: id,
        image_url: imageUrl,
        next_check_at: nextCheckAt,
        bytes: bytes === undefined ? null : Buffer.from(bytes),
      })),
    )
    const changed = saved.filter(({ record, had }) => record.bytes !== undefined || had === 1).at(-1)
    if (changed !== undefined) {
      const changes = new ChangeLog()
      // Items do not change. Only responses with thumbnails must be rebuilt.
      changes.event(changed.source_id)
      await changes.write(tx, at)
    }
    return saved.filter(({ record, had }) => record.bytes !== undefined && had === 0).length
  })
}

interface ThumbnailState {
  readonly id: number
  readonly source_id: number
  /** 1 if it has a thumbnail. */
  readonly had: number
}
