import { groupBy } from '../../model/group-by.ts'
import { inOrder } from '../../model/in-order.ts'
import type { Article, Content, Item, ScoreParts, Sighting } from '../../model/item.ts'
import { canonicalKey, displayUrl } from '../../url/url.ts'
import { type Connection, findValue, listValues } from '../connection.ts'
import { keyHash } from '../rows/hashes.ts'
import {
  engagementOf,
  ITEM_COLUMNS,
  ITEM_WIDTH,
  type ItemRow,
  itemOf,
  PARTS_COLUMNS,
  type PartsRow,
  partsOf,
  sourceKeys,
} from '../rows/item-row.ts'
import type { StoreNames } from '../rows/store-names.ts'

const ITEM_FROM = `FROM unnest($1::bigint[]) j(id) CROSS JOIN items i LEFT JOIN stories s ON s.id = i.story_id`

/** Columns of an item with its content `c`, in the order of `ArticleRow`. */
const ARTICLE_COLUMNS = `${ITEM_COLUMNS}, i.ranked_at, i.hot, c.html, coalesce(c.text, c.html), ${PARTS_COLUMNS}`

export const ITEM_READ_SQL = {
  items: `SELECT ${ITEM_COLUMNS} ${ITEM_FROM} WHERE i.id = j.id`,
  articles: `SELECT ${ARTICLE_COLUMNS} ${ITEM_FROM} LEFT JOIN contents c ON c.item_id = i.id WHERE i.id = j.id`,
  sightings: `SELECT item_id, source_id, url, seen_at, comments_url, points, comments
    FROM sightings WHERE item_id = ANY($1::bigint[]) ORDER BY id`,
  scoreParts: `SELECT id, ${PARTS_COLUMNS} FROM items WHERE id = ANY($1::bigint[])`,
  html: `SELECT item_id, html FROM contents WHERE item_id = ANY($1::bigint[]) AND html <> ''`,
  contents: 'SELECT item_id, html, text FROM contents WHERE item_id = ANY($1::bigint[])',
  texts: `SELECT item_id, coalesce(text, html) FROM contents
    WHERE item_id = ANY($1::bigint[]) AND (html <> '' OR text <> '')`,
  after: 'SELECT id FROM items WHERE id > $1 ORDER BY id LIMIT $2',
  story: 'SELECT coalesce(alias_of, id) FROM stories WHERE id = $1',
  representatives: `SELECT id, representative_id FROM stories
    WHERE id = ANY($1::bigint[]) AND representative_id IS NOT NULL`,
  ofAddress: `SELECT i.id, i.url, a.is_owner,
      (SELECT count(*) FROM sightings s WHERE s.item_id = i.id AND s.url = $2) AS sighted
    FROM (SELECT item_id, 1 AS is_owner FROM addresses WHERE key_hash = $1::uuid
      UNION ALL SELECT item_id, 0 FROM shared_addresses WHERE key_hash = $1::uuid) a CROSS JOIN items i
    WHERE i.id = a.item_id ORDER BY a.is_owner DESC, i.published_at DESC, i.id DESC`,
} as const

export function itemReads(db: Connection, names: StoreNames) {
  async function findArticles(ids: readonly number[]): Promise<Article[]> {
    const rows = inOrder(ids, await db.tuples<ArticleRow>(ITEM_READ_SQL.articles, [ids]), ([id]) => id)
    if (rows.length === 0) return []
    const all = await db.rows<SightingRow>(ITEM_READ_SQL.sightings, [ids])
    await knowNames(rows, all)
    const sightings = groupBy(all, (row) => row.item_id)
    return rows.map((row) => articleOf(row, sightings.get(row[0]) ?? [], names))
  }

  async function knowNames(
    rows: readonly (readonly [...ItemRow, ...unknown[]])[],
    sightings: readonly SightingRow[],
  ): Promise<void> {
    await names.know(
      [...rows.flatMap((row) => [row[5], ...sourceKeys(row[6])]), ...sightings.map((row) => row.source_id)],
      rows.map((row) => row[3]),
    )
  }

  return {
    async findItems(ids: readonly number[]): Promise<Item[]> {
      const rows = inOrder(ids, await db.tuples<ItemRow>(ITEM_READ_SQL.items, [ids]), ([id]) => id)
      await knowNames(rows, [])
      return rows.map((row) => itemOf(row, names))
    },

    /**
     * Finds the items shown at exactly an address, else those with its canonical address.
     *
     * @returns the owner of the canonical address first, then the newest first
     */
    async findItemIdsByUrl(url: string): Promise<number[]> {
      const key = canonicalKey(url)
      if (key === undefined) return []
      const address = displayUrl(url) ?? url
      const rows = await db.rows<AddressRow>(ITEM_READ_SQL.ofAddress, [keyHash(key), address])
      const owners = new Set(rows.filter((row) => row.is_owner === 1).map(({ id }) => id))
      const candidates = rows.filter((row) => row.is_owner === 1 || !owners.has(row.id))
      if (candidates.every((row) => row.is_owner === 1)) return candidates.map(({ id }) => id)
      // Items with this address as their own, else items that a source showed at it.
      const own = candidates.filter((row) => row.url === address)
      const exact = own.length > 0 ? own : candidates.filter((row) => row.sighted > 0)
      return (exact.length > 0 ? exact : candidates).map(({ id }) => id)
    },

    async findArticle(id: number): Promise<Article | undefined> {
      return (await findArticles([id]))[0]
    },

    async listArticles(afterId: number, limit: number): Promise<Article[]> {
      return findArticles(await listValues(db, ITEM_READ_SQL.after, [afterId, limit]))
    },

    async findScoreParts(ids: readonly number[]): Promise<Map<number, ScoreParts>> {
      const rows = await db.tuples<readonly [number, ...PartsRow]>(ITEM_READ_SQL.scoreParts, [ids])
      return new Map(rows.map(([id, ...parts]) => [id, partsOf(parts)]))
    },

    async findHtml(ids: readonly number[]): Promise<Map<number, string>> {
      return new Map(await db.tuples<readonly [number, string]>(ITEM_READ_SQL.html, [ids]))
    },

    async findContents(ids: readonly number[]): Promise<Map<number, Content>> {
      const rows = await db.tuples<readonly [number, string, string | null]>(ITEM_READ_SQL.contents, [ids])
      return new Map(rows.map(([id, html, text]) => [id, { contentHtml: html, contentText: text ?? html }]))
    },

    async findTexts(ids: readonly number[]): Promise<Map<number, string>> {
      return new Map(await db.tuples<readonly [number, string]>(ITEM_READ_SQL.texts, [ids]))
    },

    resolveStoryId: (id: number) => findValue<number>(db, ITEM_READ_SQL.story, [id]),

    async findRepresentatives(storyIds: readonly number[]): Promise<Map<number, number>> {
      const rows = await db.tuples<readonly [number, number]>(ITEM_READ_SQL.representatives, [storyIds])
      return new Map(inOrder(storyIds, rows, ([id]) => id))
    },
  }
}

interface AddressRow {
  readonly id: number
  readonly url: string
  /** 1 if the item owns the canonical address. */
  readonly is_owner: number
  /** Number of sightings at exactly this address. */
  readonly sighted: number
}

function articleOf(row: ArticleRow, sightings: readonly SightingRow[], names: StoreNames): Article {
  const item = itemOf(row, names)
  const [rankedAt, hot, html, text, ...parts] = row.slice(ITEM_WIDTH) as unknown as ArticleColumns
  return {
    item,
    contentHtml: html ?? '',
    contentText: text ?? '',
    sightings: sightings.map((sighting) => sightingOf(sighting, item.url, names)),
    scoreParts: partsOf(parts),
    rankedAt: rankedAt ?? item.publishedAt,
    hot,
  }
}

function sightingOf(row: SightingRow, itemUrl: string, names: StoreNames): Sighting {
  return {
    source: names.source(row.source_id).slug,
    url: row.url ?? itemUrl,
    seenAt: row.seen_at,
    commentsUrl: row.comments_url,
    engagement: engagementOf(row.points, row.comments),
  }
}

type ArticleColumns = readonly [
  rankedAt: number | null,
  hot: number,
  html: string | null,
  text: string | null,
  ...parts: PartsRow,
]

type ArticleRow = readonly [...ItemRow, ...ArticleColumns]

interface SightingRow {
  readonly item_id: number
  readonly source_id: number
  /** `null` if it equals the item's address. */
  readonly url: string | null
  readonly seen_at: number
  readonly comments_url: string | null
  readonly points: number | null
  readonly comments: number | null
}
