/**
 * SQL for the JSON of an item in the API. A page of 50 takes 0.24 ms, half the time of reading rows and encoding
 * objects (docs/decisions/029). The contract tests compare both ways.
 */
const ITEM_JSON = jsonObject({
  id: 'i.id',
  url: 'json_quote(i.url)',
  title: 'json_quote(i.title)',
  summary: `json_quote(nullif(i.summary, ''))`,
  author: 'json_quote(i.author)',
  source: 'json_quote(sources.slug)',
  sourceName: 'json_quote(sources.name)',
  alsoIn: `iif(i.also_in IS NULL, '[]', (SELECT json_group_array(sources.slug)
    FROM json_each('[' || i.also_in || ']') t CROSS JOIN sources ON sources.id = t.value))`,
  category: 'json_quote(facets.category)',
  region: 'json_quote(facets.region)',
  language: 'json_quote(facets.language)',
  tags: list('i.tags'),
  publishedAt: isoTime('i.published_at'),
  firstSeenAt: isoTime('i.first_seen_at'),
  updatedAt: `iif(i.updated_at IS NULL, 'null', ${isoTime('i.updated_at')})`,
  imageUrl: 'json_quote(i.image_url)',
  commentsUrl: 'json_quote(i.comments_url)',
  enclosures: list('i.enclosures'),
  engagement: `iif(i.points IS NULL AND i.comments IS NULL, 'null',
    ${jsonObject({ points: 'json_quote(i.points)', comments: 'json_quote(i.comments)' })})`,
  wordCount: 'i.word_count',
  readingMinutes: 'i.reading_minutes',
  // 12.0 becomes 12, as in JSON. Scores have one decimal.
  score: `format('%g', i.score)`,
  story: jsonObject({
    id: 'i.story_id',
    itemCount: 'ifnull(s.item_count, 1)',
    sourceCount: 'ifnull(s.source_count, 1)',
  }),
})

/**
 * One row: the ids separated by commas, and a line of JSON for each. One large Buffer is much cheaper than many small
 * ones.
 */
export const ITEM_JSON_SQL = {
  // CROSS JOIN makes SQLite loop over the ids in order.
  list: `SELECT group_concat(i.id), CAST(group_concat(${ITEM_JSON}, char(10)) AS BLOB)
    FROM unnest($1::bigint[]) j(id) CROSS JOIN items i ON i.id = j.id LEFT JOIN stories s ON s.id = i.story_id
    CROSS JOIN sources ON sources.id = i.source_id CROSS JOIN facets ON facets.id = i.facet_id`,
  /** One row per item, since the texts of a page together have no size limit. */
  contents: `SELECT c.item_id, CAST(format('"contentHtml":%s,"contentText":%s', json_quote(c.html),
      json_quote(coalesce(c.text, c.html))) AS BLOB)
    FROM unnest($1::bigint[]) j(id) CROSS JOIN contents c ON c.item_id = j.id`,
} as const

/** @param fields SQL for the JSON of each value */
function jsonObject(fields: Readonly<Record<string, string>>): string {
  const names = Object.keys(fields).map((name) => `"${name}":%s`)
  return `format('{${names.join()}}', ${Object.values(fields).join(', ')})`
}

/** @param column the result is `[]` if it is NULL or damaged: the page must stay valid JSON */
function list(column: string): string {
  return `iif(json_type(iif(json_valid(${column}), ${column}, 'null')) = 'array', ${column}, '[]')`
}

/** @param column epoch ms */
function isoTime(column: string): string {
  return `strftime('"%Y-%m-%dT%H:%M:%fZ"', ${column} / 1000.0, 'unixepoch')`
}

export type ItemJsonRow = readonly [ids: string | null, lines: Buffer | null]

export type ContentJsonRow = readonly [id: number, json: Buffer]

export function jsonById([ids, lines]: ItemJsonRow): Map<number, Buffer> {
  const found = new Map<number, Buffer>()
  if (ids === null || lines === null) return found
  let start = 0
  for (const id of ids.split(',')) {
    const end = lines.indexOf(LINE_FEED, start)
    found.set(Number(id), lines.subarray(start, end === -1 ? lines.length : end))
    start = end + 1
  }
  return found
}

const LINE_FEED = 10
