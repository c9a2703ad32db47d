import type { Database } from 'better-sqlite3'
import type { IconImage, IconLocations, IconType, ItemPicture, ThumbnailRecord } from '../../model/picture.ts'
import type { EpochMs } from '../../model/time.ts'
import { prepareAll } from './statements.ts'

export const ICON_READ_SQL = {
  find: `SELECT mime_type, bytes FROM icons
    WHERE source_id = (SELECT id FROM sources WHERE slug = ? AND configured = 1) AND bytes IS NOT NULL`,
  // Before the first visit, the feed's icon and site are unknown.
  due: `SELECT slug, icon_url, site_url, url FROM sources LEFT JOIN icons ON icons.source_id = sources.id
    WHERE configured = 1 AND enabled = 1 AND last_success_at IS NOT NULL AND ifnull(next_check_at, 0) <= ?
    ORDER BY position LIMIT ?`,
} as const

export const ICON_WRITE_SQL = {
  source: 'SELECT id FROM sources WHERE slug = ?',
  bytes: 'SELECT bytes FROM icons WHERE source_id = ?',
  save: `INSERT INTO icons (source_id, checked_at, next_check_at, mime_type, bytes)
    VALUES (@source, @at, @nextCheckAt, @mimeType, @bytes)
    ON CONFLICT (source_id) DO UPDATE SET checked_at = @at, next_check_at = @nextCheckAt,
      mime_type = ifnull(@mimeType, mime_type), bytes = ifnull(@bytes, bytes)`,
  // An `event` changes the version but no item, since items do not depend on their source's icon.
  changed: `INSERT INTO changes (kind, source_id, at) VALUES ('event', ?, ?)`,
} as const

/** The icon of a configured source. */
export function iconReads(db: Database): (sourceId: string) => IconImage | undefined {
  const sql = prepareAll(db, { find: ICON_READ_SQL.find })
  return (sourceId) => {
    const row = sql.find.get(sourceId) as IconRow | undefined
    return row && { mimeType: row.mime_type, bytes: row.bytes }
  }
}

/** Sources whose icon is due to be searched. */
export function dueIcons(db: Database): (now: EpochMs, limit: number) => IconLocations[] {
  const sql = prepareAll(db, { due: ICON_READ_SQL.due })
  return (now, limit) => (sql.due.all(now, limit) as DueRow[]).map(locationsOf)
}

/** Saves icons. The function returns whether the icon of the source changed. */
export function iconSaver(
  db: Database,
): (sourceId: string, icon: IconImage | undefined, at: EpochMs, nextCheckAt: EpochMs) => boolean {
  const sql = prepareAll(db, ICON_WRITE_SQL)
  sql.source.pluck()
  sql.bytes.pluck()

  const save = db.transaction(
    (sourceId: string, icon: IconImage | undefined, at: EpochMs, nextCheckAt: EpochMs) => {
      const source = sql.source.get(sourceId) as number | undefined
      if (source === undefined) return false
      const before = sql.bytes.get(source) as Buffer | null | undefined
      const { mimeType = null, bytes = null } = icon ?? {}
      sql.save.run({ source, at, nextCheckAt, mimeType, bytes })
      if (bytes === null || before?.equals(bytes) === true) return false
      sql.changed.run(source, at)
      return true
    },
  )
  return (...icon) => save.immediate(...icon)
}

interface IconRow {
  readonly mime_type: IconType
  readonly bytes: Buffer
}

interface DueRow {
  readonly slug: string
  readonly icon_url: string | null
  readonly site_url: string | null
  readonly url: string
}

function locationsOf(row: DueRow): IconLocations {
  return { sourceId: row.slug, iconUrl: row.icon_url, siteUrl: row.site_url, feedUrl: row.url }
}

export const THUMBNAIL_READ_SQL = {
  find: 'SELECT bytes FROM thumbnails WHERE item_id = ? AND bytes IS NOT NULL',
  having: `SELECT item_id FROM json_each(?) j CROSS JOIN thumbnails x ON x.item_id = j.value
    WHERE bytes IS NOT NULL`,
  due: `SELECT i.id AS itemId, i.image_url AS imageUrl FROM items i INDEXED BY items_by_first_seen
    LEFT JOIN thumbnails x ON x.item_id = i.id
    WHERE i.first_seen_at >= @from AND i.image_url IS NOT NULL
      AND (x.image_url IS NOT i.image_url OR (x.bytes IS NULL AND x.next_check_at <= @now))
    ORDER BY i.hot DESC, i.id DESC LIMIT @limit`,
} as const

export const THUMBNAIL_WRITE_SQL = {
  had: 'SELECT bytes IS NOT NULL FROM thumbnails WHERE item_id = ?',
  save: `INSERT OR REPLACE INTO thumbnails (item_id, image_url, next_check_at, bytes)
    SELECT id, @imageUrl, @nextCheckAt, @bytes FROM items WHERE id = @itemId`,
  // Items are unchanged. Only responses with thumbnails must be rebuilt.
  changed: `INSERT INTO changes (kind, source_id, at) SELECT 'event', source_id, @at FROM items WHERE id = @itemId`,
} as const

/** Thumbnails by item. */
export function thumbnailReads(db: Database) {
  const sql = prepareAll(db, { find: THUMBNAIL_READ_SQL.find, having: THUMBNAIL_READ_SQL.having })
  sql.find.pluck()
  sql.having.pluck()
  return {
    find: (itemId: number) => sql.find.get(itemId) as Buffer | undefined,
    having: (itemIds: readonly number[]): ReadonlySet<number> =>
      new Set(sql.having.all(JSON.stringify(itemIds)) as number[]),
  }
}

/** Items whose picture is due to be fetched. */
export function duePictures(db: Database): (from: EpochMs, now: EpochMs, limit: number) => ItemPicture[] {
  const sql = prepareAll(db, { due: THUMBNAIL_READ_SQL.due })
  return (from, now, limit) => sql.due.all({ from, now, limit }) as ItemPicture[]
}

/** Saves thumbnails. The function returns the number of items that had none before and have one after. */
export function thumbnailSaver(db: Database): (records: readonly ThumbnailRecord[], at: EpochMs) => number {
  const sql = prepareAll(db, THUMBNAIL_WRITE_SQL)
  sql.had.pluck()

  const save = db.transaction((records: readonly ThumbnailRecord[], at: EpochMs) => {
    let added = 0
    let changed: number | undefined
    for (const { itemId, imageUrl, nextCheckAt, bytes } of records) {
      const had = sql.had.get(itemId) === 1
      const { changes } = sql.save.run({ itemId, imageUrl, nextCheckAt, bytes: bytes ?? null })
      if (changes === 0 || (bytes === undefined && !had)) continue
      changed = itemId
      if (!had) added++
    }
    if (changed !== undefined) sql.changed.run({ itemId: changed, at })
    return added
  })
  return (records, at) => save.immediate(records, at)
}
