import type { Source } from '../../model/source.ts'
import type { EpochMs } from '../../model/time.ts'
import { type Database, findValue, jsonRows, listValues, type WriteConnection } from '../connection.ts'
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
  // Validators, hashes and locations belong to the old address.
  startAnew: `UPDATE sources SET etag = NULL, last_modified = NULL, document_hash = NULL, rules_hash = NULL, site_url = NULL,
      icon_url = NULL, next_visit_at = NULL, interval_ms = every_ms, last_visit_at = NULL, last_success_at = NULL,
      last_status = NULL, latency_ms = NULL, consecutive_errors = 0, last_error_code = NULL, last_error_message = NULL,
      last_error_at = NULL, location = NULL
    WHERE id = $1`,
  forgetIcon: 'DELETE FROM icons WHERE source_id = $1',
  forgetVisits: 'DELETE FROM visits WHERE source_id = $1',
  // A wait that the host requested still applies.
  hasten: `UPDATE sources SET interval_ms = every_ms,
      next_visit_at = CASE WHEN last_visit_at IS NULL OR next_visit_at IS NULL THEN NULL
        WHEN last_error_code = 'rateLimited' AND coalesce(last_status, 429) = 429 THEN next_visit_at
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
  // Facets added by an earlier attempt may have been rolled back.
  await names.load(tx)
  const changes = new ChangeLog()
  const rows = await tx.rows<KnownSource>(SOURCE_WRITE_SQL.known)
  const known = new Map(rows.map((row) => [row.slug, row]))
  for (const [position, source] of sources.entries()) {
    const before = known.get(source.id)
    known.delete(source.id)
    // Keeps the name from the feed until a name or another address is configured.
    const keepsName = source.isNamedByFeed === true && before?.url === source.url
    const row = settingsOf(source, position, keepsName ? before.name : source.name)
    if (before === undefined) {
      const added = await findValue<number>(tx, SOURCE_WRITE_SQL.add, Object.values(row))
      if (added !== undefined) changes.source(added)
      continue
    }
    const differs = (...names: (keyof SourceSettings)[]) => names.some((name) => before[name] !== row[name])
    const isReturning = before.configured === 0
    // Otherwise most of a start's writes would be unchanged sources.
    if (!isReturning && !differs(...(Object.keys(row) as (keyof SourceSettings)[]))) continue
    tx.send(SOURCE_WRITE_SQL.change, Object.values(row))
    if (differs('url')) {
      for (const sql of ['startAnew', 'forgetVisits', 'forgetIcon'] as const)
        tx.send(SOURCE_WRITE_SQL[sql], [before.id])
    } else if (differs('every_ms')) {
      tx.send(SOURCE_WRITE_SQL.hasten, [before.id])
    }
    if (differs('category', 'region'))
      await recategorise(tx, names, { key: before.id, from: before, to: source }, changes)
    if (differs('name')) await noteRenamed(tx, before.id, changes)
    else if (isReturning || differs('category_name', 'weight', 'url')) changes.source(before.id)
  }
  const left = [...known.values()].filter(({ configured }) => configured === 1).map(({ id }) => id)
  if (left.length > 0) tx.send(SOURCE_WRITE_SQL.unlist, [left])
  for (const id of left) changes.source(id)
  await changes.write(tx, now)
}

type SourceSettings = ReturnType<typeof settingsOf>

/** Columns of a source's settings, in the order of the parameters of `add` and `change`. */
function settingsOf(source: Source, position: number, name: string) {
  const { type, url, category, categoryName, region, language, weight, enabled, everyMs } = source
  return {
    slug: source.id,
    position,
    name,
    type,
    url,
    category,
    category_name: categoryName ?? null,
    region,
    language,
    weight,
    enabled: enabled ? 1 : 0,
    every_ms: everyMs,
  } as const
}

interface KnownSource extends SourceSettings {
  readonly id: number
  readonly configured: number
}

/** Records the new name of a source, which its items show. */
export async function noteRenamed(tx: WriteConnection, source: number, changes: ChangeLog): Promise<void> {
  changes.source(source)
  for (const id of await listValues<number>(tx, SOURCE_WRITE_SQL.items, [source])) changes.put(id, 'filed')
}

type Filing = Pick<Source, 'category' | 'region'>

/**
 * Updates a source's items after its configured category or region changed. Items keep a category or region from a
 * rule.
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
