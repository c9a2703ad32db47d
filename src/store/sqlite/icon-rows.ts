import type { Database } from 'better-sqlite3'
import type { IconImage, IconPlace, IconType } from '../../domain/icon.ts'
import type { EpochMs } from '../../domain/time.ts'
import { prepareAll } from './statements.ts'

export const ICON_READ_SQL = {
  find: `SELECT mime_type, bytes FROM icons
    WHERE source_id = (SELECT id FROM sources WHERE slug = ? AND configured = 1) AND bytes IS NOT NULL`,
  // Only after a visit is it known what the feed says of its icon and its site.
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
  // No item says anything of its source's icon: none has to be read again.
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

/** Sources whose icon is to be looked for. */
export function dueIcons(db: Database): (now: EpochMs, limit: number) => IconPlace[] {
  const sql = prepareAll(db, { due: ICON_READ_SQL.due })
  return (now, limit) => (sql.due.all(now, limit) as DueRow[]).map(placeOf)
}

/** @returns whether the source has another icon now than before */
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

function placeOf(row: DueRow): IconPlace {
  return { sourceId: row.slug, iconUrl: row.icon_url, siteUrl: row.site_url, feedUrl: row.url }
}
