import type { Choice } from '../../model/filter.ts'
import { tagKey } from '../../model/item.ts'
import type { Connection } from '../connection.ts'

/** Tags whose items are kept in memory: those that were asked for last. Fewer if they have more items than `MAX_IDS`. */
const MAX_TAGS = 1_000
/** Some 40 bytes each. */
const MAX_IDS = 1_000_000
/** Tags of requests that are being answered are kept in any case. */
const MIN_TAGS = 50

export const TAG_SQL = {
  items: 'SELECT tag, item_id FROM item_tags WHERE tag = ANY($1::text[])',
  ofItems: 'SELECT tag, item_id FROM item_tags WHERE item_id = ANY($1::bigint[]) AND tag = ANY($2::text[])',
} as const

export type TagRow = readonly [tag: string, itemId: number]

/** The items of the tags that filters name. They are read before a list is made, and then follow the changes. */
export class TagIds {
  /** By `tagKey`, the one asked for last at the end. */
  readonly #kept = new Map<string, Set<number>>()

  /** Gives the items of a tag. @returns nothing if `know` was not called */
  idsWith(tag: string): ReadonlySet<number> {
    return this.#kept.get(tagKey(tag)) ?? new Set()
  }

  get tags(): string[] {
    return [...this.#kept.keys()]
  }

  /** Marks the tags of a filter as asked for. @returns those that must be read */
  missing({ include, exclude }: Choice): string[] {
    const missing = new Set<string>()
    for (const key of [...include, ...exclude].map(tagKey)) {
      const ids = this.#kept.get(key)
      if (ids === undefined) missing.add(key)
      else {
        this.#kept.delete(key)
        this.#kept.set(key, ids)
      }
    }
    return [...missing]
  }

  async read(from: Connection, tags: readonly string[]): Promise<readonly TagRow[]> {
    return tags.length === 0 ? [] : from.tuples<TagRow>(TAG_SQL.items, [tags])
  }

  /** Keeps what `read` gave. */
  keep(tags: readonly string[], rows: readonly TagRow[]): void {
    for (const tag of tags) this.#kept.set(tag, new Set())
    for (const [tag, itemId] of rows) this.#kept.get(tag)?.add(itemId)
    let ids = 0
    for (const { size } of this.#kept.values()) ids += size
    for (const [tag, { size }] of this.#kept) {
      const isOver = this.#kept.size > MAX_TAGS || (ids > MAX_IDS && this.#kept.size > MIN_TAGS)
      if (!isOver) return
      this.#kept.delete(tag)
      ids -= size
    }
  }

  /** Gives the kept tags that items have. */
  async readOf(from: Connection, itemIds: readonly number[]): Promise<readonly TagRow[]> {
    return this.#kept.size === 0 || itemIds.length === 0
      ? []
      : from.tuples<TagRow>(TAG_SQL.ofItems, [itemIds, this.tags])
  }

  /** Replaces the tags of items by those that `readOf` gave. */
  apply(itemIds: readonly number[], rows: readonly TagRow[]): void {
    for (const ids of this.#kept.values()) for (const id of itemIds) ids.delete(id)
    for (const [tag, itemId] of rows) this.#kept.get(tag)?.add(itemId)
  }
}
