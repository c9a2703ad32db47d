import { comparedIds } from '../columns/columns-cache.ts'
import { Columns } from '../columns/columns.ts'
import { applyChanges } from '../columns/last-changes.ts'
import { type Connection, findValue, listValues } from '../connection.ts'
import { ColumnRows, type RawColumnRow, ROW_COLUMNS } from '../rows/column-rows.ts'
import { sourceKeys } from '../rows/item-row.ts'
import type { StoreNames } from '../rows/store-names.ts'
import type { StoreVersion } from '../search-source.ts'

/** Rows per read. */
const CHUNK = 10_000

export const COLUMN_SQL = {
  last: `SELECT seq, at FROM changes ORDER BY seq DESC LIMIT 1`,
  created: `SELECT value FROM counters WHERE name = 'created'`,
  since: 'SELECT seq, at, kind, item_id, story_id, source_id FROM changes WHERE seq > $1 ORDER BY seq',
  size: 'SELECT count(*) FROM items',
  rowsAfter: `SELECT ${ROW_COLUMNS} FROM items WHERE id > $1 ORDER BY id LIMIT ${CHUNK}`,
  rows: `SELECT ${ROW_COLUMNS} FROM items WHERE id = ANY($1::bigint[])`,
  representatives: 'SELECT id, representative_id FROM stories WHERE representative_id IS NOT NULL',
  representativesOf: 'SELECT id, representative_id FROM stories WHERE id = ANY($1::bigint[])',
  storyItems: 'SELECT id FROM items WHERE story_id = ANY($1::bigint[])',
  sourceItems: 'SELECT id FROM items WHERE source_id = ANY($1::bigint[])',
} as const

/** Columns, and the conversion of rows for them. */
export interface FilledColumns {
  readonly columns: Columns
  readonly columnRows: ColumnRows
}

/** Changes, with all data for applying them. */
export interface ReadChanges {
  readonly version: StoreVersion
  /** By story. */
  readonly representatives: readonly (readonly [story: number, itemId: number | undefined])[]
  readonly rows: readonly RawColumnRow[]
  readonly edited: readonly number[]
  readonly deleted: readonly number[]
  readonly renamed: readonly number[]
  /** Items whose responses change. */
  readonly changedIds: readonly number[]
}

export async function readVersion(from: Connection): Promise<StoreVersion> {
  const [last] = await from.rows<StoreVersion>(COLUMN_SQL.last)
  if (last !== undefined) return last
  return { seq: 0, at: (await findValue<number>(from, COLUMN_SQL.created)) ?? 0 }
}

/** Reads all items. @param tx a snapshot of the store at this version */
export async function readColumns(
  tx: Connection,
  names: StoreNames,
  { seq }: StoreVersion,
): Promise<FilledColumns> {
  const columns = new Columns(seq)
  const columnRows = new ColumnRows(columns, names)
  columns.reserve(await itemCount(tx))
  for (const [story, id] of await tx.tuples<RepresentativeRow>(COLUMN_SQL.representatives))
    columns.represent(story, id ?? undefined)
  for (let last = 0, more = true; more;) {
    const rows = await tx.tuples<RawColumnRow>(COLUMN_SQL.rowsAfter, [last])
    await knowNames(names, rows, tx)
    for (const row of rows) columns.append(columnRows.of(row))
    last = rows.at(-1)?.[0] ?? last
    more = rows.length === CHUNK
  }
  columns.sort()
  return { columns, columnRows }
}

/**
 * Reads the changes after `seq`.
 *
 * @param columns the columns to update, if any
 * @returns `undefined` if some changes were pruned, or the columns must be rebuilt
 */
export async function readChanges(
  tx: Connection,
  names: StoreNames,
  seq: number,
  columns: Columns | undefined,
): Promise<ReadChanges | undefined> {
  const { length, last, isAnew, edited, deleted, stories, sources } = await readLog(tx, seq)
  // Numbers have gaps only where changes were pruned.
  if (isAnew || last?.seq !== seq + length) return undefined
  await names.renew([...sources], tx)

  const ofStories = await idsOf(tx, COLUMN_SQL.storyItems, stories)
  const renamed = await readItemsOf(tx, sources)
  const representatives = await tx.tuples<RepresentativeRow>(COLUMN_SQL.representativesOf, [[...stories]])
  const known = new Map(representatives)
  const reordered = [...stories].flatMap((story) => {
    const slot = columns?.representativeOf(story)
    const before = slot === undefined ? undefined : columns?.idOf(slot)
    return [before, known.get(story)].filter((id) => id !== undefined && id !== null)
  })
  const rows = columns === undefined ? [] : await readRows(tx, names, new Set([...edited, ...reordered]))
  return {
    version: { seq: last.seq, at: last.at },
    representatives: [...stories].map((story) => [story, known.get(story) ?? undefined] as const),
    rows,
    edited: [...edited],
    deleted: [...deleted],
    renamed,
    changedIds: [...new Set([...ofStories, ...edited, ...deleted, ...renamed])],
  }
}

/** Reads the change log after `seq`: the items, stories and sources that it names. */
export async function readLog(from: Connection, seq: number) {
  const edited = new Set<number>()
  const deleted = new Set<number>()
  const stories = new Set<number>()
  const sources = new Set<number>()
  const changes = await from.rows<ChangeRow>(COLUMN_SQL.since, [seq])
  for (const { kind, item_id: item, story_id: story, source_id: source } of changes) {
    if (item !== null) (kind === 'delete' ? deleted : edited).add(item)
    if (kind === 'story' && story !== null) stories.add(story)
    if (kind === 'source' && source !== null) sources.add(source)
  }
  for (const id of deleted) edited.delete(id)
  const isAnew = changes.some(({ kind }) => kind === 'anew')
  return { length: changes.length, last: changes.at(-1), isAnew, edited, deleted, stories, sources }
}

/** Reads the items of which the sources were the first. */
export function readItemsOf(from: Connection, sources: ReadonlySet<number>): Promise<number[]> {
  return idsOf(from, COLUMN_SQL.sourceItems, sources)
}

export function applyRead({ columns, columnRows }: FilledColumns, read: ReadChanges): void {
  const { version, representatives, rows, edited, deleted, changedIds } = read
  const changing = new Set(edited)
  for (const [story, id] of representatives) for (const one of columns.represent(story, id)) changing.add(one)
  const changed = rows.filter(([id]) => changing.has(id)).map((row) => columnRows.of(row))
  applyChanges(columns, { seq: version.seq, rows: changed, deleted, changedIds })
}

/** Whether the columns have as many items as the store, and a sample of them is equal. */
export async function isAsStore(
  tx: Connection,
  names: StoreNames,
  { columns, columnRows }: FilledColumns,
): Promise<boolean> {
  if (columns.size !== (await itemCount(tx))) return false
  const ids = comparedIds(columns)
  const rows = await readRows(tx, names, ids)
  return rows.length === ids.length && rows.every((row) => columns.has(columnRows.of(row)))
}

async function itemCount(tx: Connection): Promise<number> {
  return (await findValue<number>(tx, COLUMN_SQL.size)) ?? 0
}

async function readRows(tx: Connection, names: StoreNames, ids: Iterable<number>): Promise<RawColumnRow[]> {
  const rows = await tx.tuples<RawColumnRow>(COLUMN_SQL.rows, [[...ids]])
  await knowNames(names, rows, tx)
  return rows
}

async function idsOf(tx: Connection, sql: string, keys: ReadonlySet<number>): Promise<number[]> {
  return keys.size === 0 ? [] : listValues(tx, sql, [[...keys]])
}

async function knowNames(names: StoreNames, rows: readonly RawColumnRow[], tx: Connection): Promise<void> {
  const sources = new Set<number>()
  const facets = new Set<number>()
  for (const [, , , , , , facet, source, alsoIn] of rows) {
    facets.add(facet)
    sources.add(source)
    for (const key of sourceKeys(alsoIn)) sources.add(key)
  }
  await names.know(sources, facets, tx)
}

interface ChangeRow {
  readonly seq: number
  readonly at: number
  readonly kind: string
  readonly item_id: number | null
  readonly story_id: number | null
  readonly source_id: number | null
}

type RepresentativeRow = readonly [story: number, itemId: number | null]
