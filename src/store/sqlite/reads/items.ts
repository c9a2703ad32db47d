import type { Database } from 'better-sqlite3'
import { groupBy } from '../../../model/group-by.ts'
import type { Article, Item } from '../../../model/item.ts'
import { ARTICLE_COLUMNS, articleOf, type ArticleRow, type SightingRow } from '../../article-row.ts'
import type { EncodedItem } from '../../columns/item-json-cache.ts'
import { ITEM_COLUMNS, type ItemRow, itemOf } from '../../item-row.ts'
import { ITEM_FROM, SELECT_ITEM_JSON, type ItemJsonRow, jsonById } from '../item-json.ts'
import type { Names } from '../names.ts'
import { prepareAll } from '../statements.ts'

export const ITEM_READ_SQL = {
  items: `SELECT ${ITEM_COLUMNS} ${ITEM_FROM}`,
  json: SELECT_ITEM_JSON,
  articles: `SELECT ${ARTICLE_COLUMNS} ${ITEM_FROM} LEFT JOIN contents c ON c.item_id = i.id`,
  sightings: `SELECT g.item_id, g.source_id, g.url, g.seen_at, g.comments_url, g.points, g.comments
    FROM json_each(?) j CROSS JOIN sightings g ON g.item_id = j.value ORDER BY g.id`,
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
    for (const name of ['items', 'json', 'articles', 'contents', 'texts', 'representatives'] as const)
      this.#sql[name].raw()
    for (const statement of [this.#sql.story, this.#sql.after]) statement.pluck()
    this.#names = names
  }

  findItems(ids: readonly number[]): Item[] {
    const rows = this.#sql.items.all(JSON.stringify(ids)) as ItemRow[]
    return rows.map((row) => itemOf(row, this.#names))
  }

  findItemJson(ids: readonly number[]): EncodedItem[] {
    const found = jsonById(this.#sql.json.get(JSON.stringify(ids)) as ItemJsonRow)
    return ids.flatMap((id) => {
      const json = found.get(id)
      return json === undefined ? [] : { id, json }
    })
  }

  findArticles(ids: readonly number[]): Article[] {
    const list = JSON.stringify(ids)
    const rows = this.#sql.articles.all(list) as ArticleRow[]
    const sightings = groupBy(this.#sql.sightings.all(list) as SightingRow[], (row) => row.item_id)
    return rows.map((row) => articleOf(row, sightings.get(row[0]) ?? [], this.#names))
  }

  listArticles(afterId: number, limit: number): Article[] {
    return this.findArticles(this.#sql.after.all(afterId, limit) as number[])
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
}
