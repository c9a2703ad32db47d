import type { Engagement } from '../../model/entry.ts'
import { type ItemDraft, type ScoreWrite, tagKey } from '../../model/item.ts'
import {
  type Cell,
  type Connection,
  jsonOrNull,
  jsonRows,
  listValues,
  type WriteConnection,
} from '../connection.ts'
import { typedColumns } from '../copy/tables.ts'
import type { ItemEdit, ItemInsert } from '../records.ts'
import { keyHash } from '../rows/hashes.ts'
import { countsOf, scoreColumns, storedList } from '../rows/item-row.ts'
import type { StoreNames } from '../rows/store-names.ts'
import type { ChangeLog } from './change-log.ts'
import { inRounds } from './rounds.ts'

/** Columns from a draft. */
const DRAFT_VALUES: Readonly<Record<string, (draft: ItemDraft, names: StoreNames) => Cell>> = {
  published_at: ({ publishedAt }) => publishedAt,
  facet_id: (draft, names) => names.facetKey(draft),
  word_count: ({ wordCount }) => wordCount,
  reading_minutes: ({ readingMinutes }) => readingMinutes,
  content_hash: ({ contentHash }) => contentHash,
  url: ({ url }) => url,
  title: ({ title }) => title,
  summary: ({ summary }) => summary,
  author: ({ author }) => author,
  tags: ({ tags }) => jsonOrNull(tags),
  image_url: ({ imageUrl }) => imageUrl,
  comments_url: ({ commentsUrl }) => commentsUrl,
  enclosures: ({ enclosures }) => jsonOrNull(enclosures),
}
const DRAFT_COLUMNS = Object.keys(DRAFT_VALUES)

/** Those that categorise an item. */
const FILING_COLUMNS: readonly string[] = ['facet_id', 'tags']

const SCORE_COLUMNS = Object.keys(scoreColumns(undefined))

export const ITEM_WRITE_SQL = {
  freeAddresses: 'DELETE FROM addresses WHERE key_hash = ANY($1::uuid[]) AND item_id IS NULL',
  edit: `UPDATE items SET ${assigned(DRAFT_COLUMNS)},
      ranked_at = CASE WHEN x.is_time_stated THEN NULL ELSE ranked_at END,
      updated_at = coalesce(x.new_updated_at, updated_at),
      renewed_at = CASE WHEN x.new_renewed_at > coalesce(renewed_at, 0) THEN x.new_renewed_at ELSE renewed_at END
    FROM json_to_recordset($1::json) x(item bigint, ${typedColumns('items', DRAFT_COLUMNS)}, is_time_stated boolean,
      new_updated_at bigint, new_renewed_at bigint)
    WHERE items.id = x.item`,
  compare: `SELECT i.id, ${differ(DRAFT_COLUMNS.filter((column) => !FILING_COLUMNS.includes(column)))},
      ${differ(FILING_COLUMNS)}, ${differ(['content_hash'])}
    FROM json_to_recordset($1::json) x(item bigint, ${typedColumns('items', DRAFT_COLUMNS)}) CROSS JOIN items i
    WHERE i.id = x.item`,
  retagged: `SELECT i.id, i.tags FROM json_to_recordset($1::json) x(id bigint, tags text) CROSS JOIN items i
    WHERE i.id = x.id AND i.tags IS DISTINCT FROM x.tags`,
  score: `UPDATE items SET ${assigned(SCORE_COLUMNS)}
    FROM json_to_recordset($1::json) x(item bigint, ${typedColumns('items', SCORE_COLUMNS)})
    WHERE items.id = x.item AND (${listed('items', SCORE_COLUMNS)}) IS DISTINCT FROM (${listed('x', SCORE_COLUMNS)})
    RETURNING id`,
  dropTags: `DELETE FROM item_tags WHERE (tag, item_id) IN
    (SELECT x.tag, x.item FROM json_to_recordset($1::json) x(tag text, item bigint))`,
  dropContents: 'DELETE FROM contents WHERE item_id = ANY($1::bigint[])',
} as const

/** A new item, with column values that the draft does not have. */
interface NewItem {
  readonly insert: ItemInsert
  /** Its story, after merges. */
  readonly storyId: number
  readonly score: ScoreWrite | undefined
  readonly engagement: Engagement | null
}

export function insertItems(
  tx: WriteConnection,
  items: readonly NewItem[],
  source: number,
  names: StoreNames,
): void {
  if (items.length === 0) return
  const returning = items.flatMap(({ insert }) =>
    insert.isReturning === true ? keyHash(insert.draft.key) : [],
  )
  if (returning.length > 0) tx.send(ITEM_WRITE_SQL.freeAddresses, [returning])
  // An existing address belongs to another article: the whole visit must fail.
  tx.insertAll(
    'addresses',
    items.map(({ insert }) => ({ key_hash: keyHash(insert.draft.key), item_id: insert.id })),
  )
  tx.insertAll(
    'items',
    items.map(({ insert, storyId, score, engagement }) => ({
      id: insert.id,
      ranked_at: insert.rankedAt ?? null,
      story_id: storyId,
      source_id: source,
      first_seen_at: insert.firstSeenAt,
      renewed_at: insert.renewedAt ?? null,
      ...countsOf(engagement),
      publisher: insert.publisher,
      ...scoreColumns(score),
      ...draftRow(insert.draft, names),
    })),
  )
  const drafts = items.map(({ insert: { id, draft } }) => ({ id, draft }))
  addTags(
    tx,
    drafts.map(({ id, draft }) => ({ id, tags: draft.tags })),
  )
  addContents(tx, drafts)
}

export async function editItems(
  tx: WriteConnection,
  edits: readonly ItemEdit[],
  names: StoreNames,
  changes: ChangeLog,
): Promise<void> {
  for (const round of inRounds(edits, ({ itemId }) => itemId)) {
    await replaceTags(
      tx,
      round.map(({ itemId, draft }) => ({ id: itemId, tags: draft.tags })),
    )
    const rows = round.map(({ itemId, draft, updatedAt, renewedAt }) => ({
      ...draftRow(draft, names),
      item: itemId,
      is_time_stated: draft.isTimeStated,
      new_updated_at: updatedAt,
      new_renewed_at: renewedAt,
    }))
    const compared = await tx.tuples<ComparedEdit>(ITEM_WRITE_SQL.compare, [jsonRows(rows)])
    for (const [id, isEdited, isFiled] of compared) {
      if (isEdited) changes.put(id, 'edited')
      if (isFiled) changes.put(id, 'filed')
    }
    tx.send(ITEM_WRITE_SQL.edit, [jsonRows(rows)])
    const rewritten = new Set(compared.flatMap(([id, , , hasOtherText]) => (hasOtherText ? id : [])))
    const drafts = round
      .filter(({ itemId }) => rewritten.has(itemId))
      .map(({ itemId, draft }) => ({ id: itemId, draft }))
    if (drafts.length === 0) continue
    tx.send(ITEM_WRITE_SQL.dropContents, [drafts.map(({ id }) => id)])
    addContents(tx, drafts)
  }
}

/** What an edit changes: `edited` and `filed` as in `PUT_REASONS`, and the text. */
type ComparedEdit = readonly [id: number, edited: 0 | 1, filed: 0 | 1, text: 0 | 1]

/** Replaces the tags of items. Call it before the items' rows change, since it reads the old tags from them. */
export async function replaceTags(
  tx: WriteConnection,
  items: readonly { readonly id: number; readonly tags: readonly string[] }[],
): Promise<void> {
  const rows = items.map(({ id, tags }) => ({ id, tags: jsonOrNull(tags) }))
  const stored = await tx.tuples<StoredTags>(ITEM_WRITE_SQL.retagged, [jsonRows(rows)])
  const changed = new Set(stored.map(([id]) => id))
  dropTags(tx, stored)
  addTags(
    tx,
    items.filter(({ id }) => changed.has(id)),
  )
}

export type StoredTags = readonly [itemId: number, tags: string | null]

/** Deletes items from the tag index. @param stored the tags in the items' rows */
export function dropTags(tx: WriteConnection, stored: readonly StoredTags[]): void {
  const rows = stored.flatMap(([item, tags]) =>
    ((storedList(tags) ?? []) as string[]).map((tag) => ({ tag: tagKey(tag), item })),
  )
  if (rows.length > 0) tx.send(ITEM_WRITE_SQL.dropTags, [jsonRows(rows)])
}

/** Writes scores. @returns ids of items whose score changes */
export async function scoreItems(tx: Connection, scores: readonly ScoreWrite[]): Promise<number[]> {
  const written: number[] = []
  for (const round of inRounds(scores, ({ itemId }) => itemId)) {
    const rows = round.map((score) => ({ item: score.itemId, ...scoreColumns(score) }))
    written.push(...(await listValues<number>(tx, ITEM_WRITE_SQL.score, [jsonRows(rows)])))
  }
  return written
}

function addTags(
  tx: WriteConnection,
  items: readonly { readonly id: number; readonly tags: readonly string[] }[],
): void {
  const rows = items.flatMap(({ id, tags }) => tags.map((tag) => ({ tag: tagKey(tag), item_id: id })))
  tx.insertAll('item_tags', rows, { ifNew: true })
}

function addContents(
  tx: WriteConnection,
  items: readonly { readonly id: number; readonly draft: ItemDraft }[],
): void {
  const rows = items.flatMap(({ id, draft: { contentHtml: html, contentText: text } }) =>
    html === '' && text === '' ? [] : { item_id: id, html, text: text === html ? null : text },
  )
  tx.insertAll('contents', rows)
}

function draftRow(draft: ItemDraft, names: StoreNames): Record<string, Cell> {
  const row: Record<string, Cell> = {}
  for (const column of DRAFT_COLUMNS) row[column] = DRAFT_VALUES[column]?.(draft, names) ?? null
  return row
}

function listed(table: string, columns: readonly string[]): string {
  return columns.map((column) => `${table}.${column}`).join(', ')
}

/** SQL: 1 if an item differs in one of the columns. */
function differ(columns: readonly string[]): string {
  return `CASE WHEN (${listed('i', columns)}) IS DISTINCT FROM (${listed('x', columns)}) THEN 1 ELSE 0 END`
}

/** SQL: assigns columns from `x`. */
export function assigned(columns: readonly string[]): string {
  return columns.map((column) => `${column} = x.${column}`).join(', ')
}
