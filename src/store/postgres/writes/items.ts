import type { Engagement } from '../../../model/entry.ts'
import { type ItemDraft, tagKey } from '../../../model/item.ts'
import { countsOf, scoreColumns } from '../../item-row.ts'
import type { FacetWords } from '../../names.ts'
import type { ItemEdit, ItemInsert, ScoreWrite } from '../../records.ts'
import type { Connection, WriteConnection } from '../connection.ts'
import { hashText } from '../reads/addresses.ts'
import { jsonRows } from '../statements.ts'
import { inRounds } from './rounds.ts'

/** The columns that a draft fills, and their types. */
const DRAFT_COLUMNS = {
  published_at: 'bigint',
  facet_id: 'bigint',
  word_count: 'int',
  reading_minutes: 'int',
  content_hash: 'text',
  url: 'text',
  title: 'text',
  summary: 'text',
  author: 'text',
  tags: 'text',
  image_url: 'text',
  comments_url: 'text',
  enclosures: 'text',
} as const

/** The columns of a score. */
const SCORE_COLUMNS = {
  hot: 'float8',
  score: 'float8',
  weight: 'float8',
  frequency: 'float8',
  depth: 'float8',
  coverage: 'float8',
  engagement: 'float8',
  share: 'float8',
} as const

const INSERT_COLUMNS = {
  id: 'bigint',
  ...DRAFT_COLUMNS,
  ranked_at: 'bigint',
  story_id: 'bigint',
  source_id: 'bigint',
  first_seen_at: 'bigint',
  renewed_at: 'bigint',
  points: 'bigint',
  comments: 'bigint',
  ...SCORE_COLUMNS,
  publisher: 'text',
} as const

const draftNames = Object.keys(DRAFT_COLUMNS)
const scoreNames = Object.keys(SCORE_COLUMNS)
const insertNames = Object.keys(INSERT_COLUMNS).join()

export const ITEM_WRITE_SQL = {
  insert: `INSERT INTO items (${insertNames}) SELECT ${insertNames}
    FROM json_to_recordset($1::json) x(${typed(INSERT_COLUMNS)})`,
  freeAddresses: 'DELETE FROM addresses WHERE key_hash = ANY($1::uuid[]) AND item_id IS NULL',
  // No ON CONFLICT: an address that exists belongs to another article, and the whole visit must then fail.
  claimAddresses: `INSERT INTO addresses (key_hash, item_id) SELECT * FROM unnest($1::uuid[], $2::bigint[])`,
  edit: `UPDATE items i SET ${draftNames.map((name) => `${name} = x.${name}`).join()},
      ranked_at = CASE WHEN x.is_time_stated THEN NULL ELSE i.ranked_at END,
      updated_at = coalesce(x.updated_at, i.updated_at), renewed_at = greatest(x.renewed_at, i.renewed_at)
    FROM json_to_recordset($1::json) x(id bigint, ${typed(DRAFT_COLUMNS)}, is_time_stated boolean, updated_at bigint,
      renewed_at bigint)
    WHERE i.id = x.id RETURNING i.id`,
  dropTags: `WITH changed AS (SELECT i.id FROM unnest($1::bigint[], $2::text[]) x(id, tags) JOIN items i ON i.id = x.id
      WHERE i.tags IS DISTINCT FROM x.tags),
    dropped AS (DELETE FROM item_tags t USING changed c WHERE t.item_id = c.id)
    SELECT id FROM changed`,
  addTags: `INSERT INTO item_tags (tag, item_id) SELECT * FROM unnest($1::text[], $2::bigint[]) ON CONFLICT DO NOTHING`,
  saveContents: `INSERT INTO contents (item_id, html, text)
    SELECT id, html, text FROM json_to_recordset($1::json) x(id bigint, html text, text text)
    ON CONFLICT (item_id) DO UPDATE SET html = excluded.html, text = excluded.text`,
  dropContents: 'DELETE FROM contents WHERE item_id = ANY($1::bigint[])',
  score: `UPDATE items i SET ${scoreNames.map((name) => `${name} = x.${name}`).join()}
    FROM json_to_recordset($1::json) x(id bigint, ${typed(SCORE_COLUMNS)}) WHERE i.id = x.id RETURNING i.id`,
} as const

/** A new item with the columns of its row that the item itself does not have. */
export interface NewItem {
  readonly insert: ItemInsert
  /** The story that it belongs to, after merges. */
  readonly storyId: number
  readonly score: ScoreWrite | undefined
  readonly engagement: Engagement | null
}

/** Gives the number of a draft's words. */
export type FacetOf = (draft: FacetWords) => number

/** Writes new items of a source. */
export function insertItems(
  tx: WriteConnection,
  items: readonly NewItem[],
  source: number,
  facetOf: FacetOf,
): void {
  if (items.length === 0) return
  const drafts = items.map(({ insert }) => ({ id: insert.id, draft: insert.draft }))
  const returning = items.filter(({ insert }) => insert.isReturning === true)
  if (returning.length > 0)
    tx.send(ITEM_WRITE_SQL.freeAddresses, [returning.map(({ insert }) => hashText(insert.draft.key))])
  tx.send(ITEM_WRITE_SQL.claimAddresses, [
    drafts.map(({ draft }) => hashText(draft.key)),
    drafts.map(({ id }) => id),
  ])
  const rows = items.map(({ insert, storyId, score, engagement }) => ({
    ...draftRow(insert.draft, facetOf),
    ...scoreColumns(score),
    ...countsOf(engagement),
    id: insert.id,
    ranked_at: insert.rankedAt ?? null,
    story_id: storyId,
    source_id: source,
    first_seen_at: insert.firstSeenAt,
    renewed_at: insert.renewedAt ?? null,
    publisher: insert.publisher,
  }))
  tx.send(ITEM_WRITE_SQL.insert, [jsonRows(rows)])
  addTags(tx, drafts)
  saveContents(tx, drafts)
}

/** Writes edits. @returns the ids of the items that exist */
export async function editItems(
  tx: WriteConnection,
  edits: readonly ItemEdit[],
  facetOf: FacetOf,
): Promise<Set<number>> {
  const edited = new Set<number>()
  for (const round of inRounds(edits, ({ itemId }) => itemId)) {
    const rows = round.map(({ itemId, draft, updatedAt, renewedAt }) => ({
      ...draftRow(draft, facetOf),
      id: itemId,
      is_time_stated: draft.isTimeStated,
      updated_at: updatedAt ?? null,
      renewed_at: renewedAt ?? null,
    }))
    const drafts = round.map(({ itemId, draft }) => ({ id: itemId, draft }))
    await replaceTags(
      tx,
      drafts.map(({ id, draft }) => ({ id, tags: draft.tags })),
    )
    const found = new Set(
      (await tx.tuples<readonly [number]>(ITEM_WRITE_SQL.edit, [jsonRows(rows)])).map(([id]) => id),
    )
    saveContents(
      tx,
      drafts.filter(({ id }) => found.has(id)),
    )
    for (const id of found) edited.add(id)
  }
  return edited
}

/** Replaces the tags of items. Call it before the items' rows change, since those have the present tags. */
export async function replaceTags(
  tx: WriteConnection,
  items: readonly { readonly id: number; readonly tags: readonly string[] }[],
): Promise<void> {
  // JSON is no array of PostgreSQL: an item without tags has NULL, which an array of texts cannot tell from ''.
  const changed = new Set(
    (
      await tx.tuples<readonly [number]>(ITEM_WRITE_SQL.dropTags, [
        items.map(({ id }) => id),
        items.map(({ tags }) => jsonOrNull(tags)) as string[],
      ])
    ).map(([id]) => id),
  )
  addTags(
    tx,
    items.filter(({ id }) => changed.has(id)).map(({ id, tags }) => ({ id, draft: { tags } })),
  )
}

/** Writes scores. @returns the ids of the items that exist */
export async function scoreItems(tx: Connection, scores: readonly ScoreWrite[]): Promise<number[]> {
  const written: number[] = []
  for (const round of inRounds(scores, ({ itemId }) => itemId)) {
    const rows = round.map((score) => ({ id: score.itemId, ...scoreColumns(score) }))
    for (const [id] of await tx.tuples<readonly [number]>(ITEM_WRITE_SQL.score, [jsonRows(rows)]))
      written.push(id)
  }
  return written
}

function addTags(
  tx: WriteConnection,
  items: readonly { readonly id: number; readonly draft: Pick<ItemDraft, 'tags'> }[],
): void {
  const rows = items.flatMap(({ id, draft }) => draft.tags.map((tag) => ({ id, tag: tagKey(tag) })))
  if (rows.length === 0) return
  tx.send(ITEM_WRITE_SQL.addTags, [rows.map(({ tag }) => tag), rows.map(({ id }) => id)])
}

function saveContents(
  tx: WriteConnection,
  items: readonly { readonly id: number; readonly draft: ItemDraft }[],
): void {
  const isEmpty = ({ draft }: (typeof items)[number]): boolean =>
    draft.contentHtml === '' && draft.contentText === ''
  const rows = items
    .filter((item) => !isEmpty(item))
    .map(({ id, draft }) => ({
      id,
      html: draft.contentHtml,
      text: draft.contentText === draft.contentHtml ? null : draft.contentText,
    }))
  if (rows.length > 0) tx.send(ITEM_WRITE_SQL.saveContents, [jsonRows(rows)])
  const empty = items.filter(isEmpty).map(({ id }) => id)
  if (empty.length > 0) tx.send(ITEM_WRITE_SQL.dropContents, [empty])
}

function draftRow(
  draft: ItemDraft,
  facetOf: FacetOf,
): Record<keyof typeof DRAFT_COLUMNS, string | number | null> {
  return {
    published_at: draft.publishedAt,
    facet_id: facetOf(draft),
    word_count: draft.wordCount,
    reading_minutes: draft.readingMinutes,
    content_hash: draft.contentHash,
    url: draft.url,
    title: draft.title,
    summary: draft.summary,
    author: draft.author,
    tags: jsonOrNull(draft.tags),
    image_url: draft.imageUrl,
    comments_url: draft.commentsUrl,
    enclosures: jsonOrNull(draft.enclosures),
  }
}

/** Lists are stored as JSON. Their texts may have what `jsonRows` replaces. */
export function jsonOrNull(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : jsonRows(list as readonly object[])
}

function typed(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join()
}
