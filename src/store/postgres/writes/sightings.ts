import { lastText, sharedKeys } from '../../entry-row.ts'
import { countsOf } from '../../item-row.ts'
import type { DeletedText, SightingWrite } from '../../records.ts'
import type { WriteConnection } from '../connection.ts'
import { hashText } from '../reads/addresses.ts'
import { jsonRows } from '../statements.ts'
import { inRounds } from './rounds.ts'

const ROW = `place int, id bigint, item_id bigint, hash uuid, entry_hash text, text_hash int, url text, seen_at bigint, published_at bigint,
  comments_url text, points bigint, comments bigint`

export const SIGHTING_WRITE_SQL = {
  find: `SELECT id, item_id, replace(entry_key_hash::text, '-', '') AS hash FROM sightings
    WHERE source_id = $1 AND entry_key_hash = ANY($2::uuid[])`,
  add: `INSERT INTO sightings (item_id, source_id, entry_key_hash, entry_hash, text_hash, url, seen_at, published_at,
      comments_url, points, comments)
    SELECT x.item_id, $2, x.hash, x.entry_hash, x.text_hash, nullif(x.url, i.url), x.seen_at, x.published_at, x.comments_url,
      x.points, x.comments
    FROM json_to_recordset($1::json) x(${ROW}) LEFT JOIN items i ON i.id = x.item_id ORDER BY x.place`,
  // Keeps the time of the first sighting. Keeps the counts if the article is the same and this visit has no counts.
  renew: `UPDATE sightings g SET item_id = x.item_id, entry_hash = x.entry_hash, text_hash = x.text_hash,
      url = nullif(x.url, (SELECT i.url FROM items i WHERE i.id = x.item_id)), published_at = x.published_at,
      comments_url = x.comments_url,
      points = CASE WHEN g.item_id = x.item_id AND coalesce(x.points, x.comments) IS NULL THEN g.points ELSE x.points END,
      comments = CASE WHEN g.item_id = x.item_id AND coalesce(x.points, x.comments) IS NULL THEN g.comments ELSE x.comments END
    FROM json_to_recordset($1::json) x(${ROW}) WHERE g.id = x.id`,
  addAddresses: `INSERT INTO addresses (key_hash, item_id) SELECT * FROM unnest($1::uuid[], $2::bigint[])
    ON CONFLICT DO NOTHING`,
  saveTexts: `UPDATE addresses a SET last_texts = coalesce(a.last_texts || ',', '') || x.text
    FROM unnest($1::uuid[], $2::text[]) x(hash, text) WHERE a.key_hash = x.hash AND a.item_id IS NULL`,
  shareAddresses: `INSERT INTO shared_addresses (key_hash, item_id) SELECT * FROM unnest($1::uuid[], $2::bigint[])
    ON CONFLICT DO NOTHING`,
  keepUrls: `UPDATE sightings g SET url = i.url FROM unnest($1::bigint[], $2::text[]) x(id, url) JOIN items i ON i.id = x.id
    WHERE g.item_id = i.id AND g.url IS NULL AND i.url <> x.url`,
  summarize: `UPDATE items i SET also_in = s.also_in, points = s.points, comments = s.comments
    FROM (SELECT x.id, n.points, n.comments,
        (SELECT string_agg(o.source_id::text, ',' ORDER BY o.first) FROM
          (SELECT source_id, min(id) AS first FROM sightings WHERE item_id = x.id GROUP BY source_id) o
          WHERE o.source_id <> x.source_id) AS also_in
      FROM items x LEFT JOIN LATERAL (SELECT points, comments FROM sightings
        WHERE item_id = x.id AND (points IS NOT NULL OR comments IS NOT NULL)
        ORDER BY coalesce(points, 0) + 0.5::float8 * coalesce(comments, 0) DESC, id LIMIT 1) n ON true
      WHERE x.id = ANY($1::bigint[])) s
    WHERE i.id = s.id AND (i.also_in, i.points, i.comments) IS DISTINCT FROM (s.also_in, s.points, s.comments)`,
} as const

/**
 * Saves sightings of a source, and the addresses at which they were seen.
 *
 * @param added the keys of the items that this visit adds, which own their addresses already
 * @returns the items that lost a sighting, since the entry now stands for another article
 */
export async function saveSightings(
  tx: WriteConnection,
  sightings: readonly SightingWrite[],
  source: number,
  added: ReadonlyMap<number, string>,
): Promise<number[]> {
  const left: number[] = []
  const hashed = sightings.map((sighting, place) => ({ ...rowOf(sighting), place }))
  for (const round of inRounds(hashed, ({ hash }) => hash)) {
    const known = await tx.rows<KnownSighting>(SIGHTING_WRITE_SQL.find, [
      source,
      round.map(({ hash }) => hash),
    ])
    const byHash = new Map(known.map((row) => [row.hash, row]))
    const fresh = round.filter(({ hash }) => !byHash.has(hash))
    if (fresh.length > 0) tx.send(SIGHTING_WRITE_SQL.add, [jsonRows(fresh), source])
    const renewed = round.flatMap((row) => {
      const before = byHash.get(row.hash)
      if (before === undefined) return []
      if (before.item_id !== row.item_id) left.push(before.item_id)
      return { ...row, id: before.id }
    })
    if (renewed.length > 0) tx.send(SIGHTING_WRITE_SQL.renew, [jsonRows(renewed)])
  }
  const claimed = sightings.filter(({ itemId, key }) => added.get(itemId) !== key)
  saveAddresses(
    tx,
    SIGHTING_WRITE_SQL.addAddresses,
    claimed.map(({ key, itemId }) => ({ key, itemId })),
  )
  saveAddresses(
    tx,
    SIGHTING_WRITE_SQL.shareAddresses,
    sightings.flatMap((one) => sharedKeys(one).map((key) => ({ key, itemId: one.itemId }))),
  )
  return left
}

/** Remembers what the source says at addresses of deleted articles. */
export function saveDeleted(tx: WriteConnection, texts: readonly DeletedText[], source: number): void {
  if (texts.length === 0) return
  tx.send(SIGHTING_WRITE_SQL.saveTexts, [
    texts.map(({ key }) => hashText(key)),
    texts.map(({ textHash }) => lastText(source, textHash)),
  ])
}

/** Writes items' old addresses into their sightings. Call it before the addresses change. */
export function keepUrls(
  tx: WriteConnection,
  items: readonly { readonly id: number; readonly url: string }[],
): void {
  if (items.length === 0) return
  tx.send(SIGHTING_WRITE_SQL.keepUrls, [items.map(({ id }) => id), items.map(({ url }) => url)])
}

/** Updates the sources that carry items, and the highest engagement that any of them reports. */
export function summarize(tx: WriteConnection, itemIds: readonly number[]): void {
  tx.send(SIGHTING_WRITE_SQL.summarize, [itemIds])
}

function saveAddresses(
  tx: WriteConnection,
  sql: string,
  addresses: readonly { readonly key: string; readonly itemId: number }[],
): void {
  if (addresses.length === 0) return
  tx.send(sql, [addresses.map(({ key }) => hashText(key)), addresses.map(({ itemId }) => itemId)])
}

function rowOf(sighting: SightingWrite) {
  const { points, comments } = countsOf(sighting.engagement)
  return {
    item_id: sighting.itemId,
    hash: hashText(sighting.entryKey),
    entry_hash: sighting.entryHash,
    text_hash: sighting.textHash,
    url: sighting.url,
    seen_at: sighting.seenAt,
    published_at: sighting.publishedAt,
    comments_url: sighting.commentsUrl,
    points,
    comments,
  }
}

interface KnownSighting {
  readonly id: number
  readonly item_id: number
  /** In hex. */
  readonly hash: string
}
