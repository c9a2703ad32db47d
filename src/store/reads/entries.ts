import type { EpochMs } from '../../model/time.ts'
import { type Connection, jsonRows, listValues } from '../connection.ts'
import {
  type AddressRow,
  KNOWN_COLUMNS,
  type KnownRow,
  knownOf,
  lastTextsOf,
  type OwnRow,
  type SightingRow,
  TITLED_COLUMNS,
  titledOf,
  type TitledRow,
} from '../rows/entry-row.ts'
import { keyHash } from '../rows/hashes.ts'
import { ENGAGEMENT_POINTS, HAS_ENGAGEMENT } from '../rows/item-row.ts'
import type { StoreNames } from '../rows/store-names.ts'
import type {
  EntryIdentity,
  KnownEntries,
  KnownEntry,
  SourcePublication,
  TitledEntry,
  TwinDraft,
} from '../store.ts'

export const ENTRY_READ_SQL = {
  byEntryKey: `SELECT x.place, ${KNOWN_COLUMNS}, coalesce(s.url, i.url) AS url, s.entry_hash, s.text_hash
    FROM json_to_recordset($2::json) x(place int, hash uuid) CROSS JOIN sightings s CROSS JOIN items i
    WHERE s.source_id = $1 AND s.entry_key_hash = x.hash AND i.id = s.item_id`,
  byKey: `SELECT x.place, a.last_texts, ${KNOWN_COLUMNS}, i.url
    FROM json_to_recordset($1::json) x(place int, hash uuid) CROSS JOIN addresses a LEFT JOIN items i ON i.id = a.item_id
    WHERE a.key_hash = x.hash`,
  // A source may have several entries for an article. The last sighting counts.
  ownSightings: `SELECT item_id, entry_hash, text_hash FROM sightings WHERE id IN
    (SELECT max(id) FROM sightings WHERE item_id = ANY($1::bigint[]) AND source_id = $2 GROUP BY item_id)`,
  // If a source has more than 20 entries with one time, the time identifies none of them. Without the limit the search
  // would be quadratic.
  twins: `SELECT x.place, ${KNOWN_COLUMNS}, i.url FROM (SELECT d.place,
        (SELECT coalesce(min(CASE WHEN t.title = d.title THEN t.id END), min(CASE WHEN lower(t.title) LIKE lower(d.words) THEN t.id END),
            min(CASE WHEN d.name <> '' AND lower(t.url) LIKE '%' || lower(d.name) || '%' THEN t.id END))
          FROM (SELECT o.id, o.title, o.url FROM items o WHERE o.source_id = $1 AND o.published_at = d.published_at
            ORDER BY o.id LIMIT 20) t) AS twin
      FROM json_to_recordset($2::json) d(place int, published_at bigint, title text, words text, name text)) x CROSS JOIN items i
    WHERE i.id = x.twin`,
  newest: `SELECT ${KNOWN_COLUMNS}, i.url FROM items i WHERE i.source_id = $1
    ORDER BY i.published_at DESC, i.id DESC LIMIT $2`,
  titled: `SELECT ${TITLED_COLUMNS} FROM (SELECT item_id FROM shared_addresses WHERE key_hash = $1::uuid
      ORDER BY item_id DESC LIMIT 20) a CROSS JOIN items i LEFT JOIN contents c ON c.item_id = i.id
    WHERE i.id = a.item_id`,
  engagements: `SELECT ${ENGAGEMENT_POINTS} FROM sightings WHERE source_id = $1 AND seen_at >= $2 AND ${HAS_ENGAGEMENT}`,
  discussions: `SELECT comments_url FROM sightings WHERE source_id = $1 AND seen_at >= $2 AND ${HAS_ENGAGEMENT}
      AND published_at >= $2 AND comments_url IS NOT NULL
    ORDER BY published_at DESC, id DESC LIMIT $3`,
  published: 'SELECT published_at FROM items WHERE source_id = $1 ORDER BY published_at DESC LIMIT $2',
  publications: `SELECT published_at AS "publishedAt", CASE WHEN coalesce(ranked_at, published_at) = published_at THEN 1 ELSE 0 END AS dated,
    word_count AS "wordCount" FROM items WHERE source_id = $1 ORDER BY published_at DESC LIMIT $2`,
} as const

/** Longer titles are compared exactly, since patterns of many words are slow. */
const MAX_WORDS_CHARS = 200

/** LIKE pattern that allows other punctuation between the words, such as quotes and dashes. */
function wordsPattern(title: string): string {
  const isComparable = title.length <= MAX_WORDS_CHARS && /[\p{L}\p{N}]/u.test(title)
  return isComparable ? `%${title.replace(/[^\p{L}\p{M}\p{N}]+/gu, '%')}%` : title
}

export function entryReads(db: Connection, names: StoreNames) {
  /** @returns 0, the key of no source, if the source is unknown */
  async function keyOf(sourceId: string): Promise<number> {
    return (await names.findSource(sourceId))?.key ?? 0
  }

  /** By item id. */
  async function ownSightings(
    itemIds: readonly number[],
    source: number,
  ): Promise<ReadonlyMap<number, SightingRow>> {
    if (itemIds.length === 0) return new Map()
    const rows = await db.rows<SightingRow & { readonly item_id: number }>(ENTRY_READ_SQL.ownSightings, [
      itemIds,
      source,
    ])
    return new Map(rows.map((row) => [row.item_id, row]))
  }

  async function byPlace<Row>(
    sql: string,
    values: readonly (number | string)[],
  ): Promise<ReadonlyMap<number, Row>> {
    const rows = await db.rows<Row & { readonly place: number }>(sql, values)
    return new Map(rows.map((row) => [row.place, row]))
  }

  return {
    async findKnown(sourceId: string, identities: readonly EntryIdentity[]): Promise<KnownEntries> {
      const source = await keyOf(sourceId)
      const [own, addresses] = await Promise.all([
        byPlace<OwnRow>(ENTRY_READ_SQL.byEntryKey, [
          source,
          hashRows(identities.map(({ entryKey }) => entryKey)),
        ]),
        byPlace<AddressRow>(ENTRY_READ_SQL.byKey, [hashRows(identities.map(({ key }) => key))]),
      ])
      const sightings = await ownSightings(
        [...addresses.values()].flatMap(({ id }) => id ?? []),
        source,
      )
      const byEntryKey = new Map<string, KnownEntry>()
      const byKey = new Map<string, KnownEntry>()
      const deleted = new Map<string, readonly number[]>()
      for (const [place, { key, entryKey }] of identities.entries()) {
        const entry = own.get(place)
        if (entry !== undefined) byEntryKey.set(entryKey, knownOf(entry, source, entry))
        const address = addresses.get(place)
        if (address === undefined) continue
        const texts = lastTextsOf(source, address.last_texts)
        if (address.id === null)
          deleted.set(
            key,
            texts.sort((a, b) => a - b),
          )
        else {
          // The entry's own sighting if it shows this article, else the last sighting of the article in this source.
          const sighting = entry?.id === address.id ? entry : sightings.get(address.id)
          const found = knownOf(address, source, sighting)
          byKey.set(key, texts.length === 0 ? found : { ...found, earlierTexts: texts })
        }
      }
      return { byEntryKey, byKey, deleted }
    },

    async findTwins(sourceId: string, drafts: readonly TwinDraft[]): Promise<(KnownEntry | undefined)[]> {
      if (drafts.length === 0) return []
      const source = await keyOf(sourceId)
      const rows = drafts.map(({ publishedAt, title, name = '' }, place) => ({
        place,
        published_at: publishedAt,
        title,
        words: wordsPattern(title),
        name,
      }))
      const twins = await byPlace<KnownRow>(ENTRY_READ_SQL.twins, [source, jsonRows(rows)])
      const sightings = await ownSightings(
        Array.from(twins.values(), ({ id }) => id),
        source,
      )
      return drafts.map((_, place) => {
        const twin = twins.get(place)
        return twin && knownOf(twin, source, sightings.get(twin.id))
      })
    },

    async listNewest(sourceId: string, limit: number): Promise<KnownEntry[]> {
      const source = await keyOf(sourceId)
      const rows = await db.rows<KnownRow>(ENTRY_READ_SQL.newest, [source, limit])
      const sightings = await ownSightings(
        rows.map(({ id }) => id),
        source,
      )
      return rows.map((row) => knownOf(row, source, sightings.get(row.id)))
    },

    async findTitled(sourceId: string, titleKeys: readonly string[]): Promise<TitledEntry[][]> {
      const source = await keyOf(sourceId)
      const found = await Promise.all(
        titleKeys.map((key) => db.rows<TitledRow>(ENTRY_READ_SQL.titled, [keyHash(key)])),
      )
      const sightings = await ownSightings(
        found.flatMap((rows) => rows.map(({ id }) => id)),
        source,
      )
      return found.map((rows) =>
        rows.toSorted((a, b) => b.id - a.id).map((row) => titledOf(row, source, sightings.get(row.id))),
      )
    },

    async listEngagements(sourceId: string, from: EpochMs): Promise<number[]> {
      return listValues(db, ENTRY_READ_SQL.engagements, [await keyOf(sourceId), from])
    },

    async listDiscussions(sourceId: string, from: EpochMs, limit: number): Promise<string[]> {
      return listValues(db, ENTRY_READ_SQL.discussions, [await keyOf(sourceId), from, limit])
    },

    async listPublishedTimes(sourceId: string, limit: number): Promise<EpochMs[]> {
      return listValues(db, ENTRY_READ_SQL.published, [await keyOf(sourceId), limit])
    },

    async listPublications(sourceId: string, limit: number): Promise<SourcePublication[]> {
      const rows = await db.rows<PublicationRow>(ENTRY_READ_SQL.publications, [await keyOf(sourceId), limit])
      return rows.map((row) => ({ ...row, dated: row.dated === 1 }))
    },
  }
}

type PublicationRow = Omit<SourcePublication, 'dated'> & { readonly dated: number }

function hashRows(keys: readonly string[]): string {
  return jsonRows(keys.map((key, place) => ({ place, hash: keyHash(key) })))
}
