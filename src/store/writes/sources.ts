import type { Source } from '../../model/source.ts'
import type { EpochMs } from '../../model/time.ts'
import { type Database, jsonRows, type WriteConnection } from '../connection.ts'
import { isAsBefore, type KnownSource } from '../rows/source-row.ts'
import type { StoreNames } from '../rows/store-names.ts'
import { ChangeLog } from './change-log.ts'

export const SOURCE_WRITE_SQL = {
  known: `SELECT id, slug, name, type, weight, url, category, category_name, region, language, enabled, every_ms, position, configured
    FROM sources ORDER BY id`,
  unlist: 'UPDATE sources SET configured = 0 WHERE id = ANY($1::bigint[])',
  add: `INSERT INTO sources (slug, configured, position, name, type, url, category, category_name, region, language, weight,
      enabled, every_ms, interval_ms)
    VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12) RETURNING id`,
  change: `UPDATE sources SET configured = 1, position = $2, name = $3, type = $4, url = $5, category = $6,
      category_name = $7, region = $8, language = $9, weight = $10, enabled = $11, every_ms = $12
    WHERE slug = $1`,
  // Validators, hashes and locations of the old address are not valid for the new one.
  startAnew: `UPDATE sources SET etag = NULL, last_modified = NULL, document_hash = NULL, rules_hash = NULL, site_url = NULL,
      icon_url = NULL, next_visit_at = NULL, interval_ms = every_ms, last_visit_at = NULL, last_success_at = NULL,
      last_status = NULL, latency_ms = NULL, consecutive_errors = 0, last_error_code = NULL, last_error_message = NULL,
      last_error_at = NULL, location = NULL
    WHERE id = $1`,
  forgetIcon: 'DELETE FROM icons WHERE source_id = $1',
  forgetVisits: 'DELETE FROM visits WHERE source_id = $1',
  hasten: `UPDATE sources SET interval_ms = every_ms,
      next_visit_at = CASE WHEN last_visit_at IS NULL OR next_visit_at IS NULL THEN NULL
        WHEN next_visit_at < last_visit_at + every_ms THEN next_visit_at ELSE last_visit_at + every_ms END
    WHERE id = $1`,
  items: 'SELECT id, facet_id AS facet FROM items WHERE source_id = $1',
  recategorise: `UPDATE items SET facet_id = x.facet FROM json_to_recordset($1::json) x(item bigint, facet bigint)
    WHERE items.id = x.item`,
} as const

/** Makes `sources` the configured ones, in this order. Items follow their source to another category or region. */
export async function syncSources(
  db: Database,
  names: StoreNames,
  sources: readonly Source[],
  now: EpochMs,
): Promise<void> {
  try {
    await db.write((tx) => sync(tx, names, sources, now))
  } finally {
    await names.load().catch(() => undefined)
  }
}

async function sync(
  tx: WriteConnection,
  names: StoreNames,
  sources: readonly Source[],
  now: EpochMs,
): Promise<void> {
  const changes = new ChangeLog()
  const rows = await tx.rows<KnownSource>(SOURCE_WRITE_SQL.known)
  const known = new Map(rows.map((row) => [row.slug, row]))
  for (const [position, source] of sources.entries()) {
    const before = known.get(source.id)
    known.delete(source.id)
    // The name from the feed stays until a name or another address is configured.
    const keepsName = source.isNamedByFeed === true && before?.url === source.url
    const row = {
      ...source,
      name: keepsName ? before.name : source.name,
      position,
      categoryName: source.categoryName ?? null,
      enabled: source.enabled ? 1 : 0,
    }
    const values = [
      row.id,
      row.position,
      row.name,
      row.type,
      row.url,
      row.category,
      row.categoryName,
      row.region,
      row.language,
      row.weight,
      row.enabled,
      row.everyMs,
    ]
    if (before === undefined) {
      const [added] = await tx.rows<{ readonly id: number }>(SOURCE_WRITE_SQL.add, values)
      if (added !== undefined) changes.source(added.id)
      continue
    }
    if (isAsBefore(row, before)) continue
    tx.send(SOURCE_WRITE_SQL.change, values)
    if (before.url !== source.url) {
      for (const sql of ['startAnew', 'forgetVisits', 'forgetIcon'] as const)
        tx.send(SOURCE_WRITE_SQL[sql], [before.id])
    } else if (before.every_ms !== source.everyMs) {
      tx.send(SOURCE_WRITE_SQL.hasten, [before.id])
    }
    if (before.category !== source.category || before.region !== source.region)
      await recategorise(tx, names, { key: before.id, from: before, to: source }, changes)
    const isReportedAlike =
      before.name === row.name &&
      before.category_name === row.categoryName &&
      before.weight === source.weight &&
      before.url === source.url &&
      before.configured === 1
    if (before.name !== row.name) await noteRenamed(tx, before.id, changes)
    else if (!isReportedAlike) changes.source(before.id)
  }
  const left = [...known.values()].filter(({ configured }) => configured === 1).map(({ id }) => id)
  if (left.length > 0) tx.send(SOURCE_WRITE_SQL.unlist, [left])
  for (const id of left) changes.source(id)
  await changes.write(tx, now)
}

/** Notes the new name of a source, which its items show. */
export async function noteRenamed(tx: WriteConnection, source: number, changes: ChangeLog): Promise<void> {
  changes.source(source)
  const items = await tx.rows<{ readonly id: number }>(SOURCE_WRITE_SQL.items, [source])
  for (const { id } of items) changes.put(id, 'filed')
}

/** The category and region that a source gives its items. */
interface Filing {
  readonly category: string
  readonly region: string | null
}

/**
 * Updates a source's items after its category or region changed in the settings. Items keep a category or region that a
 * rule gave them.
 */
async function recategorise(
  tx: WriteConnection,
  names: StoreNames,
  { key, from, to }: { readonly key: number; readonly from: Filing; readonly to: Filing },
  changes: ChangeLog,
): Promise<void> {
  const items = await tx.rows<{ readonly id: number; readonly facet: number }>(SOURCE_WRITE_SQL.items, [key])
  await names.know(
    [],
    items.map(({ facet }) => facet),
  )
  const moved = items.flatMap(({ id, facet }) => {
    const words = names.facet(facet)
    const category = words.category === from.category ? to.category : words.category
    const region = words.region === from.region ? to.region : words.region
    return category === words.category && region === words.region
      ? []
      : { id, words: { ...words, category, region } }
  })
  if (moved.length === 0) return
  await names.addFacets(moved.map(({ words }) => words))
  const rows = moved.map(({ id, words }) => ({ item: id, facet: names.facetKey(words) }))
  tx.send(SOURCE_WRITE_SQL.recategorise, [jsonRows(rows)])
  for (const { id } of moved) changes.put(id, 'filed')
}
