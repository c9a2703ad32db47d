import type { Database } from 'better-sqlite3'
import { lastText, sharedKeys } from '../../entry-row.ts'
import { keyHash } from '../../hashes.ts'
import { countsOf } from '../../item-row.ts'
import type { DeletedText, SightingWrite } from '../../records.ts'
import { prepareAll } from '../statements.ts'

export const SIGHTING_WRITE_SQL = {
  find: 'SELECT id, item_id FROM sightings WHERE source_id = ? AND entry_key_hash = ?',
  add: `INSERT INTO sightings (item_id, source_id, entry_key_hash, entry_hash, text_hash, url, seen_at, published_at, comments_url,
      points, comments)
    VALUES (?, ?, ?, ?, ?, (SELECT nullif(?, i.url) FROM items i WHERE i.id = ?), ?, ?, ?, ?, ?)`,
  // Keeps the time of the first sighting. Keeps the counts if the article is the same and this visit has no counts.
  renew: `UPDATE sightings SET item_id = @itemId, entry_hash = @entryHash, text_hash = @textHash,
      url = (SELECT nullif(@url, i.url) FROM items i WHERE i.id = @itemId), published_at = @publishedAt,
      comments_url = @commentsUrl, points = iif(item_id = @itemId AND ifnull(@points, @comments) IS NULL, points, @points),
      comments = iif(item_id = @itemId AND ifnull(@points, @comments) IS NULL, comments, @comments)
    WHERE id = @id`,
  addAddress: 'INSERT OR IGNORE INTO addresses (key_hash, item_id) VALUES (?, ?)',
  saveText: `UPDATE addresses SET last_texts = ifnull(last_texts || ',', '') || ? WHERE key_hash = ? AND item_id IS NULL`,
  shareAddress: 'INSERT OR IGNORE INTO shared_addresses (key_hash, item_id) VALUES (?, ?)',
  keepUrls: 'UPDATE sightings SET url = ? WHERE item_id = ? AND url IS NULL',
  itemUrl: 'SELECT url FROM items WHERE id = ?',
  item: 'SELECT source_id, also_in, points, comments FROM items WHERE id = ?',
  sources: 'SELECT source_id FROM sightings WHERE item_id = ? GROUP BY source_id ORDER BY min(id)',
  interest: `SELECT points, comments FROM sightings WHERE item_id = ? AND (points IS NOT NULL OR comments IS NOT NULL)
    ORDER BY ifnull(points, 0) + 0.5 * ifnull(comments, 0) DESC, id LIMIT 1`,
  saveSummary: 'UPDATE items SET also_in = ?, points = ?, comments = ? WHERE id = ?',
} as const

/** Writes sightings and the fields of items that depend on them. Call it within a transaction. */
export class SightingWrites {
  readonly #sql

  constructor(db: Database) {
    this.#sql = prepareAll(db, SIGHTING_WRITE_SQL)
    this.#sql.sources.pluck()
    this.#sql.itemUrl.pluck()
  }

  /**
   * @param claimed whether the item already owns the address
   * @returns id of the item that lost the sighting, if the entry now stands for another article
   */
  save(sighting: SightingWrite, source: number, claimed: boolean): number | undefined {
    const entryKeyHash = keyHash(sighting.entryKey)
    const known = this.#sql.find.get(source, entryKeyHash) as KnownSighting | undefined
    const { itemId, entryHash, textHash, url, seenAt, publishedAt, commentsUrl } = sighting
    const { points, comments } = countsOf(sighting.engagement)
    if (known === undefined) {
      // Parameters by position: binding them by name would double the time of the call.
      this.#sql.add.run(
        itemId,
        source,
        entryKeyHash,
        entryHash,
        textHash,
        url,
        itemId,
        seenAt,
        publishedAt,
        commentsUrl,
        points,
        comments,
      )
    } else {
      this.#sql.renew.run({
        id: known.id,
        itemId,
        entryHash,
        textHash,
        url,
        publishedAt,
        commentsUrl,
        points,
        comments,
      })
    }
    if (!claimed) this.#sql.addAddress.run(keyHash(sighting.key), sighting.itemId)
    for (const shared of sharedKeys(sighting)) this.#sql.shareAddress.run(keyHash(shared), itemId)
    return known === undefined || known.item_id === sighting.itemId ? undefined : known.item_id
  }

  /** Remembers what the source says at the address of a deleted article. */
  saveDeleted({ key, textHash }: DeletedText, source: number): void {
    this.#sql.saveText.run(lastText(source, textHash), keyHash(key))
  }

  /** Writes an item's old address into its sightings. Call it before the address changes. */
  keepUrls(itemId: number, newUrl: string): void {
    const url = this.#sql.itemUrl.get(itemId) as string | undefined
    if (url !== undefined && url !== newUrl) this.#sql.keepUrls.run(url, itemId)
  }

  /** Updates the sources that carry an item, and the highest engagement that any of them reports. */
  summarize(itemId: number): void {
    const item = this.#sql.item.get(itemId) as SummaryRow | undefined
    if (item === undefined) return
    const sources = this.#sql.sources.all(itemId) as number[]
    const others = sources.filter((source) => source !== item.source_id)
    const alsoIn = others.length === 0 ? null : others.join(',')
    const interest = this.#sql.interest.get(itemId) as Interest | undefined
    const { points, comments } = interest ?? NO_INTEREST
    if (alsoIn === item.also_in && points === item.points && comments === item.comments) return
    this.#sql.saveSummary.run(alsoIn, points, comments, itemId)
  }
}

interface KnownSighting {
  readonly id: number
  readonly item_id: number
}

interface Interest {
  readonly points: number | null
  readonly comments: number | null
}

interface SummaryRow extends Interest {
  readonly source_id: number
  readonly also_in: string | null
}

const NO_INTEREST: Interest = { points: null, comments: null }
