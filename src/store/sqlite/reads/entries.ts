import type { Database } from 'better-sqlite3'
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
import { keyHash } from '../../hashes.ts'
import type { EntryIdentity, KnownEntries, KnownEntry, SourcePublication, TitledEntry } from '../../store.ts'
import type { Names } from '../names.ts'
import { prepareAll } from '../statements.ts'

export const ENTRY_READ_SQL = {
  byEntryKey: `SELECT ${KNOWN_COLUMNS}, ifnull(s.url, i.url) AS url, s.entry_hash, s.text_hash FROM sightings s JOIN items i ON i.id = s.item_id
    WHERE s.source_id = ? AND s.entry_key_hash = ?`,
  byKey: `SELECT a.last_texts, ${KNOWN_COLUMNS}, i.url FROM addresses a LEFT JOIN items i ON i.id = a.item_id
    WHERE a.key_hash = ?`,
  // A source may show several entries for one article. The one sighted last counts.
  ownSighting:
    'SELECT entry_hash, text_hash FROM sightings WHERE item_id = ? AND source_id = ? ORDER BY id DESC LIMIT 1',
  hasItems: 'SELECT 1 FROM items WHERE source_id = ? LIMIT 1',
  // If a source gives more than 20 entries the same time, the time identifies none of them. Without the limit the
  // search would be quadratic.
  twin: `SELECT * FROM (SELECT ${KNOWN_COLUMNS}, i.url FROM items i WHERE i.source_id = ? AND i.published_at = ? LIMIT 20)
    WHERE title = ? LIMIT 1`,
  titled: `SELECT ${TITLED_COLUMNS} FROM shared_addresses a JOIN items i ON i.id = a.item_id LEFT JOIN contents c ON c.item_id = i.id
    WHERE a.key_hash = ? ORDER BY a.item_id DESC LIMIT 20`,
  engagements: `SELECT ifnull(points, 0) + 0.5 * ifnull(comments, 0) FROM sightings
    WHERE source_id = ? AND seen_at >= ? AND (points IS NOT NULL OR comments IS NOT NULL)`,
  discussions: `SELECT comments_url FROM sightings
    WHERE source_id = ? AND seen_at >= ? AND (points IS NOT NULL OR comments IS NOT NULL)
      AND published_at >= ? AND comments_url IS NOT NULL
    ORDER BY published_at DESC, id DESC LIMIT ?`,
  published: 'SELECT published_at FROM items WHERE source_id = ? ORDER BY published_at DESC LIMIT ?',
  publications: `SELECT published_at AS publishedAt, ifnull(ranked_at, published_at) = published_at AS dated,
    word_count AS wordCount FROM items WHERE source_id = ? ORDER BY published_at DESC LIMIT ?`,
} as const

/** Reads what the store knows about the entries of a source. */
export class EntryReads {
  readonly #sql
  readonly #names: Names

  constructor(db: Database, names: Names) {
    this.#sql = prepareAll(db, ENTRY_READ_SQL)
    this.#sql.engagements.pluck()
    this.#sql.discussions.pluck()
    this.#sql.published.pluck()
    this.#names = names
  }

  findKnown(sourceId: string, identities: readonly EntryIdentity[]): KnownEntries {
    const source = this.#names.sourceBySlug(sourceId)?.key ?? 0
    const byEntryKey = new Map<string, KnownEntry>()
    const byKey = new Map<string, KnownEntry>()
    const deleted = new Map<string, readonly number[]>()
    for (const { key, entryKey } of identities) {
      const own = this.#sql.byEntryKey.get(source, keyHash(entryKey)) as OwnRow | undefined
      if (own !== undefined) byEntryKey.set(entryKey, knownOf(own, source, own))
      const address = this.#sql.byKey.get(keyHash(key)) as AddressRow | undefined
      if (address === undefined) continue
      if (address.id === null) deleted.set(key, lastTextsOf(source, address.last_texts))
      else byKey.set(key, knownOf(address, source, this.#sighting(own, address.id, source)))
    }
    return { byEntryKey, byKey, deleted }
  }

  findTwins(
    sourceId: string,
    drafts: readonly Pick<ItemDraft, 'title' | 'publishedAt'>[],
  ): (KnownEntry | undefined)[] {
    const source = this.#names.sourceBySlug(sourceId)?.key ?? 0
    if (this.#sql.hasItems.get(source) === undefined) return []
    return drafts.map(({ title, publishedAt }) => {
      const twin = this.#sql.twin.get(source, publishedAt, title) as KnownRow | undefined
      return twin && knownOf(twin, source, this.#sighting(undefined, twin.id, source))
    })
  }

  findTitled(sourceId: string, titleKeys: readonly string[]): TitledEntry[][] {
    const source = this.#names.sourceBySlug(sourceId)?.key ?? 0
    return titleKeys.map((key) =>
      (this.#sql.titled.all(keyHash(key)) as TitledRow[]).map((row) =>
        titledOf(row, source, this.#sighting(undefined, row.id, source)),
      ),
    )
  }

  listEngagements(sourceId: string, from: EpochMs): number[] {
    const source = this.#names.sourceBySlug(sourceId)?.key ?? 0
    return this.#sql.engagements.all(source, from) as number[]
  }

  listDiscussions(sourceId: string, from: EpochMs, limit: number): string[] {
    const source = this.#names.sourceBySlug(sourceId)?.key ?? 0
    return this.#sql.discussions.all(source, from, from, limit) as string[]
  }

  listPublishedTimes(sourceId: string, limit: number): EpochMs[] {
    const source = this.#names.sourceBySlug(sourceId)?.key ?? 0
    return this.#sql.published.all(source, limit) as EpochMs[]
  }

  listPublications(sourceId: string, limit: number): SourcePublication[] {
    const source = this.#names.sourceBySlug(sourceId)?.key ?? 0
    const rows = this.#sql.publications.all(source, limit) as (Omit<SourcePublication, 'dated'> & {
      readonly dated: number
    })[]
    return rows.map((row) => ({ ...row, dated: row.dated === 1 }))
  }

  /** The sighting of the entry itself if it stands for the article, else of another entry of the source that does. */
  #sighting(own: OwnRow | undefined, itemId: number, source: number): SightingRow | undefined {
    if (own?.id === itemId) return own
    return this.#sql.ownSighting.get(itemId, source) as SightingRow | undefined
  }
}
