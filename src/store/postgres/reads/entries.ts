import type { ItemDraft } from '../../../model/item.ts'
import type { EpochMs } from '../../../model/time.ts'
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
} from '../../entry-row.ts'
import type { EntryIdentity, KnownEntries, KnownEntry, SourcePublication, TitledEntry } from '../../store.ts'
import type { Connection } from '../connection.ts'
import type { Names } from '../names.ts'
import { hashText } from './addresses.ts'

export const ENTRY_READ_SQL = {
  byEntryKey: `SELECT ${KNOWN_COLUMNS}, coalesce(s.url, i.url) AS url, s.entry_hash, s.text_hash,
      replace(s.entry_key_hash::text, '-', '') AS hash
    FROM sightings s JOIN items i ON i.id = s.item_id WHERE s.source_id = $1 AND s.entry_key_hash = ANY($2::uuid[])`,
  byKey: `SELECT a.last_texts, ${KNOWN_COLUMNS}, i.url, replace(a.key_hash::text, '-', '') AS hash
    FROM addresses a LEFT JOIN items i ON i.id = a.item_id WHERE a.key_hash = ANY($1::uuid[])`,
  // A source may show several entries for one article. The one sighted last counts.
  ownSightings: `SELECT DISTINCT ON (item_id) item_id, entry_hash, text_hash FROM sightings
    WHERE item_id = ANY($1::bigint[]) AND source_id = $2 ORDER BY item_id, id DESC`,
  // If a source gives more than 20 entries the same time, the time identifies none of them. Without the limit the search
  // would be quadratic.
  twins: `SELECT d.place, t.* FROM unnest($2::bigint[], $3::text[]) WITH ORDINALITY d(published_at, title, place)
    CROSS JOIN LATERAL (SELECT * FROM (SELECT ${KNOWN_COLUMNS}, i.url FROM items i
        WHERE i.source_id = $1 AND i.published_at = d.published_at ORDER BY i.id LIMIT 20) same
      WHERE same.title = d.title LIMIT 1) t`,
  titled: `SELECT d.place, t.* FROM unnest($1::uuid[]) WITH ORDINALITY d(hash, place)
    CROSS JOIN LATERAL (SELECT ${TITLED_COLUMNS} FROM shared_addresses a JOIN items i ON i.id = a.item_id
      LEFT JOIN contents c ON c.item_id = i.id WHERE a.key_hash = d.hash ORDER BY a.item_id DESC LIMIT 20) t`,
  engagements: `SELECT coalesce(points, 0) + 0.5::float8 * coalesce(comments, 0) FROM sightings
    WHERE source_id = $1 AND seen_at >= $2 AND (points IS NOT NULL OR comments IS NOT NULL)`,
  discussions: `SELECT comments_url FROM sightings
    WHERE source_id = $1 AND seen_at >= $2 AND (points IS NOT NULL OR comments IS NOT NULL)
      AND published_at >= $2 AND comments_url IS NOT NULL
    ORDER BY published_at DESC, id DESC LIMIT $3`,
  published: 'SELECT published_at FROM items WHERE source_id = $1 ORDER BY published_at DESC LIMIT $2',
  publications: `SELECT published_at AS "publishedAt", coalesce(ranked_at, published_at) = published_at AS dated,
    word_count AS "wordCount" FROM items WHERE source_id = $1 ORDER BY published_at DESC LIMIT $2`,
} as const

/** Reads what the store knows about the entries of a source. */
export class EntryReads {
  readonly #db: Connection
  readonly #names: Names

  constructor(db: Connection, names: Names) {
    this.#db = db
    this.#names = names
  }

  async findKnown(sourceId: string, identities: readonly EntryIdentity[]): Promise<KnownEntries> {
    const source = await this.#keyOf(sourceId)
    const hashes = identities.map(({ key, entryKey }) => ({
      key: { text: key, hash: hashText(key) },
      entryKey: { text: entryKey, hash: hashText(entryKey) },
    }))
    const [own, addresses] = await Promise.all([
      this.#db
        .rows<OwnRow & Hashed>(ENTRY_READ_SQL.byEntryKey, [
          source,
          hashes.map(({ entryKey }) => entryKey.hash),
        ])
        .then(byHash),
      this.#db.rows<FoundAddress>(ENTRY_READ_SQL.byKey, [hashes.map(({ key }) => key.hash)]).then(byHash),
    ])
    const sightings = await this.#sightings(
      [...addresses.values()].flatMap(({ id }) => id ?? []),
      source,
    )
    const byEntryKey = new Map<string, KnownEntry>()
    const byKey = new Map<string, KnownEntry>()
    const deleted = new Map<string, readonly number[]>()
    for (const { key, entryKey } of hashes) {
      const entry = own.get(entryKey.hash)
      if (entry !== undefined) byEntryKey.set(entryKey.text, knownOf(entry, source, entry))
      const address = addresses.get(key.hash)
      if (address === undefined) continue
      if (address.id === null) deleted.set(key.text, lastTextsOf(source, address.last_texts))
      else {
        // The sighting of the entry itself if it stands for the article, else of another entry of the source that does.
        const sighting = entry?.id === address.id ? entry : sightings.get(address.id)
        byKey.set(key.text, knownOf(address, source, sighting))
      }
    }
    return { byEntryKey, byKey, deleted }
  }

  async findTwins(
    sourceId: string,
    drafts: readonly Pick<ItemDraft, 'title' | 'publishedAt'>[],
  ): Promise<(KnownEntry | undefined)[]> {
    if (drafts.length === 0) return []
    const source = await this.#keyOf(sourceId)
    const rows = await this.#db.rows<KnownRow & { readonly place: number }>(ENTRY_READ_SQL.twins, [
      source,
      drafts.map(({ publishedAt }) => publishedAt),
      drafts.map(({ title }) => title),
    ])
    const sightings = await this.#sightings(
      rows.map(({ id }) => id),
      source,
    )
    const twins = new Map(rows.map((row) => [row.place, knownOf(row, source, sightings.get(row.id))]))
    return drafts.map((_, at) => twins.get(at + 1))
  }

  async findTitled(sourceId: string, titleKeys: readonly string[]): Promise<TitledEntry[][]> {
    const source = await this.#keyOf(sourceId)
    const hashes = titleKeys.map(hashText)
    const rows = await this.#db.rows<TitledRow & { readonly place: number }>(ENTRY_READ_SQL.titled, [hashes])
    const sightings = await this.#sightings(
      rows.map(({ id }) => id),
      source,
    )
    const found = titleKeys.map((): TitledEntry[] => [])
    for (const row of rows.toSorted((a, b) => b.id - a.id))
      found[row.place - 1]?.push(titledOf(row, source, sightings.get(row.id)))
    return found
  }

  async listEngagements(sourceId: string, from: EpochMs): Promise<number[]> {
    return this.#values<number>(ENTRY_READ_SQL.engagements, [await this.#keyOf(sourceId), from])
  }

  async listDiscussions(sourceId: string, from: EpochMs, limit: number): Promise<string[]> {
    return this.#values<string>(ENTRY_READ_SQL.discussions, [await this.#keyOf(sourceId), from, limit])
  }

  async listPublishedTimes(sourceId: string, limit: number): Promise<EpochMs[]> {
    return this.#values<EpochMs>(ENTRY_READ_SQL.published, [await this.#keyOf(sourceId), limit])
  }

  async listPublications(sourceId: string, limit: number): Promise<SourcePublication[]> {
    return this.#db.rows<SourcePublication>(ENTRY_READ_SQL.publications, [await this.#keyOf(sourceId), limit])
  }

  /** @returns 0, which no source has, if the source is unknown */
  async #keyOf(sourceId: string): Promise<number> {
    return (await this.#names.findSource(sourceId))?.key ?? 0
  }

  /** By item. */
  async #sightings(itemIds: readonly number[], source: number): Promise<ReadonlyMap<number, SightingRow>> {
    if (itemIds.length === 0) return new Map()
    const rows = await this.#db.rows<SightingRow & { readonly item_id: number }>(
      ENTRY_READ_SQL.ownSightings,
      [itemIds, source],
    )
    return new Map(rows.map((row) => [row.item_id, row]))
  }

  async #values<T>(sql: string, values: readonly number[]): Promise<T[]> {
    return (await this.#db.tuples<readonly [T]>(sql, values)).map(([value]) => value)
  }
}

interface Hashed {
  /** In hex. */
  readonly hash: string
}

type FoundAddress = Hashed & AddressRow

function byHash<Row extends Hashed>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.hash, row]))
}
