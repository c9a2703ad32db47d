import type { Database } from 'better-sqlite3'
import type { Article, Item, Sighting } from '../../domain/item.ts'
import { ITEM_COLUMNS, type ItemRow, engagementOf, itemOf } from './item-row.ts'
import type { Names } from './names.ts'
import { prepareAll } from './statements.ts'

export const ITEM_READ_SQL = {
  // CROSS JOIN keeps the order of the ids as the order of the loop.
  items: `SELECT ${ITEM_COLUMNS} FROM json_each(?) j CROSS JOIN items i ON i.id = j.value
    LEFT JOIN stories s ON s.id = i.story_id`,
  item: `SELECT ${ITEM_COLUMNS} FROM items i LEFT JOIN stories s ON s.id = i.story_id WHERE i.id = ?`,
  text: `SELECT i.ranked_at, i.weight, i.coverage, i.engagement, c.html, ifnull(c.text, c.html) AS text FROM items i
    LEFT JOIN contents c ON c.item_id = i.id WHERE i.id = ?`,
  sightings: `SELECT source_id, ifnull(url, ?) AS url, seen_at, comments_url, points, comments FROM sightings
    WHERE item_id = ? ORDER BY id`,
  contents: `SELECT c.item_id, c.html FROM json_each(?) j CROSS JOIN contents c ON c.item_id = j.value
    WHERE c.html <> ''`,
  texts: `SELECT c.item_id, ifnull(c.text, c.html) FROM json_each(?) j CROSS JOIN contents c ON c.item_id = j.value
    WHERE c.html <> '' OR c.text <> ''`,
  after: 'SELECT id FROM items WHERE id > ? ORDER BY id LIMIT ?',
  story: 'SELECT ifnull(alias_of, id) FROM stories WHERE id = ?',
  representatives: `SELECT s.id, s.representative_id FROM json_each(?) j CROSS JOIN stories s ON s.id = j.value
    WHERE s.representative_id IS NOT NULL`,
} as const

/** Reads of items by id and address. */
export class ItemReads {
  readonly #sql
  readonly #names: Names

  constructor(db: Database, names: Names) {
    this.#sql = prepareAll(db, ITEM_READ_SQL)
    for (const name of ['items', 'item', 'contents', 'texts', 'representatives'] as const)
      this.#sql[name].raw()
    for (const statement of [this.#sql.story, this.#sql.after]) statement.pluck()
    this.#names = names
  }

  findItems(ids: readonly number[]): Item[] {
    const rows = this.#sql.items.all(JSON.stringify(ids)) as ItemRow[]
    return rows.map((row) => itemOf(row, this.#names))
  }

  findArticle(id: number): Article | undefined {
    const row = this.#sql.item.get(id) as ItemRow | undefined
    const text = this.#sql.text.get(id) as TextRow | undefined
    if (row === undefined || text === undefined) return undefined
    const item = itemOf(row, this.#names)
    const sightings = this.#sql.sightings.all(item.url, id) as SightingRow[]
    return {
      item,
      contentHtml: text.html ?? '',
      contentText: text.text ?? '',
      sightings: sightings.map((sighting) => this.#sightingOf(sighting)),
      scoreParts: { weight: text.weight, coverage: text.coverage, engagement: text.engagement },
      rankedAt: text.ranked_at ?? item.publishedAt,
    }
  }

  listArticles(afterId: number, limit: number): Article[] {
    const ids = this.#sql.after.all(afterId, limit) as number[]
    return ids.flatMap((id) => this.findArticle(id) ?? [])
  }

  findContents(ids: readonly number[]): Map<number, string> {
    return new Map(this.#sql.contents.all(JSON.stringify(ids)) as [number, string][])
  }

  findTexts(ids: readonly number[]): Map<number, string> {
    return new Map(this.#sql.texts.all(JSON.stringify(ids)) as [number, string][])
  }

  resolveStoryId(id: number): number | undefined {
    return this.#sql.story.get(id) as number | undefined
  }

  findRepresentatives(storyIds: readonly number[]): Map<number, number> {
    return new Map(this.#sql.representatives.all(JSON.stringify(storyIds)) as [number, number][])
  }

  #sightingOf(row: SightingRow): Sighting {
    return {
      source: this.#names.source(row.source_id).slug,
      url: row.url,
      seenAt: row.seen_at,
      commentsUrl: row.comments_url,
      engagement: engagementOf(row.points, row.comments),
    }
  }
}

interface TextRow {
  readonly ranked_at: number | null
  readonly weight: number
  readonly coverage: number
  readonly engagement: number
  readonly html: string | null
  readonly text: string | null
}

interface SightingRow {
  readonly source_id: number
  readonly url: string
  readonly seen_at: number
  readonly comments_url: string | null
  readonly points: number | null
  readonly comments: number | null
}
