import type { Engagement } from '../../model/entry.ts'
import type { ItemDraft } from '../../model/item.ts'
import { type Cell, jsonRows, type WriteConnection } from '../connection.ts'
import { typedColumns } from '../copy/tables.ts'
import type { DeletedText, ItemEdit, SightingWrite } from '../records.ts'
import { lastText, sharedKeys } from '../rows/entry-row.ts'
import { keyHash } from '../rows/hashes.ts'
import { countsOf, strongestSighting } from '../rows/item-row.ts'
import { assigned, ITEM_WRITE_SQL } from './items.ts'
import { inRounds } from './rounds.ts'

/** Columns that each visit writes, besides the counts. */
const RENEWED_COLUMNS = ['item_id', 'entry_hash', 'text_hash', 'url', 'published_at', 'comments_url']

/** A sighting keeps its counts if it shows the same article and this visit has none. */
const KEEPS_COUNTS = 'sightings.item_id = x.item_id AND coalesce(x.points, x.comments) IS NULL'

export const SIGHTING_WRITE_SQL = {
  known: `SELECT x.place, g.id, g.item_id, g.url, g.comments_url, g.points, g.comments FROM json_to_recordset($2::json) x(place int, hash uuid) CROSS JOIN sightings g
    WHERE g.source_id = $1 AND g.entry_key_hash = x.hash`,
  urls: 'SELECT id, url FROM items WHERE id = ANY($1::bigint[])',
  // Keeps the time of the first sighting.
  renew: `UPDATE sightings SET ${assigned(RENEWED_COLUMNS)},
      points = CASE WHEN ${KEEPS_COUNTS} THEN sightings.points ELSE x.points END,
      comments = CASE WHEN ${KEEPS_COUNTS} THEN sightings.comments ELSE x.comments END
    FROM json_to_recordset($1::json) x(id bigint, ${typedColumns('sightings', [...RENEWED_COLUMNS, 'points', 'comments'])})
    WHERE sightings.id = x.id`,
  saveTexts: `UPDATE addresses SET last_texts = coalesce(last_texts || ',', '') || x.text
    FROM json_to_recordset($1::json) x(hash uuid, text text) WHERE key_hash = x.hash AND item_id IS NULL`,
  saveEarlier: `UPDATE addresses SET last_texts = x.texts
    FROM json_to_recordset($1::json) x(hash uuid, texts text) WHERE key_hash = x.hash AND item_id IS NOT NULL`,
  keepUrls: `UPDATE sightings SET url = i.url
    FROM json_to_recordset($1::json) x(item bigint, new_url text) CROSS JOIN items i
    WHERE i.id = x.item AND sightings.item_id = x.item AND sightings.url IS NULL AND i.url <> x.new_url`,
  summarize: `UPDATE items SET also_in = s.also_in, points = s.points, comments = s.comments
    FROM (SELECT b.id, b.also_in, n.points, n.comments FROM (SELECT o.id,
        (SELECT string_agg(CAST(f.source_id AS text), ',' ORDER BY f.first) FROM
          (SELECT source_id, min(id) AS first FROM sightings WHERE item_id = o.id GROUP BY source_id) f
          WHERE f.source_id <> o.source_id) AS also_in,
        (SELECT id ${strongestSighting('o.id')}) AS strongest
      FROM items o WHERE o.id = ANY($1::bigint[])) b LEFT JOIN sightings n ON n.id = b.strongest) s
    WHERE items.id = s.id AND (items.also_in, items.points, items.comments) IS DISTINCT FROM (s.also_in, s.points, s.comments)`,
} as const

/**
 * Saves sightings of a source, and the addresses at which they were seen.
 *
 * @param added items that this visit adds, which already own their addresses
 * @returns known items with changed sightings, and those with changed engagement
 */
export async function saveSightings(
  tx: WriteConnection,
  sightings: readonly SightingWrite[],
  source: number,
  added: ReadonlyMap<number, NewAddress>,
): Promise<{ readonly seen: ReadonlySet<number>; readonly scored: ReadonlySet<number> }> {
  const seen = new Set<number>()
  const scored = new Set<number>()
  const ownUrls = await urlsOf(tx, sightings, added)
  const isKnown = (itemId: number) => ownUrls.has(itemId) && !added.has(itemId)
  for (const round of inRounds(sightings, ({ entryKey }) => entryKey)) {
    const hashes = round.map(({ entryKey }, place) => ({ place, hash: keyHash(entryKey) }))
    const rows = await tx.rows<KnownSighting>(SIGHTING_WRITE_SQL.known, [source, jsonRows(hashes)])
    const known = new Map(rows.map((row) => [row.place, row]))
    const fresh: Record<string, Cell>[] = []
    const renewed: object[] = []
    for (const [place, sighting] of round.entries()) {
      const before = known.get(place)
      const url = sighting.url === ownUrls.get(sighting.itemId) ? null : sighting.url
      const row = renewedRow(sighting, url)
      if (before === undefined) {
        const { entryKey, seenAt } = sighting
        fresh.push({ source_id: source, entry_key_hash: keyHash(entryKey), seen_at: seenAt, ...row })
        if (isKnown(sighting.itemId)) seen.add(sighting.itemId)
        continue
      }
      renewed.push({ id: before.id, ...row })
      if (before.item_id !== sighting.itemId) {
        // The entry now shows another article.
        seen.add(before.item_id)
        if (isKnown(sighting.itemId)) seen.add(sighting.itemId)
      } else {
        if (before.url !== url || before.comments_url !== row.comments_url) seen.add(sighting.itemId)
        if (hasOtherCounts(before, row)) scored.add(sighting.itemId)
      }
    }
    tx.insertAll('sightings', fresh)
    if (renewed.length > 0) tx.send(SIGHTING_WRITE_SQL.renew, [jsonRows(renewed)])
  }
  const claimed = sightings.filter(({ itemId, key }) => added.get(itemId)?.key !== key)
  const addresses = claimed.map(({ key, itemId }) => ({ key_hash: keyHash(key), item_id: itemId }))
  // A stored article shown at the address of a deleted one takes that address over.
  if (claimed.length > 0) tx.send(ITEM_WRITE_SQL.freeAddresses, [addresses.map(({ key_hash: hash }) => hash)])
  tx.insertAll('addresses', addresses, { ifNew: true })
  const shared = sightings.flatMap((one) =>
    sharedKeys(one).map((key) => ({ key_hash: keyHash(key), item_id: one.itemId })),
  )
  tx.insertAll('shared_addresses', shared, { ifNew: true })
  return { seen, scored }
}

/** Without counts, those of the last visit stay. */
function hasOtherCounts(before: Engagement, { points, comments }: Engagement): boolean {
  if (points === null && comments === null) return false
  return before.points !== points || before.comments !== comments
}

/** Items' own addresses, which sightings do not repeat. */
async function urlsOf(
  tx: WriteConnection,
  sightings: readonly SightingWrite[],
  added: ReadonlyMap<number, NewAddress>,
): Promise<ReadonlyMap<number, string>> {
  const stored = [...new Set(sightings.map(({ itemId }) => itemId))].filter((id) => !added.has(id))
  const rows =
    stored.length === 0 ? [] : await tx.tuples<readonly [number, string]>(SIGHTING_WRITE_SQL.urls, [stored])
  return new Map([...rows, ...Array.from(added, ([id, { url }]) => [id, url] as const)])
}

/** Saves the source's texts at addresses of deleted articles. */
export function saveDeleted(tx: WriteConnection, texts: readonly DeletedText[], source: number): void {
  for (const round of inRounds(texts, ({ key }) => key)) {
    const rows = round.map(({ key, textHash }) => ({ hash: keyHash(key), text: lastText(source, textHash) }))
    tx.send(SIGHTING_WRITE_SQL.saveTexts, [jsonRows(rows)])
  }
}

/** Saves the source's earlier texts of articles that it edits. */
export function saveEarlier(tx: WriteConnection, edits: readonly ItemEdit[], source: number): void {
  const rows = edits.flatMap(({ draft: { key }, earlierTexts }) =>
    earlierTexts === undefined
      ? []
      : [{ hash: keyHash(key), texts: earlierTexts.map((text) => lastText(source, text)).join() }],
  )
  for (const round of inRounds(rows, ({ hash }) => hash))
    tx.send(SIGHTING_WRITE_SQL.saveEarlier, [jsonRows(round)])
}

/** Copies items' old addresses to their sightings. Call it before the addresses change. */
export function keepUrls(
  tx: WriteConnection,
  items: readonly { readonly id: number; readonly url: string }[],
): void {
  if (items.length === 0) return
  tx.send(SIGHTING_WRITE_SQL.keepUrls, [jsonRows(items.map(({ id, url }) => ({ item: id, new_url: url })))])
}

/** Updates the items' sources and highest reported engagement. */
export function summarize(tx: WriteConnection, itemIds: readonly number[]): void {
  tx.send(SIGHTING_WRITE_SQL.summarize, [itemIds])
}

function renewedRow(sighting: SightingWrite, url: string | null) {
  return {
    item_id: sighting.itemId,
    entry_hash: sighting.entryHash,
    text_hash: sighting.textHash,
    url,
    published_at: sighting.publishedAt,
    comments_url: sighting.commentsUrl,
    ...countsOf(sighting.engagement),
  }
}

type NewAddress = Pick<ItemDraft, 'key' | 'url'>

interface KnownSighting extends Engagement {
  readonly place: number
  readonly id: number
  readonly item_id: number
  readonly url: string | null
  readonly comments_url: string | null
}
