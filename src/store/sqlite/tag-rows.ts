import type { Database } from 'better-sqlite3'
import { tagKey } from '../../model/item.ts'
import { prepareAll } from './statements.ts'

export const TAG_SQL = {
  add: 'INSERT OR IGNORE INTO item_tags (tag, item_id) VALUES (?, ?)',
  drop: 'DELETE FROM item_tags WHERE tag = ? AND item_id = ?',
  stored: 'SELECT tags FROM items WHERE id = ?',
} as const

export const TAG_READ_SQL = {
  // One row for all: it takes a third of the time, since a common tag has tens of thousands of items.
  items: 'SELECT json_group_array(item_id) FROM item_tags WHERE tag = ?',
} as const

/** Writes the index of items by tag, within a transaction. */
export class TagWrites {
  readonly #sql

  constructor(db: Database) {
    this.#sql = prepareAll(db, TAG_SQL)
    this.#sql.stored.pluck()
  }

  add(itemId: number, tags: readonly string[]): void {
    for (const tag of tags) this.#sql.add.run(tagKey(tag), itemId)
  }

  /**
   * Replaces the tags of an item. Call it before the item's row changes, since that row has the present tags.
   *
   * @param tags the new tags, JSON
   */
  replace(itemId: number, tags: string | null): void {
    const stored = this.#sql.stored.get(itemId) as string | null | undefined
    if (stored === undefined || stored === tags) return
    this.drop(itemId, stored)
    this.add(itemId, tagsOf(tags))
  }

  /** Removes an item. @param tags the tags of its row, JSON */
  drop(itemId: number, tags: string | null): void {
    for (const tag of tagsOf(tags)) this.#sql.drop.run(tagKey(tag), itemId)
  }
}

/** Reads the ids of the items that have a tag. */
export function tagReads(db: Database): (tag: string) => number[] {
  const { items } = prepareAll(db, TAG_READ_SQL)
  items.pluck()
  return (tag) => JSON.parse(items.get(tagKey(tag)) as string) as number[]
}

function tagsOf(json: string | null): string[] {
  return json === null ? [] : (JSON.parse(json) as string[])
}
