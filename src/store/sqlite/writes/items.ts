import type { Database } from 'better-sqlite3'
import type { Engagement } from '../../../model/entry.ts'
import type { ItemDraft } from '../../../model/item.ts'
import { keyHash } from '../../hashes.ts'
import { countsOf, scoreColumns } from '../../item-row.ts'
import type { SourceName } from '../../names.ts'
import type { ItemEdit, ItemInsert, ScoreWrite } from '../../records.ts'
import type { Names } from '../names.ts'
import { prepareAll } from '../statements.ts'
import { TagWrites } from '../tag-rows.ts'

export const ITEM_WRITE_SQL = {
  insert: `INSERT INTO items (id, published_at, ranked_at, hot, score, facet_id, story_id, source_id, first_seen_at, renewed_at, points, comments,
      word_count, reading_minutes, weight, frequency, depth, coverage, engagement, share, content_hash, publisher, url, title,
      title_key, summary, author, tags, image_url, comments_url, enclosures)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?, ?, ?, ?, ?)`,
  edit: `UPDATE items SET published_at = @publishedAt, ranked_at = iif(@isTimeStated, NULL, ranked_at), facet_id = @facet, updated_at = ifnull(@updatedAt, updated_at),
      renewed_at = nullif(max(ifnull(renewed_at, 0), @renewedAt), 0),
      word_count = @wordCount, reading_minutes = @readingMinutes, content_hash = @contentHash,
      url = @url, title = @title, summary = @summary, author = @author, tags = @tags,
      image_url = @imageUrl, comments_url = @commentsUrl, enclosures = @enclosures
    WHERE id = @id`,
  freeAddress: 'DELETE FROM addresses WHERE key_hash = ? AND item_id IS NULL',
  // No OR IGNORE: an address that exists belongs to another article, and the whole visit must then fail.
  claimAddress: 'INSERT INTO addresses (key_hash, item_id) VALUES (?, ?)',
  addContent: 'INSERT INTO contents (item_id, html, text) VALUES (?, ?, ?)',
  saveContent: 'INSERT OR REPLACE INTO contents (item_id, html, text) VALUES (?, ?, ?)',
  dropContent: 'DELETE FROM contents WHERE item_id = ?',
  score: `UPDATE items SET score = @score, hot = @hot, weight = @weight, frequency = @frequency, depth = @depth,
      coverage = @coverage, engagement = @engagement, share = @share
    WHERE id = @id`,
} as const

/** Columns of a new item's row that the item itself does not have. */
export interface Placement {
  readonly storyId: number
  readonly score: ScoreWrite | undefined
  readonly engagement: Engagement | null
}

/** Writes items with their contents. Call it within a transaction. */
export class ItemWrites {
  readonly #sql
  readonly #names: Names
  readonly #tags: TagWrites

  constructor(db: Database, names: Names) {
    this.#sql = prepareAll(db, ITEM_WRITE_SQL)
    this.#names = names
    this.#tags = new TagWrites(db)
  }

  insert(item: ItemInsert, source: SourceName, { storyId, score, engagement }: Placement): void {
    const { id, draft } = item
    const address = keyHash(draft.key)
    if (item.isReturning === true) this.#sql.freeAddress.run(address)
    this.#sql.claimAddress.run(address, id)
    const columns = this.#draftColumns(draft)
    const { points, comments } = countsOf(engagement)
    const scored = scoreColumns(score)
    // Parameters by position: binding them by name would double the time of the call.
    this.#sql.insert.run(
      id,
      columns.publishedAt,
      item.rankedAt ?? null,
      scored.hot,
      scored.score,
      columns.facet,
      storyId,
      source.key,
      item.firstSeenAt,
      item.renewedAt ?? null,
      points,
      comments,
      columns.wordCount,
      columns.readingMinutes,
      scored.weight,
      scored.frequency,
      scored.depth,
      scored.coverage,
      scored.engagement,
      scored.share,
      columns.contentHash,
      item.publisher,
      columns.url,
      columns.title,
      columns.summary,
      columns.author,
      columns.tags,
      columns.imageUrl,
      columns.commentsUrl,
      columns.enclosures,
    )
    this.#tags.add(id, draft.tags)
    this.#saveContent(id, draft, false)
  }

  /** @returns whether there is such an item */
  edit({ itemId, draft, updatedAt, renewedAt }: ItemEdit): boolean {
    const columns = {
      ...this.#draftColumns(draft),
      id: itemId,
      updatedAt: updatedAt ?? null,
      renewedAt: renewedAt ?? 0,
      isTimeStated: draft.isTimeStated ? 1 : 0,
    }
    this.#tags.replace(itemId, columns.tags)
    if (this.#sql.edit.run(columns).changes === 0) return false
    this.#saveContent(itemId, draft, true)
    return true
  }

  /** @returns whether there is such an item */
  score(write: ScoreWrite): boolean {
    return this.#sql.score.run({ ...scoreColumns(write), id: write.itemId }).changes > 0
  }

  #saveContent(id: number, draft: ItemDraft, known: boolean): void {
    if (draft.contentHtml !== '' || draft.contentText !== '') {
      const save = known ? this.#sql.saveContent : this.#sql.addContent
      save.run(id, draft.contentHtml, draft.contentText === draft.contentHtml ? null : draft.contentText)
    } else if (known) {
      this.#sql.dropContent.run(id)
    }
  }

  #draftColumns(draft: ItemDraft) {
    return {
      publishedAt: draft.publishedAt,
      facet: this.#names.facetKey({
        category: draft.category,
        region: draft.region,
        language: draft.language,
      }),
      wordCount: draft.wordCount,
      readingMinutes: draft.readingMinutes,
      contentHash: draft.contentHash,
      url: draft.url,
      title: draft.title,
      summary: draft.summary,
      author: draft.author,
      tags: jsonOrNull(draft.tags),
      imageUrl: draft.imageUrl,
      commentsUrl: draft.commentsUrl,
      enclosures: jsonOrNull(draft.enclosures),
    }
  }
}

function jsonOrNull(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list)
}
