import { DigestError } from '../../model/errors.ts'

/** Representation of a column in a copy. `hash`: 32 hex digits for 16 bytes. `uuid`: text. `bytes`: a buffer. */
type CellType = 'integer' | 'real' | 'text' | 'hash' | 'uuid' | 'bytes'

export interface CopiedColumn {
  readonly name: string
  readonly type: CellType
}

/** A table of both engines. */
export interface CopiedTable {
  readonly name: string
  /** Unique columns, in the order of reading and writing rows. Texts are ordered by their UTF-8 bytes. */
  readonly key: readonly string[]
  readonly columns: readonly CopiedColumn[]
  /** Whether the engine numbers the first column of new rows. */
  readonly isNumbered: boolean
  /** Rows per batch, fewer for large rows. */
  readonly batchRows: number
}

/** Counter of a store with an unfinished copy: the source's `seq` at the start of the copy. */
export const UNFINISHED_COPY = 'copying'

/** Error of opening an unfinished copy, which would return only part of the items. */
export function unfinishedCopy(place: string): DigestError {
  const message = `${place} is an unfinished copy of another store: run the same 'content-digest store copy' or 'restore' again, which goes on`
  return new DigestError('storeForeign', message)
}

/** Copied first, in one transaction: the identity of the source, and its counters. */
export const HEAD_TABLES: readonly CopiedTable[] = [
  table('identity', ['id'], { uuid: 'id history' }),
  table('counters', ['name'], { text: 'name', integer: 'value' }),
]

/** All other tables. Caches are not copied, nor arrivals in the inbox, which are fetched again. */
export const DATA_TABLES: readonly CopiedTable[] = [
  table(
    'sources',
    ['id'],
    {
      integer: `id configured position enabled every_ms next_visit_at interval_ms last_visit_at last_success_at last_status
        latency_ms consecutive_errors last_error_at`,
      real: 'weight',
      text: `slug name type url category category_name region language etag last_modified document_hash rules_hash site_url
        icon_url last_error_code last_error_message location`,
    },
    { isNumbered: true },
  ),
  table('visits', ['source_id', 'at'], { integer: 'source_id at failed added' }),
  table(
    'source_events',
    ['id'],
    { integer: 'id source_id at', text: 'kind code message' },
    { isNumbered: true },
  ),
  table(
    'icons',
    ['source_id'],
    { integer: 'source_id checked_at next_check_at', text: 'mime_type', bytes: 'bytes' },
    { batchRows: 100 },
  ),
  table('facets', ['id'], { integer: 'id', text: 'category region language' }, { isNumbered: true }),
  table('items', ['id'], {
    integer: `id published_at ranked_at facet_id story_id source_id first_seen_at updated_at renewed_at points comments
      word_count reading_minutes`,
    real: 'hot score weight frequency depth coverage engagement share',
    text: 'also_in content_hash publisher url title summary author tags image_url comments_url enclosures',
  }),
  table('contents', ['item_id'], { integer: 'item_id', text: 'html text' }, { batchRows: 200 }),
  table('item_tags', ['tag', 'item_id'], { text: 'tag', integer: 'item_id' }),
  table('addresses', ['key_hash'], { hash: 'key_hash', integer: 'item_id', text: 'last_texts' }),
  table('shared_addresses', ['key_hash', 'item_id'], { hash: 'key_hash', integer: 'item_id' }),
  table(
    'sightings',
    ['id'],
    {
      integer: 'id item_id source_id text_hash seen_at published_at points comments',
      hash: 'entry_key_hash',
      text: 'entry_hash url comments_url',
    },
    { isNumbered: true },
  ),
  table('stories', ['id'], { integer: 'id item_count source_count alias_of representative_id' }),
  table(
    'thumbnails',
    ['item_id'],
    { integer: 'item_id next_check_at', text: 'image_url', bytes: 'bytes' },
    { batchRows: 100 },
  ),
  table('digests', ['name'], { text: 'name', integer: 'since_at' }),
  table(
    'editions',
    ['digest', 'date'],
    { text: 'digest date body', integer: 'made_at story_count' },
    { batchRows: 100 },
  ),
  table('deliveries', ['digest', 'date', 'target'], {
    text: 'digest date target state error',
    integer: 'attempts next_at',
  }),
  table(
    'hooks',
    ['name'],
    {
      text: 'name history batch_id batch_type batch_body error',
      integer: 'position failures failing_since next_at resting changed_at last_sent_at',
    },
    { batchRows: 100 },
  ),
  table('announced_stories', ['hook', 'story_id'], { text: 'hook', integer: 'story_id' }),
  table('changes', ['seq'], { integer: 'seq item_id story_id source_id reasons at', text: 'kind' }),
]

/** @param columns names by type, separated by spaces */
function table(
  name: string,
  key: readonly string[],
  columns: Partial<Record<CellType, string>>,
  { isNumbered = false, batchRows = 1_000 }: Partial<Pick<CopiedTable, 'isNumbered' | 'batchRows'>> = {},
): CopiedTable {
  const listed = Object.entries(columns).flatMap(([type, names]) =>
    names.split(/\s+/).map((column): CopiedColumn => ({ name: column, type: type as CellType })),
  )
  return { name, key, columns: listed, isNumbered, batchRows }
}

/** Columns of the key, in key order. */
export function keyColumns({ key, columns }: CopiedTable): CopiedColumn[] {
  return key.flatMap((name) => columns.filter((column) => column.name === name))
}

const TYPES = new Map(
  [...HEAD_TABLES, ...DATA_TABLES].flatMap(({ name, columns }) =>
    columns.map((column) => [`${name}.${column.name}`, column.type] as const),
  ),
)

/** Type of a column; text for tables that are not copied. */
export function columnType(table: string, column: string): CellType {
  return TYPES.get(`${table}.${column}`) ?? 'text'
}

/** PostgreSQL types for JSON rows and parameters. */
export const POSTGRES_TYPES: Record<CellType, string> = {
  integer: 'bigint',
  real: 'float8',
  text: 'text',
  hash: 'uuid',
  uuid: 'uuid',
  bytes: 'text',
}

/** Column definitions for `json_to_recordset`. */
export function typedColumns(table: string, columns: readonly string[]): string {
  return columns.map((column) => `${column} ${POSTGRES_TYPES[columnType(table, column)]}`).join(', ')
}
