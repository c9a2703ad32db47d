import type { Database } from 'better-sqlite3'
import type { SourceEventKind, ToldSourceEvent } from '../../domain/source-event.ts'
import type { VisitErrorCode } from '../../domain/source.ts'
import { prepareAll } from './statements.ts'

export const SOURCE_EVENT_SQL = {
  newest: `SELECT e.id, e.at, e.kind, e.code, e.message, s.slug, s.name, s.site_url
    FROM source_events e CROSS JOIN sources s ON s.id = e.source_id AND s.configured = 1
    ORDER BY e.id DESC LIMIT ?`,
} as const

/** Events of the configured sources, newest first. */
export function sourceEvents(db: Database): (limit: number) => ToldSourceEvent[] {
  const sql = prepareAll(db, SOURCE_EVENT_SQL)
  return (limit) => (sql.newest.all(limit) as EventRow[]).map(eventOf)
}

interface EventRow {
  readonly id: number
  readonly at: number
  readonly kind: SourceEventKind
  readonly code: VisitErrorCode | null
  readonly message: string
  readonly slug: string
  readonly name: string
  readonly site_url: string | null
}

function eventOf(row: EventRow): ToldSourceEvent {
  const { id, at, kind, code, message } = row
  return { id, at, kind, code, message, source: row.slug, sourceName: row.name, siteUrl: row.site_url }
}
