import type { Choice } from '../../model/filter.ts'
import { tagKey } from '../../model/item.ts'
import type { Connection } from '../connection.ts'

/** Maximum number of tags whose items are in memory, the most recently used. */
const MAX_TAGS = 1_000
/** Maximum number of items of these tags, at about 40 bytes each. */
const MAX_IDS = 1_000_000
/** Tags kept above `MAX_IDS` too, since requests may be using them. */
const MIN_TAGS = 50

export const TAG_SQL = {
  items: 'SELECT tag, item_id FROM item_tags WHERE tag = ANY($1::text[])',
  ofItems: 'SELECT tag, item_id FROM item_tags WHERE item_id = ANY($1::bigint[]) AND tag = ANY($2::text[])',
} as const

export type TagRow = readonly [tag: string, itemId: number]

/** The items of recently filtered tags. They are loaded before a list is made, then updated by changes. */
export class TagIds {
  /** By `tagKey`, the most recently used last. */
  readonly #kept = new Map<string, Set<number>>()

  /** Returns the items of a tag; none if the tag was not loaded. */
  idsWith(tag: string): ReadonlySet<number> {
    return this.#kept.get(tagKey(tag)) ?? new Set()
  }

  get tags(): string[] {
    return [...this.#kept.keys()]
  }

  /** Marks a filter's tags as used. @returns the tags to load */
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

  /** Stores the result of `read`. */
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

  /** Reads which loaded tags the items have. */
  async readOf(from: Connection, itemIds: readonly number[]): Promise<readonly TagRow[]> {
    return this.#kept.size === 0 || itemIds.length === 0
      ? []
      : from.tuples<TagRow>(TAG_SQL.ofItems, [itemIds, this.tags])
  }

  /** Replaces the tags of items by the result of `readOf`. */
  apply(itemIds: readonly number[], rows: readonly TagRow[]): void {
    for (const ids of this.#kept.values()) for (const id of itemIds) ids.delete(id)
    for (const [tag, itemId] of rows) this.#kept.get(tag)?.add(itemId)
  }
}
